"""The components of a continuation state (domain.md 2.1): suggested, never ticked for the buyer."""

from dataclasses import dataclass

from recovery.core.guide.marking import gettext_noop as _


@dataclass(frozen=True)
class Component:
    """One component of the catalogue; ``letter`` is its tile in the progress chart."""

    code: str
    name: str
    why: str
    letter: str


def _component(code: str, name: str, why: str, letter: str) -> tuple[str, Component]:
    return code, Component(code, name, why, letter)


COMPONENTS = dict(
    (
        _component("K1", _("model state"), _("The learned values."), "W"),
        _component(
            "K2", _("registered buffers"), _("Running statistics and caches; part of a PyTorch state_dict."), "B"
        ),
        _component("K3", _("optimizer state"), _("Momentum, second moments, step counts."), "O"),
        _component("K4", _("optimizer parameter groups"), _("Learning rate, weight decay, group membership."), "G"),
        _component(
            "K5", _("learning-rate scheduler state"), _("The position in the schedule; a separate object."), "L"
        ),
        _component("K6", _("gradient scaler state"), _("The loss scale of half-precision training."), "F"),
        _component("K7", _("progress record"), _("Step, epoch, samples or tokens consumed."), "S"),
        _component("K8", _("random number state"), _("Python, NumPy, CPU, each device, each rank."), "R"),
        _component("K9", _("data position"), _("Sampler order, loader state, shuffle buffer."), "D"),
        _component("K10", _("averaged weights"), _("A second set of weights; which one is the model?"), "A"),
        _component("K11", _("callback and algorithm state"), _("Early stopping, pruning, curriculum."), "C"),
        _component("K12", _("model and run configuration"), _("Architecture and hyperparameters."), "N"),
        _component("K13", _("tokenizer and preprocessing"), _("Needed even for inference."), "T"),
        _component("K14", _("base model reference"), _("An adapter is useless without its base."), "M"),
        _component("K15", _("code and library versions"), _("The identified environment."), "E"),
        _component("K16", _("save topology"), _("World size and parallel degrees at save."), "P"),
        _component("K17", _("dataset version or reference"), _("The same position in other data is another run."), "V"),
        _component(
            "K18", _("further models of the application"), _("GAN pairs, actor and critic: one state each."), "X"
        ),
    )
)

OPTIMIZER = "K3"
MODEL = "K1"
# domain.md 4.9.24: these carry no progress point of their own, and K2 and K14-K17 never broaden an offer.
WITHOUT_POINT = frozenset(("K12", "K13", "K14", "K15", "K16", "K17"))
TRAINING_STATE = frozenset(("K3", "K4", "K5", "K6", "K7", "K8", "K9", "K11"))
NEVER_BROADEN = frozenset(("K2", "K14", "K15", "K16", "K17"))
