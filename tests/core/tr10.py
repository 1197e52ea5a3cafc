"""The guide's case TR-10 as core values (domain.md 4.7): A = {W10}, B = {W10, O10, S10}, V11 = a later copy of 9."""

from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal

from recovery.core.intent import Component, Intent, ListedContent, Version
from recovery.core.offer import Offer, ReturnedObject, StorageCopy
from recovery.core.progress import Point

W, O, S = Component("K1"), Component("K3"), Component("K7")  # noqa: E741  # the guide's own letters
TODAY = date(2026, 11, 30)
FRAMEWORK = (Version("PyTorch", "2.14"),)


def point(value: int | str, *, run: str = "TR-10", branch: str = "main", scale: str = "step") -> Point:
    """Return a point of the run TR-10."""
    return Point(run, branch, scale, Decimal(value))


LISTED = tuple(ListedContent(str(each), each, point(9), one_checkpoint=True) for each in (W, O, S))


def intent(outcome: str = "O3", rule: str = "exactly", value: int | str = 10, **more: object) -> Intent:
    """Return TR-10's intent; the list for stated contents is V11's."""
    wanted = point(value) if rule in ("exactly", "at_least") else Point("TR-10", "main", "step")
    required = (W, O, S) if outcome == "O3" else (W,)
    stated = Intent(
        outcome=outcome, application="TR-10", loads_with=FRAMEWORK, environment_by="buyer", rule=rule, wanted=wanted,
        required=required, form="as_trained", optimizer_by="buyer", layout="same", meaning="Train on from the state.",
        boundary="volume vol-1", contents=LISTED, today=TODAY,
    )  # fmt: skip
    return replace(stated, **more)


def returned(name: str, at: int | str | Point, *parts: Component, **more: object) -> ReturnedObject:
    """Return an object that holds ``parts`` at one point, tied by one save."""
    where = at if isinstance(at, Point) else point(at)
    kind = "model_state" if parts == (W,) else "package"
    stated = ReturnedObject(
        name=name, kind=kind, format="torch.save", parts=tuple((each, "yes") for each in parts),
        points=tuple((each, where) for each in parts), form="as_trained",
        one_checkpoint="yes" if len(parts) > 1 else "", basis="one_save" if len(parts) > 1 else "",
        save_state="committed", self_contained="yes",
    )  # fmt: skip
    return replace(stated, **more)


def offered(name: str, *objects: ReturnedObject, **more: object) -> Offer:
    """Return an offer about the buyer's application, saved with its framework, its environment not stated."""
    stated = Offer(
        name=name, supplier=f"{name} Ltd", answered_by=("training_provider",), application="buyers",
        saved_with=FRAMEWORK, objects=objects,
    )  # fmt: skip
    return replace(stated, **more)


A = offered("Offer A", returned("W10", 10, W, claimed_outcome="O1"))
B = offered("Offer B", returned("package at 10", 10, W, O, S, claimed_outcome="O3"), environment="same")
COPY = StorageCopy(
    name="V11", product="volume snapshot", boundary="buyers", captured_at=datetime(2026, 11, 29, 12, tzinfo=UTC),
    consistency="crash_volume", status="completed",
)  # fmt: skip
INSIDE = returned(
    "checkpoint at 9", 9, W, O, S, kind="copy_named", copy="V11", identified_by="owner", claimed_outcome="O4"
)
V11 = offered("V11", INSIDE, copies=(COPY,))
V10 = offered(
    "V10",
    returned("package at 10", 10, W, O, S, kind="copy_named", copy="V10", identified_by="owner", claimed_outcome="O3"),
    copies=(replace(COPY, name="V10"),),
    environment="same",
)


def one_object(**more):
    """Return offer B with answers of its one object changed."""
    return offered("offer", replace(B.objects[0], **more), environment="same")
