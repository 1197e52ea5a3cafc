"""Generated intents and offers: any answer that the questionnaire allows, blanks included."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

from hypothesis import strategies as st

from recovery.core.guide.choices import EVIDENCE_CLAIMS, EVIDENCE_KINDS
from recovery.core.guide.supplier import COPY, OBJECT
from recovery.core.intent import Component, Intent, ListedContent, NotApplicable, Version, WantedEvidence
from recovery.core.offer import Claim, EvidenceItem, Offer, ReturnedObject, StorageCopy, Volume
from recovery.core.progress import Point
from tests.core.tr10 import V10, V11, A, B
from tests.core.tr10 import intent as tr10_intent

PARTIES = ("training_provider", "storage_provider")
CLAIMS = [each.code for each in OBJECT["S22"].options]
TODAY = date(2026, 11, 30)
CODES = tuple(f"K{number}" for number in range(1, 19))
components = st.sampled_from([*(Component(code) for code in CODES), Component("K1", "actor"), Component("K3", "actor")])
values = st.sampled_from([Decimal(value) for value in (0, 8, 9, 10, 11)])
points = st.builds(
    Point,
    run=st.sampled_from(("TR-10", "TR-10", "TR-11", "")),
    branch=st.sampled_from(("main", "main", "b", "")),
    scale=st.sampled_from(("step", "step", "epoch", "")),
    value=st.one_of(values, st.none()),
    unbranched=st.booleans(),
)
instants = st.integers(0, 400).map(lambda hours: datetime(2026, 11, 1, tzinfo=UTC) + timedelta(hours=hours))
days = st.integers(0, 29).map(lambda day: date(2026, 11, 1) + timedelta(days=day))
versions = st.lists(
    st.builds(Version, st.sampled_from(("PyTorch", "Accelerate")), st.sampled_from(("2.13", "2.14", ""))), max_size=2
).map(tuple)


def maybe(strategy):
    """Return the strategy with "not stated" beside it."""
    return st.one_of(strategy, st.none())


def codes(question):
    """Return one of a question's codes, or "" for not stated."""
    return st.sampled_from((*question.codes(), ""))


def _pairs(found):
    return tuple(found.items())


listed = st.builds(
    lambda component, point, together: ListedContent(str(component), component, point, together),
    components,
    points,
    st.booleans(),
)
intents = st.builds(
    Intent,
    outcome=st.sampled_from(("O1", "O2", "O3", "O3", "O4", "", "undecided")),
    application=st.just("TR-10"),
    loads_with=versions,
    environment_by=st.sampled_from(("buyer", "supplier", "third_party", "")),
    rule=st.sampled_from(("exactly", "at_least", "any", "rule", "")),
    wanted=st.builds(Point, st.just("TR-10"), st.sampled_from(("main", "")), st.just("step"), maybe(values)),
    largest_gap=maybe(values),
    required=st.lists(components, max_size=4, unique=True).map(tuple),
    not_applicable=st.lists(st.builds(NotApplicable, components, st.just("It keeps no state.")), max_size=1).map(tuple),
    form=st.sampled_from(("as_trained", "any", "averaged", "adapter", "")),
    optimizer_by=st.sampled_from(("buyer", "supplier", "")),
    layout=st.sampled_from(("same", "different", "")),
    boundary=st.sampled_from(("volume 1", "")),
    contents=st.lists(listed, max_size=3).map(tuple),
    wanted_evidence=st.lists(
        st.builds(
            WantedEvidence,
            st.sampled_from([each.code for each in EVIDENCE_CLAIMS]),
            st.just(("E6", "E7")),
        ),
        max_size=2,
    ).map(tuple),
    needed_until=maybe(days),
    today=st.just(TODAY),
)


def _objects(kinds):
    return st.builds(
        ReturnedObject,
        name=st.sampled_from(("first", "second")),
        kind=st.sampled_from(kinds),
        format=st.sampled_from(("torch.save", "")),
        parts=st.dictionaries(
            components, st.sampled_from(("yes", "yes", "no", "new", "not_applicable", "")), max_size=5
        ).map(_pairs),
        points=st.dictionaries(components, points, max_size=5).map(_pairs),
        latest_means=codes(OBJECT["S9"]),
        identified_how=st.sampled_from(("from the record", "")),
        smallest_promised=maybe(values),
        point_is=codes(OBJECT["S10b"]),
        largest_gap=maybe(values),
        one_checkpoint=codes(OBJECT["S11a"]),
        basis=codes(OBJECT["S12"]),
        ids=st.dictionaries(components, st.sampled_from(("id-1", "id-2")), max_size=3).map(_pairs),
        saved_by=maybe(st.sampled_from([Decimal(1), Decimal(8)])),
        returned_by=maybe(st.sampled_from([Decimal(1), Decimal(8)])),
        save_state=codes(OBJECT["S15"]),
        tier_reached=codes(OBJECT["S15a"]),
        tier_promised=codes(OBJECT["S15b"]),
        carried=st.dictionaries(components, codes(OBJECT["S16"]), max_size=3).map(_pairs),
        form=codes(OBJECT["S18"]),
        base=st.sampled_from(("base-7", "")),
        self_contained=codes(OBJECT["S20"]),
        claimed_outcome=codes(OBJECT["S21"]),
        meets_request=codes(OBJECT["S21a"]),
        claims=st.lists(
            st.builds(
                Claim,
                st.sampled_from(CLAIMS),
                st.sampled_from(("yes", "no", "")),
            ),
            max_size=3,
            unique_by=lambda claim: claim.name,
        ).map(tuple),
        saved_at=maybe(instants),
        identified_by=codes(OBJECT["S36"]),
        copy=st.sampled_from(("copy", "")),
    )


KINDS = ("model_state", "package", "named_components", "copy_named", "copy_unstated", "copy_unidentifiable", "rule", "")
objects = _objects(KINDS)
# One point for every part that is there: what T21 adds to.
at_one_point = st.builds(
    lambda found, point: replace(found, points=tuple((part, point) for part, _ in found.parts)),
    _objects(("package", "named_components", "copy_named")),
    points,
)
copies = st.builds(
    StorageCopy,
    name=st.just("copy"),
    product=st.just("volume snapshot"),
    boundary=codes(COPY["S30a"]),
    contents=st.dictionaries(st.integers(1, 3), st.sampled_from(("inside", "not_inside", "")), max_size=3).map(
        lambda found: tuple(found.items())
    ),
    volumes=st.lists(st.builds(Volume, st.sampled_from(("v1", "v2")), maybe(instants)), max_size=2).map(tuple),
    spans=st.lists(st.sampled_from(("v1", "v2")), max_size=2, unique=True).map(tuple),
    requested_at=maybe(instants),
    captured_at=maybe(instants),
    completed_at=maybe(instants),
    consistency=codes(COPY["S33"]),
    status=codes(COPY["S34"]),
)
evidence = st.builds(
    EvidenceItem,
    kind=st.sampled_from([each.code for each in EVIDENCE_KINDS]),
    id=st.sampled_from(("item 1", "item 2")),
    object=st.sampled_from(("first", "")),
    same=st.sampled_from(("same", "representative", "")),
    point=points,
    on=maybe(days),
    environment=versions,
    result=st.sampled_from(("passed", "failed", "partial", "")),
    loaded=st.lists(components, max_size=2, unique=True).map(tuple),
    warned=st.lists(components, max_size=1).map(tuple),
    claim=st.sampled_from([each.code for each in EVIDENCE_CLAIMS]),
)


def _offers(of):
    return st.builds(
        Offer,
        name=st.sampled_from(("Offer A", "Offer B")),
        supplier=st.sampled_from(("Alder", "Birch")),
        answered_by=st.lists(st.sampled_from(("training_provider", "storage_provider")), max_size=2, unique=True).map(
            tuple
        ),
        application=st.sampled_from(("buyers", "buyers", "other", "not_identified", "")),
        saved_with=versions,
        environment=st.sampled_from(("same", "different", "not_included", "")),
        environment_versions=versions,
        compatible_because=st.sampled_from(("Loaded in the target.", "")),
        objects=st.lists(of, min_size=0 if of is objects else 1, max_size=2, unique_by=lambda each: each.name).map(
            tuple
        ),
        copies=st.lists(copies, max_size=1).map(tuple),
        evidence=st.lists(evidence, max_size=2).map(tuple),
    )


# Answers drawn at random seldom match anything, so half of what is generated is TR-10 with a few answers changed.
_CHANGED = (
    "parts",
    "points",
    "basis",
    "one_checkpoint",
    "form",
    "save_state",
    "claimed_outcome",
    "carried",
    "saved_at",
)


@st.composite
def _near(draw, of):
    offer = draw(st.sampled_from((A, B, V11, V10)))
    other = draw(of)
    changed = draw(st.lists(st.sampled_from(_CHANGED), max_size=2, unique=True)) if of is objects else []
    first = replace(offer.objects[0], **{name: getattr(other, name) for name in changed})
    first = replace(first, kind="named_components") if first.kind == "model_state" else first
    return replace(
        offer,
        objects=(first,),
        environment=draw(st.sampled_from(("same", "same", offer.environment))),
        evidence=draw(st.lists(evidence, max_size=2).map(tuple)),
    )


near_intents = st.builds(
    tr10_intent,
    st.sampled_from(("O1", "O2", "O3", "O4")),
    st.sampled_from(("exactly", "at_least", "any")),
    st.sampled_from((9, 10)),
)
cases = st.one_of(st.tuples(intents, _offers(objects)), st.tuples(near_intents, _near(objects)))
cases_at_one_point = st.one_of(st.tuples(intents, _offers(at_one_point)), st.tuples(near_intents, _near(at_one_point)))
pairs = st.tuples(near_intents, _near(objects), _near(objects)) | st.tuples(intents, _offers(objects), _offers(objects))
