"""The repeated blocks of an offer: returned objects, storage copies and evidence rows."""

from decimal import Decimal
from typing import Any

from recovery.core.answers.points import point_from
from recovery.core.exchange.blocks import Block, versions_from
from recovery.core.intent import Component
from recovery.core.offer import Claim, EvidenceItem, ReturnedObject, StorageCopy, Volume


def _typed_instead(block: Block, column: str) -> tuple[tuple[Component, str], ...]:
    return tuple((part, point[column]) for part, point in block.pairs("S8") if column in point)


def _claims(block: Block) -> tuple[Claim, ...]:
    return tuple(
        Claim(name, row.get("claimed", ""), row.get("limits", ""), row.get("one_platform", ""))
        for name, row in block.pairs("S22")
    )


def object_from(block: Block, name: str, copy: str) -> ReturnedObject:
    """Return one returned object; ``copy`` names the storage copy that holds it, or is ""."""
    delivery, processes = block.record("S6a"), block.record("S14")
    layout, conversion = block.record("S16a"), block.record("S17")
    return ReturnedObject(
        name=name,
        kind=block.text("S6"),
        delivery=delivery.get("delivery", ""),
        format=delivery.get("format", ""),
        described=block.text("S6b"),
        # "Not stated" is the absence of an answer, so it is no pair.
        parts=tuple((part, code) for part, code in block.pairs("S7") if code != "not_stated"),
        points=tuple((part, point_from(point)) for part, point in block.pairs("S8")),
        latest_means=block.text("S9"),
        identified_how=block.text("S10"),
        smallest_promised=block.value("S10a"),
        point_is=block.text("S10b"),
        largest_gap=block.value("S11"),
        one_checkpoint=block.text("S11a"),
        basis=block.text("S12"),
        ids=block.pairs("S13"),
        saved_by=processes.get("saved"),
        returned_by=processes.get("returned"),
        save_state=block.text("S15"),
        tier_reached=block.text("S15a"),
        tier_promised=block.text("S15b"),
        carried=block.pairs("S16"),
        layout_at_save=layout.get("save", ""),
        layout_after=layout.get("after", ""),
        conversion_tool=conversion.get("tool", ""),
        conversion_input=conversion.get("input", ""),
        conversion_left_out=conversion.get("left_out", ""),
        form=block.text("S18"),
        base=block.text("S19"),
        self_contained=block.text("S20"),
        depends_on=tuple(row["name"] for row in block.rows("S20a") if "name" in row),
        claimed_outcome=block.text("S21"),
        meets_request=block.text("S21a"),
        claims=_claims(block),
        saved_at=block.value("S35"),
        identified_by=block.text("S36"),
        copy=copy,
        disagreements=tuple(block.disagreements),
        refused_points=_typed_instead(block, "refused"),
        point_labels=_typed_instead(block, "label"),
        answered_by=tuple(block.parties),
    )


def copy_from(block: Block, name: str) -> StorageCopy:
    """Return one storage copy with its boundary, contents and instants."""
    product, instants = block.record("S30"), block.record("S32")
    return StorageCopy(
        name=name,
        product=product.get("product", ""),
        captured=product.get("captured", ""),
        left_out=product.get("left_out", ""),
        boundary=block.text("S30a"),
        contents=tuple((row, code) for row, code in block.pairs("S30b") if code != "not_stated"),
        volumes=tuple(Volume(row["volume"], row.get("captured")) for row in block.rows("S31") if "volume" in row),
        spans=tuple(row["volume"] for row in block.rows("S31a") if "volume" in row),
        requested_at=instants.get("requested"),
        captured_at=instants.get("captured"),
        captured_until=instants.get("captured_until"),
        completed_at=instants.get("completed"),
        tolerance=instants.get("tolerance", Decimal(0)),
        consistency=block.text("S33"),
        application_aware=block.text("S33a"),
        status=block.text("S34"),
        disagreements=tuple(block.disagreements),
    )


def evidence_from(block: Block) -> EvidenceItem:
    """Return one evidence row (S23, with S24 as its arms)."""
    point: dict[str, Any] = block.record("point")
    return EvidenceItem(
        kind=block.text("kind"),
        id=block.text("id"),
        object=block.text("object"),
        same=block.text("same"),
        point=point_from(point),
        on=block.value("date"),
        environment=versions_from(block.rows("environment")),
        for_buyer_environment=block.text("for_buyer_environment"),
        by=block.text("by"),
        result=block.text("result"),
        status=block.text("status"),
        loaded=block.rows("loaded"),
        warned=block.rows("warned"),
        warnings=block.text("warnings"),
        manifest_made=block.text("manifest_made"),
        manifest=block.text("manifest"),
        physical=block.text("physical"),
        arms=block.rows("arms"),
        claim=block.text("claim"),
    )
