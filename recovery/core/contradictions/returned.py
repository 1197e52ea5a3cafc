"""What is said to be returned against what the object holds: R1-R4, R12, R34-R36, R46."""

import re
from collections.abc import Iterator

from recovery.core.contradictions.firing import ask, components_words, hard, listed
from recovery.core.contradictions.subject import is_called_complete, is_excused, optimizers
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.intent import Intent
from recovery.core.offer import Offer, ReturnedObject
from recovery.core.verdict import Contradiction

_FORMS = {
    "averaged": _("averaged weights"),
    "merged_adapter": _("an adapter merged into its base"),
    "converted": _("converted or lower-precision weights"),
}
_BARE_WORD = re.compile(r"\W*(?:(?:an?|the)\W+)*(?:back-?up|snapshot|checkpoint)s?\W*", re.IGNORECASE)


def _holds_the_list(intent: Intent, returned: ReturnedObject) -> bool:
    return bool(intent.required) and all(
        returned.said_of(each) == "yes" or is_excused(each, intent) for each in intent.required
    )


def model_state_claims_continuation(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R1: model state only, and continuation claimed. Silent where the object holds all of B10 (4.9.11)."""
    for each in offer.objects:
        if each.kind == "model_state" and each.claimed_outcome == "O3" and not _holds_the_list(intent, each):
            yield hard(
                "R1",
                "H1",
                _("{name} is model state only, and continuing from a training state is claimed for it.").format(
                    name=each.name
                ),
                _("Claim another result, or return the optimizer state and the other required parts as well."),
                ("S6", "S21"),
                about=each.name,
            )


def model_state_holds_optimizer(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R2: model state only, and optimizer state answered yes. Named components are another choice of S6 (4.9)."""
    del intent
    for each in offer.objects:
        inside = optimizers(each, "yes")
        if each.kind == "model_state" and inside:
            yield hard(
                "R2",
                "H1",
                _("{name} is called model state only, and {parts} is said to be in it.").format(
                    name=each.name, parts=components_words(inside)
                ),
                _("Choose “named components” or “training-state package”, or answer no for the optimizer state."),
                ("S6", "S7"),
                about=each.name,
            )


def package_without_optimizer(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R3: a training-state package without optimizer state, which the application owner has not excused (B11)."""
    for each in offer.objects:
        absent = tuple(part for part in optimizers(each, "no") if not is_excused(part, intent))
        if each.kind == "package" and absent:
            yield hard(
                "R3",
                "H1",
                _("{name} is called a training-state package, and {parts} is not in it.").format(
                    name=each.name, parts=components_words(absent)
                ),
                _("Call it model state or named components, or return the optimizer state."),
                ("S6", "S7"),
                about=each.name,
            )


def _has_listed_text_inside(intent: Intent, offer: Offer, returned: ReturnedObject) -> bool:
    copy = offer.copy_of(returned)
    inside = [row for row, code in copy.contents if code == "inside"] if copy else []
    return any(0 < row <= len(intent.contents) and intent.contents[row - 1].component is None for row in inside)


def named_copy_without_contents(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R4: contents said to be named, but no component answered yes (4.9.31), or nobody identified the checkpoint.

    A listed item in free text that S30b answers "inside" names contents too: no component could be answered for it.
    """
    for each in offer.objects:
        if each.kind != "copy_named":
            continue
        blank = not each.present() and not _has_listed_text_inside(intent, offer, each)
        if blank or each.identified_by == "nobody":
            found = _("no component is named in it") if blank else _("nobody identified the checkpoint inside")
            yield hard(
                "R4",
                "H2",
                _("{name} is a storage copy whose contents are said to be named, and {found}.").format(
                    name=each.name, found=found
                ),
                _("Name the contents and who identified them, or choose “contents not yet stated”."),
                ("S6", "S7", "S36"),
                about=each.name,
            )


def continuation_with_new_optimizer(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R12: continuation claimed with a newly initialised optimizer: another starting condition (H3)."""
    del intent
    for each in offer.objects:
        new = optimizers(each, "new")
        if each.claimed_outcome == "O3" and new:
            yield hard(
                "R12",
                "H3",
                _("{name} claims continuing from a training state, and its {parts} is newly initialised.").format(
                    name=each.name, parts=components_words(new)
                ),
                _("Claim further training with a new optimizer, or return the saved optimizer state."),
                ("S7", "S21"),
                about=each.name,
            )


def other_form_claimed_as_trained(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R34: averaged, merged or lower-precision weights, with "parameters as trained" claimed in S22 for O3 (4.9.10)."""
    del intent
    for each in offer.objects:
        if each.form in _FORMS and each.claimed_outcome == "O3" and each.claim("as_trained").claimed == "yes":
            yield hard(
                "R34",
                "H1",
                _("{name} holds {form}, and its parameters are claimed to be as trained.").format(
                    name=each.name, form=_FORMS[each.form]
                ),
                _("Withdraw the claim “parameters are as trained”, or return the weights as trained."),
                ("S18", "S22"),
                about=each.name,
            )


def adapter_without_base_called_complete(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R35: an adapter whose base is not named, and complete claimed (S11a yes or S21 = O3; 4.9.9)."""
    del intent
    for each in offer.objects:
        if each.form == "adapter" and not each.base and is_called_complete(each):
            yield hard(
                "R35",
                "H1",
                _("{name} is an adapter without a named base model, and it is claimed to be complete.").format(
                    name=each.name
                ),
                _("Name the base model, or withdraw the claim that this is complete."),
                ("S18", "S19", "S11a" if each.one_checkpoint == "yes" else "S21"),
                about=each.name,
            )


def dependency_not_offered(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R36: not self-contained, and a listed dependency is not offered (4.9.7).

    The buyer's own base model (B13a) need not be offered: the buyer asked for an adapter to it.
    """
    for each in offer.objects:
        if each.self_contained != "no":
            continue
        # Neither the object itself nor the copy that it lies in is what it builds on.
        names = (*(other.name for other in offer.objects if other is not each), intent.base)
        copies = (copy.name for copy in offer.copies if copy is not offer.copy_of(each))
        offered = {name.strip().casefold() for name in (*names, *copies)}
        absent = [name for name in each.depends_on if name.strip().casefold() not in offered]
        if absent:
            yield hard(
                "R36",
                "H2",
                _("{name} depends on {parts}, which this offer does not return.").format(
                    name=each.name, parts=listed(absent)
                ),
                _("Add what it depends on as an object of this offer, under the same name."),
                ("S20", "S20a"),
                about=each.name,
            )


def one_word_description(intent: Intent, offer: Offer) -> Iterator[Contradiction]:
    """R46: "backup", "snapshot" or "checkpoint" is the whole description. A hint from free text: it only asks."""
    del intent
    for each in offer.objects:
        if _BARE_WORD.fullmatch(each.described):
            yield ask(
                "R46",
                "H5",
                _("{name} is described by the word “{word}” alone.").format(name=each.name, word=each.described),
                _("Say which state the application saved and what the storage captured."),
                ("S6b",),
                about=each.name,
            )
