"""What is claimed against what is offered: R13, R14, R30, R31, R38-R40."""

from collections.abc import Callable, Iterator

from recovery.core.contradictions.firing import ask, claimed, flag, hard, listed
from recovery.core.contradictions.subject import is_about_object
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.outcomes import OUTCOMES
from recovery.core.guide.question import is_prose
from recovery.core.guide.supplier import COPY, OBJECT, OFFER
from recovery.core.intent import Intent, Version
from recovery.core.offer import Claim, Disagreement, Offer, ReturnedObject
from recovery.core.verdict import Contradiction

_TESTS = (
    ("restore", "E6", ("E6", "E7"), _("A restore test")),  # a continuation begins with a restore
    ("continuation", "E7", ("E7",), _("A continuation test")),
)

_QUESTIONS = {**OFFER, **OBJECT, **COPY}
_PRINTED_ONLY = ("terms", "interface")  # sections of the form that no verdict ever reads (4.9.6)


def _is_limited(same_future: Claim) -> bool:
    return bool(same_future.limits) or same_future.one_platform == "yes"


def same_future_without_limits(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R13: the same future run is claimed without limits. The object alone keeps its verdict (4.9.1, T18)."""
    del intent
    for each in offer.objects:
        row = each.claim("same_future")
        if row.claimed == "yes" and not _is_limited(row):
            yield claimed(
                "R13",
                "H5",
                _("The same future run is claimed for {name}, without any limit.").format(name=each.name),
                _("Withdraw the claim, or limit it to one release and platform."),
                ("S22",),
                about=each.name,
            )


def same_future_within_limits(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R14: the same claim with limits, tested or not: a question, printed as a narrow claim (4.9.5, G26)."""
    del intent
    for each in offer.objects:
        row = each.claim("same_future")
        if row.claimed == "yes" and _is_limited(row):
            yield ask(
                "R14",
                "H5",
                _("The same future run is claimed for {name} within limits: {limits}. {tested}").format(
                    name=each.name,
                    limits=row.limits or _("one release and platform"),
                    tested=_("A test of it is stated.") if row.one_platform == "yes" else _("Evidence is outstanding."),
                ),
                _("Name the release, the platform and the test that this narrow claim rests on."),
                ("S22",),
                about=each.name,
            )


def versions_of(named: tuple[Version, ...], name: str) -> tuple[str, ...]:
    """Return every version stated for a framework or library; names are compared trimmed, in any case (4.9.30)."""
    wanted = name.strip().casefold()
    return tuple(each.version.strip() for each in named if each.version and each.name.strip().casefold() == wanted)


def versions_differ(one: str, other: str) -> str:
    """Return "" where two versions agree, "prefix" where one begins the other ("2.6", "2.6.0+cu124"), else "differ"."""
    if one == other:
        return ""
    shorter, longer = sorted((one, other), key=len)
    begins = longer.startswith(shorter) and not longer[len(shorter) : len(shorter) + 1].isdigit()
    return "prefix" if begins else "differ"


def nearest_version(version: str, stated: tuple[str, ...]) -> tuple[str, str]:
    """Return how ``version`` stands to the nearest of those stated, and that one; ("", "") where none is stated."""
    found = [(versions_differ(each, version), each) for each in stated]
    order = ("", "prefix", "differ")
    return min(found, key=lambda each: order.index(each[0]), default=("", ""))


def same_environment_with_other_versions(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R30: "the buyer's environment", and a version differs from B3. Only names given on both sides count (4.9.30)."""
    if offer.environment != "same" or offer.environment_versions == intent.loads_with:
        return
    for each in offer.environment_versions:
        version = each.version.strip()
        found, asked_for = nearest_version(version, versions_of(intent.loads_with, each.name) if version else ())
        if found:
            speak = ask if found == "prefix" else hard
            yield speak(
                "R30",
                "H5",
                _("The buyer's environment is offered with {name} {version}; the buyer loads with {wanted}.").format(
                    name=each.name, version=version, wanted=asked_for
                ),
                _("Say whether the two versions are the same.")
                if found == "prefix"
                else _("Offer a different environment and say why it is compatible, or correct the version."),
                ("S4", "S4a", "B3"),
            )


def environment_claim_without_versions(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R31: the versions of the save are not stated, and it is claimed to work in the buyer's environment."""
    del intent
    for each in offer.objects:
        if not offer.saved_with and each.claim("buyer_environment").claimed == "yes":
            yield hard(
                "R31",
                "H5",
                _(
                    "{name} is claimed to work in the buyer's environment, and the versions of the save are not stated."
                ).format(name=each.name),
                _("Name the framework and versions that wrote the save, or withdraw the claim."),
                ("S3", "S22"),
                about=each.name,
            )


def parties_disagree(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R38: two parties give different answers to one question; "not stated" conflicts with nothing (4.9.29).

    Two wordings of a description are asked about, and two answers about terms or connections flagged: no verdict reads
    free text (section 6) or terms (4.9.6).
    """
    del intent
    found: list[tuple[str, Disagreement]] = [("", each) for each in offer.disagreements]
    found.extend((block.name, each) for block in offer.objects for each in block.disagreements)
    found.extend((block.name, each) for block in offer.copies for each in block.disagreements)
    for name, each in found:
        answers = listed(f"{_labelled('S1', party)}: {_labelled(each.question, value)}" for party, value in each.values)
        yield _weight_of(each.question)(
            "R38",
            "H5",
            _("{question} is answered in two ways ({answers}).").format(question=each.question, answers=answers),
            _("Agree on one answer, or mark it not stated for the party that does not know."),
            (each.question,),
            about=name,
        )


def _weight_of(key: str) -> Callable[..., Contradiction]:
    """Say what two answers to a question weigh: facts contradict; two wordings are asked about, terms are flagged."""
    question = _QUESTIONS.get(key)
    if question is not None and question.section in _PRINTED_ONLY:
        return flag
    return ask if question is not None and is_prose(question) else hard


def _labelled(key: str, value: str) -> str:
    """Return the label of a choice; any other value as it was given."""
    question = _QUESTIONS.get(key)
    return next((each.label for each in question.options if each.code == value), value) if question else value


def claim_and_list_of_tests_disagree(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R39: a restore or continuation test is not claimed and one is listed as passed, or claimed and none is listed.

    A claim that is not stated conflicts with nothing, and a representative test is no test of this object.
    """
    del intent
    for each in offer.objects:
        for name, kind, kinds, words in _TESTS:
            said = each.claim(name).claimed
            if said == "no" and _has_passed(offer, each, kind):
                found = _("is not claimed, and one is listed as passed")
            elif said == "yes" and not _is_listed(offer, each, kinds):
                found = _("is claimed, and none is listed")
            else:
                found = ""
            if found:
                yield claimed(
                    "R39",
                    "H5",
                    _("{test} of {name} {found}.").format(test=words, name=each.name, found=found),
                    _("Make the claim and the list of evidence say the same."),
                    ("S22", "S23"),
                    about=each.name,
                )


def _has_passed(offer: Offer, returned: ReturnedObject, kind: str) -> bool:
    return any(
        item.kind == kind
        and item.result == "passed"
        and item.same != "representative"
        and is_about_object(offer, item, returned)
        for item in offer.evidence
    )


def _is_listed(offer: Offer, returned: ReturnedObject, kinds: tuple[str, ...]) -> bool:
    # A row that names no object may be about this one: a blank conflicts with nothing.
    return any(
        item.kind in kinds and (not item.object or is_about_object(offer, item, returned)) for item in offer.evidence
    )


def other_outcome_meets_request(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R40: another outcome than the buyer's is claimed (S21), and it is said to meet what the buyer asked (S21a)."""
    if intent.outcome not in OUTCOMES:
        return
    for each in offer.objects:
        other = OUTCOMES.get(each.claimed_outcome)
        if other and other.code != intent.outcome and each.meets_request == "yes":
            yield ask(
                "R40",
                "H3",
                _("The buyer wants to {wanted}; {name} is claimed to let the buyer {other}, and to meet that.").format(
                    wanted=OUTCOMES[intent.outcome].verb, name=each.name, other=other.verb
                ),
                _("Claim the buyer's outcome, or say that it does not meet what was asked."),
                ("S21", "S21a"),
                about=each.name,
            )
