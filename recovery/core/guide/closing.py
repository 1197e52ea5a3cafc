"""What a comparison says last: its references, what it leaves out and who answers for that, and its fixed sentences."""

from recovery.core.guide.marking import gettext_noop as _

# code, title, address: the references of the guide, as they were checked.
REFERENCES = (
    (
        "P1",
        "PyTorch, Saving and Loading Models (last updated 26 June 2025)",
        "https://docs.pytorch.org/tutorials/beginner/saving_loading_models.html",
    ),
    (
        "P2",
        "PyTorch, torch.optim.Optimizer.state_dict",
        "https://docs.pytorch.org/docs/stable/generated/torch.optim.Optimizer.state_dict.html",
    ),
    (
        "P3",
        "PyTorch, Reproducibility (14 May 2026)",
        "https://docs.pytorch.org/docs/2.13/notes/randomness.html",
    ),
    (
        "A1",
        "Amazon Web Services, Amazon EBS snapshots",
        "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/EBSSnapshots.html",
    ),
)

# subject, who is responsible, heading (domain.md 3.3).
EXCLUSIONS = (
    (
        _("Which captured state the application needs, which environments fit, and which evidence is enough"),
        _("the buyer's team responsible for the application"),
        "H5",
    ),
    (
        _("Capturing the training state, administering the storage software, and proving a recovery"),
        _("the appointed application and storage providers"),
        "H6",
    ),
    (
        _("Images, configuration and operating recipient of the management environment"),
        _("the cluster management handoff"),
        "H6",
    ),
    (_("Physical connections, cabling and endpoint records"), _("the storage network handoff"), "H6"),
    (
        _("How often restores are tested, ransomware posture, certificates, service credits, uptime, throughput"),
        _("a security or service annex to the contract"),
        "H5",
    ),
)

FOOTER = _("A match is to the described object and is no promise of an identical run.")
ORDER_RULE = _("Offers stand in the order of supplier name. No time orders, ranks or decides anything.")
TIE_RULE = _(
    "Equal totals share a rank, and the next rank counts them all: 1, 1, 3. A name never breaks a tie. Only offers "
    "that match, or are broader than requested, are ranked; the two count the same."
)
HISTORY_LEAD = _(
    "Printed for the record. Not matched, not ranked and not scored. A later copy does not move the point."
)
TERMS_LEAD = _("Printed beside the result, never part of it.")
INTERFACE_LEAD = _("Printed, never matched or scored.")
HEIGHT_NOTE = _("Height is the time of copying. Height is history, not merit.")
CHART_NOTE = _(
    "Filled: part of a set that matches. Outlined: returned. Dotted: required here and not returned. A frame is a "
    "storage copy around what it holds. Points stand in order; distances carry no meaning, and no time is shown."
)
SCORE_NOTE = _(
    "Points are value / 3 × weight, kept exact and rounded only for printing. Zero is a value; a blank is not zero."
)
HOW_TO_CHECK = (
    _("The JSON twin attached to the document holds the intent and every offer as frozen, and these results."),
    _(
        "Run “recovery match comparison.json”: its member “case” is judged anew, and the same rule set gives the same verdicts."
    ),
    _("Each digest is the SHA-256 of the frozen answers in canonical JSON; a receipt carries the same digest."),
    _("The same versions give the same bytes: make the export again and compare."),
)
