"""Whether the parts of one checkpoint belong together, as far as their bytes say (checkpoints.md, findings 1 and 2)."""

from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import NamedTuple

from recovery.core.evidence.inspection import (
    Checkpoint,
    Component,
    Correspondence,
    Finding,
    Place,
    State,
    Stated,
    Trace,
)
from recovery.core.evidence.progress_keys import (
    BATCHES,
    EPOCHS,
    FORWARD_PASSES,
    OPTIMIZER_STEPS,
    SCHEDULER_STEPS,
    STEPS,
    may_be_zero_based,
)

MASTER = "fp32 master weights"
MAJOR = ("K1", "K3", "K5", "K6", "K7", "K8", "K9", "K10", "K11", "K18")


class Custom(NamedTuple):
    """What the writer is known to do: how scheduler and record count, and whether one record lists the parts."""

    same_file: bool = False
    one_record: bool = False
    scheduler_offset: "int | None" = None
    record_is_exact: bool = False
    skipped: int = 0
    sums_optimizers: bool = False


@dataclass
class Evidence:
    """Findings for and against, gathered while comparing."""

    ties: list[Finding] = field(default_factory=list)
    against: list[Finding] = field(default_factory=list)
    doubts: list[Finding] = field(default_factory=list)
    agreeing: int = 0

    def agree(self, text: str, place: Place, *, counts: bool = True) -> None:
        """Record something that ties two parts together."""
        self.ties.append(Finding("agrees", text, place))
        self.agreeing += 1 if counts else 0

    def differ(self, text: str, place: Place) -> None:
        """Record something that speaks against."""
        self.against.append(Finding("differs", text, place))

    def doubt(self, code: str, text: str, place: "Place | None" = None) -> None:
        """Record something that neither ties nor contradicts."""
        self.doubts.append(Finding(code, text, place))


def settle(checkpoint: Checkpoint, custom: Custom) -> Checkpoint:
    """Return ``checkpoint`` with what ties its parts, what speaks against it, and the correspondence that follows."""
    evidence = Evidence()
    _compare_steps(checkpoint, custom, evidence)
    _compare_scheduler(checkpoint, custom, evidence)
    _compare_rates(checkpoint, evidence)
    _compare_counters(checkpoint, evidence)
    _compare_parameters(checkpoint, evidence)
    ties = (*checkpoint.ties, *evidence.ties)
    against = (*checkpoint.contradictions, *evidence.against)
    settled = replace(checkpoint, ties=ties, contradictions=against)
    verdict = _verdict(settled, custom, evidence)
    _say_what_dates_the_weights(settled, verdict, evidence)
    return replace(settled, correspondence=verdict, doubts=(*checkpoint.doubts, *evidence.doubts))


def present(checkpoint: Checkpoint) -> set[str]:
    """Return the major kinds of which the checkpoint holds something."""
    return {each.kind for each in checkpoint.components if each.kind in MAJOR and each.state is not State.EMPTY}


def _verdict(checkpoint: Checkpoint, custom: Custom, evidence: Evidence) -> Correspondence:
    kinds = present(checkpoint)
    if kinds <= {"K7"}:
        return Correspondence.NONE
    if checkpoint.damage or any(each.state is State.DAMAGED for each in checkpoint.components):
        return Correspondence.UNKNOWN if len(kinds) > 1 else Correspondence.SINGLE
    if checkpoint.contradictions:
        return Correspondence.MISMATCH
    if len(kinds) == 1:
        return Correspondence.SINGLE
    if custom.same_file:
        return Correspondence.SAME_FILE
    recorded = custom.one_record and any(each.unit == STEPS for each in checkpoint.stated)
    return Correspondence.SAME_STEP if evidence.agreeing or recorded else Correspondence.UNKNOWN


def _stated(checkpoint: Checkpoint, kind: str, unit: str) -> list[Stated]:
    return [each for part in checkpoint.of_kind(kind) for each in part.stated if each.unit == unit]


def _compare_steps(checkpoint: Checkpoint, custom: Custom, evidence: Evidence) -> None:
    records = _stated(checkpoint, "K7", STEPS)
    optimizers = [each for each in _stated(checkpoint, "K3", OPTIMIZER_STEPS) if not each.means]
    if custom.sums_optimizers and len(optimizers) > 1:
        _compare_sum(records, optimizers, evidence)
        optimizers = []
    for record in records[:20]:
        for optimizer in optimizers[:20]:
            _compare_step(record, optimizer, checkpoint, custom, evidence)
    for index, one in enumerate(records[:20]):
        for other in records[index + 1 : 20]:
            _compare_records(one, other, evidence)
    for one, other in pairwise(optimizers):
        if one.value != other.value:
            evidence.doubt(
                "optimizers-apart", f"Two optimizer states stand at {one.value:,} and {other.value:,}.", other.place
            )
    for data in _stated(checkpoint, "K9", BATCHES):
        same = [each for each in (*optimizers, *records) if each.value == data.value]
        if same:
            evidence.agree(f"The data position and {same[0].place} both say {data.value:,}.", data.place)


def _compare_sum(records: list[Stated], optimizers: list[Stated], evidence: Evidence) -> None:
    """Lightning's global_step counts the steps of all optimizers together."""
    total = sum(each.value for each in optimizers)
    for record in records:
        if record.value == total:
            evidence.agree(
                f"The steps of {len(optimizers)} optimizers add up to the record's {record.value:,}.", record.place
            )
        else:
            text = f"The steps of {len(optimizers)} optimizers add up to {total:,}, the record says {record.value:,}."
            evidence.differ(text, record.place)


def _compare_step(
    record: Stated, optimizer: Stated, checkpoint: Checkpoint, custom: Custom, evidence: Evidence
) -> None:
    said = f"the optimizer says {optimizer.value:,} ({optimizer.place}), the record {record.value:,} ({record.place})"
    if record.value == optimizer.value:
        evidence.agree(f"Optimizer step and progress record both say {record.value:,}.", record.place)
    elif custom.skipped and record.value - custom.skipped == optimizer.value:
        evidence.agree(f"The record counts {custom.skipped:,} skipped steps; without them {said}.", record.place)
    elif checkpoint.of_kind("K6") and optimizer.value < record.value:
        evidence.doubt(
            "steps-apart",
            f"{said[:1].upper()}{said[1:]}; steps that the gradient scaler skipped can explain it.",
            record.place,
        )
    elif not custom.record_is_exact and may_be_zero_based(record.place.key) and record.value == optimizer.value - 1:
        evidence.doubt("zero-based", f"{said[:1].upper()}{said[1:]}: the record may count from zero.", record.place)
    elif not custom.record_is_exact and optimizer.value and record.value and record.value % optimizer.value == 0:
        evidence.doubt(
            "other-unit", f"{said[:1].upper()}{said[1:]}: the record may count smaller batches.", record.place
        )
    else:
        evidence.differ(f"{said[:1].upper()}{said[1:]}.", record.place)


def _compare_records(one: Stated, other: Stated, evidence: Evidence) -> None:
    if one.value == other.value:
        evidence.agree(f"{one.place} and {other.place} both say {one.value:,}.", other.place)
        return
    said = f"{one.place} says {one.value:,}, {other.place} says {other.value:,}"
    lower = one if one.value < other.value else other
    if abs(one.value - other.value) == 1 and may_be_zero_based(lower.place.key):
        evidence.doubt("zero-based", f"{said}: one may count from zero.", other.place)
    else:
        evidence.differ(f"{said}.", other.place)


def _compare_scheduler(checkpoint: Checkpoint, custom: Custom, evidence: Evidence) -> None:
    steps = [*_stated(checkpoint, "K3", OPTIMIZER_STEPS), *_stated(checkpoint, "K7", STEPS)]
    epochs = _stated(checkpoint, "K7", EPOCHS)
    for each in _stated(checkpoint, "K5", SCHEDULER_STEPS)[:20]:
        value = each.value + (custom.scheduler_offset or (1 if "zero-based" in each.means else 0))
        same = [other for other in (*steps, *epochs) if other.value == value]
        other_steps = [other for other in steps if other.value != value]
        if same:
            offset = " (counted from zero)" if value != each.value else ""
            evidence.agree(f"The scheduler says {each.value:,}{offset}, {same[0].place} {same[0].value:,}.", each.place)
        if custom.scheduler_offset is None or not other_steps:
            continue
        text = f"The scheduler says {each.value:,} ({each.place}), {other_steps[0].place} {other_steps[0].value:,}."
        if checkpoint.of_kind("K6"):
            evidence.doubt("steps-apart", f"{text} Steps that the gradient scaler skipped can explain it.", each.place)
        else:
            evidence.differ(text, each.place)


def _compare_rates(checkpoint: Checkpoint, evidence: Evidence) -> None:
    """The scheduler last set the optimizer's learning rates: another rate is from another moment."""
    schedulers = [each for each in checkpoint.of_kind("K5") if each.trace and each.trace.rates]
    optimizers = [each for each in checkpoint.of_kind("K3") if each.trace and each.trace.rates]
    if len(schedulers) != len(optimizers):
        return
    for scheduler, optimizer in zip(schedulers, optimizers, strict=True):
        ours, theirs = _rates(scheduler), _rates(optimizer)
        if len(ours) != len(theirs):
            continue
        if all(abs(a - b) <= 1e-6 * max(abs(a), abs(b)) for a, b in zip(ours, theirs, strict=True)):
            evidence.agree(
                "The optimizer's learning rates are those that the scheduler last set.",
                scheduler.places[0],
                counts=False,
            )
        else:
            text = f"The scheduler last set the learning rate {ours[0]:g}, the optimizer holds {theirs[0]:g}."
            evidence.differ(text, optimizer.places[0])


def _rates(component: Component) -> tuple[float, ...]:
    return component.trace.rates if component.trace else ()


def _compare_counters(checkpoint: Checkpoint, evidence: Evidence) -> None:
    """BatchNorm's pass counter against the optimizer's step: equal without gradient accumulation."""
    averaged = {each.member for each in checkpoint.of_kind("K10")}
    counters = [each for part in checkpoint.of_kind("K2") if part.member not in averaged or not part.member
                for each in part.stated if each.unit == FORWARD_PASSES and each.value]  # fmt: skip
    steps = [each for each in _stated(checkpoint, "K3", OPTIMIZER_STEPS) if each.value and not each.means]
    if not counters or not steps:
        return
    counter, step = max(counters, key=lambda each: each.value), steps[0]
    said = f"BatchNorm counted {counter.value:,} training passes ({counter.place}), the optimizer {step.value:,} steps"
    if counter.value == step.value:
        evidence.agree(f"{said}.", counter.place)
    elif counter.value < 2 * step.value and counter.value % step.value:
        evidence.differ(f"{said}: without gradient accumulation they would be equal.", counter.place)
    else:
        evidence.doubt("passes-apart", f"{said}; accumulation or earlier training can explain it.", counter.place)


def _compare_parameters(checkpoint: Checkpoint, evidence: Evidence) -> None:
    """One model and one optimizer: the parameters that the optimizer lists against those that the model has."""
    models = [
        each
        for each in checkpoint.of_kind("K1")
        if each.state is State.PRESENT and each.trace and each.member != MASTER
    ]
    optimizers = [each for each in checkpoint.of_kind("K3") if each.state is not State.EMPTY and each.trace]
    if len(models) != 1 or len(optimizers) != 1:
        return
    model, optimizer = models[0].trace, optimizers[0].trace
    if model is None or optimizer is None or not optimizer.pairs_by_order or not optimizer.listed:
        return
    place, count = optimizers[0].places[0], len(model.shapes)
    if optimizer.listed < count:
        bare = count - optimizer.listed
        text = (
            f"The optimizer lists {optimizer.listed:,} parameters, the model has {count:,}: {bare:,} are not covered."
        )
        evidence.differ(text, place)
    elif optimizer.shapes:
        _compare_shapes(model, optimizer, place, evidence)


def _compare_shapes(model: Trace, optimizer: Trace, place: Place, evidence: Evidence) -> None:
    is_one_each = optimizer.listed == len(model.shapes)
    if not Counter(optimizer.shapes) <= Counter(model.shapes):
        if is_one_each:
            evidence.differ("The optimizer's arrays have shapes that the model's parameters do not have.", place)
        else:
            evidence.doubt(
                "shapes-apart", "Not every array of the optimizer has a parameter of its shape in the model.", place
            )
    elif is_one_each and optimizer.shapes == model.shapes:
        evidence.agree(
            "The optimizer's arrays have the shapes of the model's parameters, in order.", place, counts=False
        )
    else:
        evidence.doubt(
            "not-by-order",
            "The optimizer's shapes match the model's only as a set: they cannot be paired by order.",
            place,
        )


def _say_what_dates_the_weights(checkpoint: Checkpoint, verdict: Correspondence, evidence: Evidence) -> None:
    """Weights almost never state their point; then the answer is that nothing ties them."""
    weights = [each for each in checkpoint.of_kind("K1") if each.state in (State.PRESENT, State.PARTIAL)]
    if not weights or any(part.stated for part in checkpoint.of_kind("K2")):
        return
    points = sorted({each.value for each in checkpoint.stated if each.unit in (STEPS, OPTIMIZER_STEPS)})
    if not points:
        evidence.doubt(
            "weights-untied", "No progress point of the weights is stated in the files.", weights[0].places[0]
        )
        return
    shown = " or ".join(f"{each:,}" for each in points[:4])
    how = "beyond lying in the same file " if verdict is Correspondence.SAME_FILE else ""
    evidence.doubt("weights-untied", f"Nothing in the files {how}ties the weights to {shown}.", weights[0].places[0])
