"""What the buyer wants, a sentence a fact."""

from recovery.core.checks.finding import required_of
from recovery.core.guide.choices import EVIDENCE_CLAIMS, EVIDENCE_KINDS, WEIGHT_FORMS
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.outcomes import OUTCOMES
from recovery.core.guide.wording import NOT_STATED, say
from recovery.core.intent import Intent, ListedContent
from recovery.core.matching.wording import component_name, listed, place
from recovery.core.progress import number
from recovery.core.summary.naming import ended, label_of, lowered, point_in_words, versions_in_words


def intent_in_words(intent: Intent) -> tuple[str, ...]:
    """Return what the buyer wants, a sentence a fact; what is not stated is said to be so."""
    if intent.outcome not in OUTCOMES:
        return (
            say(_("The buyer has not decided what must be possible afterwards.")),
            say(_("No offer can be compared until that is stated.")),
        )
    application = intent.application or say(_("an application that is not named"))
    verb = say(OUTCOMES[intent.outcome].verb)
    wants = say(_("For {application}, the buyer wants to {verb}."), application=application, verb=verb)
    wanted = _contents_wanted(intent) if intent.outcome == "O4" else _state_wanted(intent)
    return (wants, *wanted, *_evidence_wanted(intent))


def _state_wanted(intent: Intent) -> list[str]:
    sentences = [progress_wanted(intent), _components_wanted(intent)]
    if intent.form and intent.form != "any":
        form = label_of(WEIGHT_FORMS, intent.form)
        sentences.append(say(_("Form of the weights: {form}."), form=lowered(form)))
    sentences += [
        say(
            _("Not applicable: {what}, because {reason}"),
            what=component_name(each.component),
            reason=ended(each.reason),
        )
        for each in intent.not_applicable
    ]
    return [*sentences, _environment_wanted(intent)]


def progress_wanted(intent: Intent) -> str:
    """Return the buyer's rule of progress as one sentence."""
    at = point_in_words(intent.wanted)
    if intent.rule == "exactly":
        return say(_("It must be at exactly {point}."), point=at)
    if intent.rule == "at_least":
        return say(_("It must be at {point} or later."), point=at)
    if intent.rule == "any":
        return say(_("Any progress point will do, as long as it is identified."))
    if intent.rule == "rule":
        gap = say(NOT_STATED)
        if intent.largest_gap is not None:
            gap = say(
                _("{count} in units of {unit}"), count=number(intent.largest_gap), unit=intent.wanted.scale or "?"
            )
        return say(_("A stated rule may choose the point; the largest gap behind the job is {gap}."), gap=gap)
    return say(_("Which progress point is acceptable is not stated."))


def _components_wanted(intent: Intent) -> str:
    required = required_of(intent)
    if not required:
        return say(_("Which components are required is not stated."))
    return say(_("Required: {components}."), components=listed([component_name(each) for each in required]))


def _environment_wanted(intent: Intent) -> str:
    provided = {
        "buyer": _("The buyer provides the environment: {versions}."),
        "supplier": _("The supplier provides the environment: {versions}."),
        "third_party": _("A third party provides the environment: {versions}."),
        "undecided": _("Who provides the environment is not decided. Framework: {versions}."),
    }
    if not intent.environment_by and not intent.loads_with:
        return say(_("Who provides the environment, and which framework, is not stated."))
    template = provided.get(
        intent.environment_by, _("Who provides the environment is not stated. Framework: {versions}.")
    )
    return say(template, versions=versions_in_words(intent.loads_with) or say(_("version not stated")))


def _contents_wanted(intent: Intent) -> list[str]:
    boundary = intent.boundary or say(_("a storage boundary that is not stated"))
    if not intent.contents:
        return [say(_("From {boundary}; what must be inside is not stated."), boundary=boundary)]
    inside = listed([listed_content(each) for each in intent.contents])
    sentences = [say(_("Inside {boundary} must be: {contents}."), boundary=boundary, contents=inside)]
    if any(each.one_checkpoint for each in intent.contents):
        together = listed([listed_content(each) for each in intent.contents if each.one_checkpoint])
        sentences.append(say(_("These must form one checkpoint: {contents}."), contents=together))
    return sentences


def listed_content(content: ListedContent) -> str:
    """Return one row of B19 in words: "model state at step 9", or the item as it was typed."""
    what = component_name(content.component) if content.component else content.item
    if content.point.value is None:
        return what
    return say(_("{what} at {point}"), what=what, point=place(content.point))


def _evidence_wanted(intent: Intent) -> list[str]:
    return [
        say(
            _("Evidence wanted of {claim}: {kinds}."),
            claim=lowered(label_of(EVIDENCE_CLAIMS, each.claim)),
            kinds=listed([lowered(label_of(EVIDENCE_KINDS, kind)) for kind in each.kinds]),
        )
        for each in intent.wanted_evidence
    ]
