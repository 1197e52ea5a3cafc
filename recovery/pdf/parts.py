"""Where one document may be parted: between pages, into batches of about equal work."""

from recovery.pdf.order import PART_BORDER

# Below this a second process costs more than it saves: its fonts are embedded once more.
_LEAST_FOR_TWO = 60_000


def batches_of(html: str, most: int) -> list[str]:
    """Return one to ``most`` whole HTML documents that, printed one after the other, are ``html``.

    How many there are and where they begin depends on ``html`` alone, never on the machine, so the bytes stay equal.
    """
    if most == 1 or html.count(PART_BORDER) < 3 or len(html) < _LEAST_FOR_TWO:
        return [html]
    head, *parts, tail = html.split(PART_BORDER)
    half = sum(map(len, parts)) / 2
    done, border = 0, 0
    while border < len(parts) - 1 and (border == 0 or done + len(parts[border]) / 2 < half):
        done += len(parts[border])
        border += 1
    return [head + "".join(parts[:border]) + tail, head + "".join(parts[border:]) + tail]
