"""Choices that more than one question offers."""

from recovery.core.guide.components import COMPONENTS
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.outcomes import OUTCOMES
from recovery.core.guide.question import Column, Kind, Option

YES_NO = (Option("yes", _("Yes")), Option("no", _("No")))
OUTCOME_OPTIONS = tuple(Option(each.code, each.label) for each in OUTCOMES.values())
COMPONENT_OPTIONS = tuple(Option(each.code, each.name, each.why) for each in COMPONENTS.values())

SCALES = (
    Option("step", _("Optimizer step")),
    Option("epoch", _("Epoch")),
    Option("samples", _("Samples")),
    Option("tokens", _("Tokens")),
    Option("other", _("Another unit that the application counts")),
)

WEIGHT_FORMS = (
    Option("as_trained", _("As trained")),
    Option("averaged", _("Averaged (EMA, SWA)")),
    Option("adapter", _("Adapter alone")),
    Option("merged_adapter", _("Adapter merged into its base")),
    Option("converted", _("Converted or lower precision")),
)

EVIDENCE_KINDS = (
    Option("E0", _("Assertion only"), _("States what is promised.")),
    Option("E1", _("Storage copy completion record"), _("The stated copy operation ended with that status.")),
    Option("E2", _("Save completion record of the application"), _("The application considered that save finished.")),
    Option("E3", _("Inventory naming components and point"), _("A defined list to compare.")),
    Option("E4", _("Manifest with digests made at save"), _("Which exact files formed the object.")),
    Option("E5", _("Checksum comparison at return"), _("Returned bytes equal the manifest.")),
    Option("E6", _("Load or restore test"), _("Those components loaded in that environment on that date.")),
    Option("E6i", _("Inference check"), _("Outputs on fixed inputs were as expected.")),
    Option("E7", _("Continuation test"), _("Training went on from that point under stated conditions.")),
)

# domain.md 3.2: evidence is always evidence *of* something.
EVIDENCE_CLAIMS = (
    Option("contents", _("What the object holds")),
    Option("copying", _("Copying")),
    Option("saving", _("Saving")),
    Option("correspondence", _("Correspondence of the parts")),
    Option("integrity", _("Integrity")),
    Option("loading", _("Loading")),
    Option("inference", _("Inference")),
    Option("continuing", _("Continuing")),
)

TIERS = (
    Option("memory", _("Memory of a node")),
    Option("node_local", _("Disk of a node")),
    Option("shared", _("Shared file system")),
    Option("object_store", _("Object storage")),
    Option("other_site", _("Another site")),
)

POINT_COLUMNS = (
    Column("run", _("Run"), longest=120),
    Column("branch", _("Branch"), longest=120),
    Column("scale", _("Unit"), Kind.TEXT, SCALES, longest=60),
    Column("value", _("Value"), Kind.NUMBER),
)
# domain.md 4.8 G4: a blank branch is an answer only where the supplier states that the run was never rolled back.
STATED_POINT_COLUMNS = (
    *POINT_COLUMNS,
    Column("never_rolled_back", _("The run was never rolled back"), Kind.ONE, YES_NO),
)
VERSION_COLUMNS = (
    Column("name", _("Framework or library"), required=True, longest=120),
    Column("version", _("Version"), longest=60),
)
