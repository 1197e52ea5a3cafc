"""Parts of a document to one file: one structure tree, one outline, one set of targets, continuing page numbers."""

import io
from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal

from pikepdf import Array, AttachedFileSpec, Dictionary, Name, Object, ObjectStreamMode, Pdf, String

from recovery.pdf.engine import PrintedPart
from recovery.pdf.order import PrintOrder
from recovery.pdf.stamps import Stamps

_PX = 0.75  # points in a CSS pixel
_ABOVE = Decimal("3.9")  # points from the lower edge of a line of the table of contents to its letters
_CONTENTS = "at-"  # links to these targets stand in the table of contents; their page numbers are stamped


def bind(parts: Sequence[PrintedPart], order: PrintOrder, stamp_sheet: bytes) -> bytes:
    """Return one PDF of all ``parts``: tagged, outlined, linked and numbered as if it had been printed in one go."""
    bound = Pdf.open(io.BytesIO(parts[0].pdf))
    root = bound.Root
    document = root.StructTreeRoot.K[0]
    numbers, targets = list(root.StructTreeRoot.ParentTree.Nums), _targets_of(bound)
    cells = list(root.StructTreeRoot.IDTree.Names)
    for part in parts[1:]:
        with Pdf.open(io.BytesIO(part.pdf)) as source:
            bound.pages.extend(source.pages)
            tree = bound.copy_foreign(source.Root.StructTreeRoot)
            for child in tree.K[0].K:
                child.P = document
                document.K.append(child)
            numbers.extend(tree.ParentTree.Nums)
            cells.extend(tree.IDTree.Names)
            targets.update(_copied(bound, source))
    root.StructTreeRoot.ParentTree.Nums = Array(numbers)
    root.Names = Dictionary(Dests=bound.make_indirect(_name_tree(targets)))
    root.StructTreeRoot.IDTree = bound.make_indirect(Dictionary(Names=Array(cells)))
    _write_outline(bound, parts)
    with Pdf.open(io.BytesIO(stamp_sheet)) as sheet:
        _finish_links(bound, targets, Stamps(sheet))
    _attach(bound, order)
    return _saved(bound, order)


def _saved(bound: Pdf, order: PrintOrder) -> bytes:
    made = _pdf_date(order.made_at)
    bound.docinfo.CreationDate = String(made)
    bound.docinfo.ModDate = String(made)
    out = io.BytesIO()
    bound.save(out, deterministic_id=True, object_stream_mode=ObjectStreamMode.generate)
    return out.getvalue()


def _pdf_date(instant: str) -> str:
    return datetime.fromisoformat(instant).strftime("D:%Y%m%d%H%M%SZ")


def _targets_of(pdf: Pdf) -> dict[str, Object]:
    if "/Names" not in pdf.Root or "/Dests" not in pdf.Root.Names:
        return {}
    pairs = list(pdf.Root.Names.Dests.Names)
    return {str(name): place for name, place in zip(pairs[0::2], pairs[1::2], strict=True)}


def _copied(bound: Pdf, source: Pdf) -> dict[str, Object]:
    found = _targets_of(source)
    return {name: bound.copy_foreign(source.make_indirect(place)) for name, place in found.items()}


def _name_tree(found: dict[str, Object]) -> Dictionary:
    names = Array()
    for name in sorted(found, key=str.encode):
        names.extend([String(name), found[name]])
    return Dictionary(Names=names)


def _finish_links(bound: Pdf, targets: dict[str, Object], stamps: Stamps) -> None:
    """Say in words where each inner link leads, and stamp page numbers: at the foot, and in the table of contents."""
    place_of = {page.obj.objgen: number for number, page in enumerate(bound.pages, 1)}
    for page in bound.pages:
        for link in page.get("/Annots", ()):
            if "/Dest" not in link:
                continue
            target = targets.get(str(link.Dest))
            number = place_of[target[0].objgen] if target is not None else 0
            link.Contents = String(f"page {number}")
            if str(link.Dest).startswith(_CONTENTS):
                right, base = (Decimal(str(each)) for each in (link.Rect[2], min(link.Rect[1], link.Rect[3])))
                stamps.stamp(bound, page, str(number), right, base + _ABOVE)
    stamps.number_pages(bound)


def _write_outline(bound: Pdf, parts: Sequence[PrintedPart]) -> None:
    """Write the bookmarks of all parts as one tree; all but the first level is closed."""
    root = bound.make_indirect(Dictionary(Type=Name.Outlines))
    open_items: list[tuple[int, Object]] = [(0, root)]
    first_page = 0
    for part in parts:
        for level, label, number, x, y in part.bookmarks:
            while open_items[-1][0] >= level:
                open_items.pop()
            page = bound.pages[first_page + number]
            place = Array([page.obj, Name.XYZ, x * _PX, float(page.mediabox[3]) - y * _PX, 0])
            item = bound.make_indirect(Dictionary(Title=String(label), Dest=place))
            _append(open_items[-1][1], item)
            open_items.append((level, item))
        first_page += part.pages
    root.Count = _children_of(root)
    bound.Root.Outlines = root
    bound.Root.PageMode = Name.UseOutlines


def _append(parent: Object, item: Object) -> None:
    item.Parent = parent
    if "/Last" in parent:
        item.Prev = parent.Last
        parent.Last.Next = item
    else:
        parent.First = item
    parent.Last = item
    if "/Title" in parent:
        parent.Count = int(parent.get("/Count", 0)) - 1


def _children_of(parent: Object) -> int:
    count, item = 0, parent.get("/First")
    while item is not None:
        count, item = count + 1, item.get("/Next")
    return count


def _attach(bound: Pdf, order: PrintOrder) -> None:
    made = _pdf_date(order.made_at)
    specs = Array()
    for each in order.attachments:
        spec = AttachedFileSpec(
            bound,
            each.content.encode("utf-8"),
            filename=each.name,
            description=each.description,
            mime_type="application/json",
            creation_date=made,
            mod_date=made,
        )
        bound.attachments[each.name] = spec
        spec.obj.AFRelationship = Name.Data
        specs.append(spec.obj)
    if specs:
        bound.Root.AF = specs
