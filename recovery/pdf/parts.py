"""Where one document may be parted: between sections, into parts of about equal work."""

from recovery.pdf.order import PART_BORDER

# Each part embeds the fonts that it uses, so parts are not too small; eight of them keep two processes busy to the end.
_LEAST, _MOST_PARTS = 24_000, 8
# The templates mark sections that change while the offers do not: scores, and what stands after them.
CHANGING = "data-changes"


def parts_of(html: str) -> list[str]:
    """Return whole HTML documents that, printed one after the other, are ``html``.

    How many there are and where they begin depends on ``html`` alone, never on the machine, so the bytes stay equal.
    What may change by itself shares no part with what stays, so that parts can be kept from one printing to the next.
    """
    if html.count(PART_BORDER) < 3:
        return [html]
    head, *sections, tail = html.split(PART_BORDER)
    enough = max(_LEAST, len(html) // _MOST_PARTS)
    parts: list[str] = []
    changes = False
    for section in sections:
        is_changing = CHANGING in section[:200]
        if not parts or is_changing != changes or len(parts[-1]) + len(section) / 2 > enough:
            parts.append("")
        parts[-1] += section
        changes = is_changing
    return [f"{head}{part}{tail}" for part in parts]
