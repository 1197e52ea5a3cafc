"""What keeps a requirement from being judged, and what should be asked of the buyer: RB1-RB10."""

import re
from collections.abc import Iterator

from recovery.core.contradictions.firing import ask, components_words, incomplete
from recovery.core.contradictions.subject import is_excused
from recovery.core.guide.components import MODEL, OPTIMIZER, WITHOUT_POINT
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.intent import Intent, ListedContent
from recovery.core.verdict import Contradiction

_TRAINED = ("O1", "O2", "O3")
_IDENTICAL = re.compile(
    r"\bidentical|bit[\s-]?(exact|wise|for[\s-]bit|identical)|\b(exactly|precisely) the same\b", re.IGNORECASE
)
_LATEST = re.compile(r"\b(latest|newest|most recent)\b", re.IGNORECASE)
_OUTCOME_WORDS = (
    ("O1", re.compile(r"\b(inference|inferencing|serving|serve|deploy)", re.IGNORECASE)),
    ("O2", re.compile(r"\b(new|fresh|newly initiali[sz]ed) optimi[sz]er|\bfine-?tun", re.IGNORECASE)),
    ("O3", re.compile(r"\b(continue|continuing|continuation|resume|resuming)", re.IGNORECASE)),
    ("O4", re.compile(r"\b(volume|storage|bucket|file system) contents?\b", re.IGNORECASE)),
)
_NOTES = ("B17", "B10a", "B23a")


def optimizer_for_inference(intent: Intent) -> Iterator[Contradiction]:
    """RB1: the model is kept for inference, and optimizer state is required: deliberate? (G24)"""
    if intent.outcome == "O1" and any(each.code == OPTIMIZER for each in intent.required):
        yield ask(
            "RB1",
            "H5",
            _("The model is wanted for inference, and optimizer state is required."),
            _("Remove it if it is not meant; if it is, an offer without it will not match."),
            ("B1", "B10"),
        )


def continuation_without_optimizer(intent: Intent) -> Iterator[Contradiction]:
    """RB2: continuation, and optimizer state neither required nor explained in B11: is a new optimizer meant?"""
    required = any(each.code == OPTIMIZER for each in intent.required)
    explained = any(each.component.code == OPTIMIZER for each in intent.not_applicable)
    if intent.outcome == "O3" and not required and not explained:
        yield incomplete(
            "RB2",
            "H3",
            _("Continuing is wanted, and optimizer state is neither required nor explained as not applicable."),
            _("Require it, explain why it does not apply, or choose further training with a new optimizer."),
            ("B10", "B11", "B1"),
        )


def continuation_without_list(intent: Intent) -> Iterator[Contradiction]:
    """RB3: continuation, and B10 is empty, or names model state alone without a reason."""
    alone = all(each.code == MODEL for each in intent.required)
    if intent.outcome == "O3" and alone and not (intent.required and intent.model_only_reason):
        yield incomplete(
            "RB3",
            "H5",
            _("Continuing is wanted, and no list says which parts it needs.")
            if not intent.required
            else _("Continuing is wanted, and model state alone is required, without a reason."),
            _("The team responsible for the application must define the required state."),
            ("B10", "B10a"),
        )


def point_not_stated(intent: Intent) -> Iterator[Contradiction]:
    """RB4: "exactly" or "at least" without run, unit or value, and no progress rule at all. A branch may stay open."""
    if intent.outcome not in _TRAINED:
        return
    wanted = intent.wanted
    blanks = [
        (key, word)
        for key, word, given in (
            ("B5", _("the run"), bool(wanted.run)),
            ("B6", _("the unit"), bool(wanted.scale)),
            ("B8", _("the value"), wanted.value is not None),
        )
        if not given
    ]
    if not intent.rule:
        yield incomplete("RB4", "H3", _("No progress rule is stated."), _("Say which point is acceptable."), ("B7",))
    elif intent.rule in ("exactly", "at_least") and blanks:
        yield incomplete(
            "RB4",
            "H3",
            _("A point is asked for, and not stated: {blanks}.").format(
                blanks=", ".join(word for _key, word in blanks)
            ),
            _("State the run, the unit and the value of the point."),
            (*(key for key, _word in blanks), "B7"),
        )


def contents_without_boundary(intent: Intent) -> Iterator[Contradiction]:
    """RB5: stated storage contents, without a boundary or without a list."""
    blanks = tuple(key for key, given in (("B18", intent.boundary), ("B19", intent.contents)) if not given)
    if intent.outcome == "O4" and blanks:
        yield incomplete(
            "RB5",
            "H2",
            _("Stated storage contents are wanted, and no boundary is named.")
            if blanks == ("B18",)
            else _("Stated storage contents are wanted, and nothing is listed."),
            _("Name the boundary, and list what must be inside."),
            blanks,
        )


def _lacks_point(row: ListedContent) -> bool:
    pointed = row.component is not None and row.component.code not in WITHOUT_POINT
    point = row.point
    return (pointed or row.one_checkpoint) and (not point.run or not point.scale or point.value is None)


def listed_checkpoint_without_point(intent: Intent) -> Iterator[Contradiction]:
    """RB6: the list of contents holds a checkpoint, and its run, unit or value is not stated."""
    if intent.outcome != "O4":
        return
    rows = [(place, row) for place, row in enumerate(intent.contents, 1) if _lacks_point(row)]
    if rows:
        yield incomplete(
            "RB6",
            "H2",
            _("The list holds {items} without a point.").format(
                items=", ".join(f"{row.item} ({_('row')} {place})" for place, row in rows)
            ),
            _("Give the run, the unit and the value of each checkpoint in the list."),
            ("B19",),
        )


def identical_run_wanted(intent: Intent) -> Iterator[Contradiction]:
    """RB7: the meaning of continuing seems to ask for an identical run. A hint from free text: it only asks."""
    if intent.outcome == "O3" and _IDENTICAL.search(intent.meaning):
        yield ask(
            "RB7",
            "H5",
            _("Your words for continuing seem to ask for an identical future run."),
            _("No framework promises that. Confirm the wording, or state what must hold instead."),
            ("B17",),
        )


def latest_in_words(intent: Intent) -> Iterator[Contradiction]:
    """RB8: "latest" in free text: the copy event, the saved model or the application's progress? (H4)"""
    found = tuple(dict.fromkeys(key for key, text in intent.free_texts if _LATEST.search(text)))
    if found:
        yield ask(
            "RB8",
            "H4",
            _("“Latest” can mean the latest copy event, the latest saved model or the latest progress."),
            _("Say which of the three is meant, or state a point."),
            found,
        )


def per_process_state_elsewhere(intent: Intent) -> Iterator[Contradiction]:
    """RB9: another layout, and random number state or data position required as it is."""
    parts = tuple(each for each in intent.required if each.code in ("K8", "K9") and not is_excused(each, intent))
    if intent.outcome == "O3" and intent.layout == "different" and parts:
        yield ask(
            "RB9",
            "H5",
            _("You continue on another layout, and {parts} must come back.").format(parts=components_words(parts)),
            _("A state kept by each process often cannot be carried to another layout. Confirm that it is required."),
            ("B16", "B10"),
        )


def two_outcomes_in_words(intent: Intent) -> Iterator[Contradiction]:
    """RB10: the notes describe another outcome than the one chosen. A hint from free text: it only asks."""
    texts = [(key, text) for key, text in intent.free_texts if key in _NOTES]
    found = [
        key
        for key, text in texts
        if any(code != intent.outcome and pattern.search(text) for code, pattern in _OUTCOME_WORDS)
    ]
    if intent.outcome in (*_TRAINED, "O4") and found:
        yield ask(
            "RB10",
            "H1",
            _("Your words describe another result beside the one you chose."),
            _("Two needs are two inquiries: split them, or confirm that one is meant."),
            ("B1", *found),
        )
