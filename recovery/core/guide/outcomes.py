"""The four results that a buyer can want; they never share one label (guide H1, H3)."""

from dataclasses import dataclass

from recovery.core.guide.marking import gettext_noop as _


@dataclass(frozen=True)
class Outcome:
    """One result: ``label`` as a choice, ``short`` as a column head, ``verb`` inside a sentence after "wants to"."""

    code: str
    label: str
    short: str
    verb: str


OUTCOMES = {
    "O1": Outcome("O1", _("Keep the model for inference"), _("Keep for inference"), _("keep the model for inference")),
    "O2": Outcome(
        "O2", _("Train further with a new optimizer"), _("New optimizer"), _("train further with a new optimizer")
    ),
    "O3": Outcome(
        "O3",
        _("Continue from an identified training state"),
        _("Continue"),
        _("continue from an identified training state"),
    ),
    "O4": Outcome(
        "O4", _("Receive stated storage contents"), _("Stated contents"), _("receive stated storage contents")
    ),
}
