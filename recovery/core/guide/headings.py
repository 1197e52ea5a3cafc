"""The guide's headings, quoted in every reason that the program prints."""

from recovery.core.guide.marking import gettext_noop as _

HEADINGS = {
    "H1": _("Read model and optimizer state separately"),
    "H2": _("Identify the storage copy's boundary"),
    "H3": _("Compare three fictional returns for the same job"),
    "H4": _("Do not rank recovery by the newest timestamp"),
    "H5": _("Make the continuation claim specific"),
    "H6": _("Keep the physical storage interface visible"),
}
