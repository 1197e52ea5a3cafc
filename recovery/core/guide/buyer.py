"""What the buyer is asked: B1 to B24 (domain.md 5.1, with what 4.9 adds)."""

from recovery.core.guide.buyer_state import COMPONENTS_ASKED, PROGRESS
from recovery.core.guide.choices import (
    EVIDENCE_CLAIMS,
    EVIDENCE_KINDS,
    OUTCOME_OPTIONS,
    POINT_COLUMNS,
    VERSION_COLUMNS,
    YES_NO,
)
from recovery.core.guide.conditions import CONTINUED
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.question import Column, Kind, Option, Question, Scope, Section, Shown

BUYER_SECTIONS = (
    Section("result", _("What must be possible afterwards?"), _("Everything else follows from this one answer."), "H3"),
    Section("application", _("Which application, and where will it run?"), "", "H5"),
    Section("progress", _("Which progress point?"), _("Where the application was, counted in its own units."), "H4"),
    Section("components", _("Which parts must come back?"), _("Your responsible team defines this list."), "H1"),
    Section("contents", _("Which storage contents?"), _("A boundary and a list, row by row."), "H2"),
    Section("evidence", _("What evidence do you want, and when?"), "", "H5"),
    Section(
        "terms", _("What else should be recorded?"), _("Printed beside the result, never matched."), "H6", matched=False
    ),
)


_RESULT = (
    Question(
        "B1",
        Scope.INTENT,
        "result",
        Kind.ONE,
        _("What must you be able to do with what comes back?"),
        help=_("Choose one. Two needs are two inquiries."),
        why=_(
            "Preserved values do not establish preserved optimizer state. Four results hide behind one word, and offers can be compared only after one is stated."
        ),
        heading="H3",
        required=True,
        options=(
            *OUTCOME_OPTIONS,
            Option("undecided", _("Not decided"), _("No offer can be compared until you decide.")),
        ),
    ),
    Question(
        "B2",
        Scope.INTENT,
        "result",
        Kind.TEXT,
        _("What is the application or training job called?"),
        help=_("The job that the state belongs to."),
        heading="H5",
        required=True,
        longest=120,
        shortest=3,
        why=_("A state belongs to one application; the same file means nothing to another."),
    ),
    Question(
        "B17",
        Scope.INTENT,
        "result",
        Kind.LONG,
        _("What does continuing mean to you?"),
        help=_("One sentence. It cannot mean an identical future run."),
        shown=CONTINUED,
        required=True,
        why=_(
            "No framework promises identical results across releases, commits or platforms, so a claim to continue needs a stated meaning."
        ),
    ),
    Question(
        "B24",
        Scope.INTENT,
        "result",
        Kind.TEXT,
        _("Who, on your side, confirms which parts belong together?"),
        help=_("The application owner: a role and a contact label, no personal details."),
        shown=((Shown("B1", ("O3", "O4")),),),
        required=True,
        longest=200,
        heading="H4",
        why=_("Only the owner of the application can say which objects belong to the same checkpoint."),
    ),
)

_APPLICATION = (
    Question(
        "B3",
        Scope.INTENT,
        "application",
        Kind.TABLE,
        _("Which framework and version will you load with?"),
        help=_("The release, and the trainer library if there is one."),
        columns=VERSION_COLUMNS,
        why=_(
            "Saved state is not guaranteed to load in another version, and an offer can be checked only against a named one."
        ),
        required=True,
        shown=((Shown("B4", ("buyer", "third_party", "undecided", "")),),),
    ),
    Question(
        "B4",
        Scope.INTENT,
        "application",
        Kind.ONE,
        _("Who provides the running environment?"),
        required=True,
        options=(
            Option("buyer", _("We do")),
            Option("supplier", _("The supplier")),
            Option("third_party", _("A third party")),
            Option("undecided", _("Not decided")),
        ),
        why=_("A model is used, and a training state continued, only with the appropriate application environment."),
    ),
    Question(
        "B16",
        Scope.INTENT,
        "application",
        Kind.ONE,
        _("Where will you continue?"),
        help=_("The same number of devices and layout, or another."),
        shown=CONTINUED,
        required=True,
        options=(
            Option("same", _("Same layout")),
            Option("different", _("Another layout")),
            Option("undecided", _("Not decided")),
        ),
        why=_("Weights can often be laid out anew; random state and data position often cannot."),
    ),
    Question(
        "B16a",
        Scope.INTENT,
        "application",
        Kind.TEXT,
        _("Which layout?"),
        shown=((Shown("B16", ("different",)),),),
        longest=500,
    ),
)

_CONTENTS = (
    Question(
        "B18",
        Scope.INTENT,
        "contents",
        Kind.TEXT,
        _("What is the storage boundary?"),
        heading="H2",
        longest=500,
        required=True,
        help=_("A volume, file system, bucket, folder or group."),
        shown=((Shown("B1", ("O4",)),),),
        why=_("A storage copy describes what lies inside a boundary. Its name does not describe the saved state."),
    ),
    Question(
        "B19",
        Scope.INTENT,
        "contents",
        Kind.TABLE,
        _("What must be inside?"),
        heading="H2",
        required=True,
        help=_("One row a thing; give the point if it is part of a checkpoint."),
        shown=((Shown("B1", ("O4",)),),),
        columns=(
            Column("item", _("Component or item"), required=True, longest=300),
            *POINT_COLUMNS,
            Column("one_checkpoint", _("Must form one checkpoint"), Kind.ONE, YES_NO),
        ),
        why=_("A list can be compared with a list; it cannot be compared with the word backup."),
    ),
)

_EVIDENCE = (
    Question(
        "B20",
        Scope.INTENT,
        "evidence",
        Kind.TABLE,
        _("Which evidence do you want, and for which claim?"),
        matched=False,
        help=_("Pick only what your promise needs; none is allowed."),
        columns=(
            Column("claim", _("Evidence of"), Kind.ONE, EVIDENCE_CLAIMS, required=True),
            Column("kinds", _("Kinds"), Kind.MANY, EVIDENCE_KINDS[1:], required=True),
        ),
        why=_("A completed copy, an intact file and a continued run are three different findings."),
    ),
    Question(
        "B21",
        Scope.INTENT,
        "evidence",
        Kind.RECORD,
        _("From when until when is it needed?"),
        matched=False,
        columns=(Column("from", _("From"), Kind.DATE), Column("until", _("Until"), Kind.DATE)),
    ),
)

_TERMS = (
    Question(
        "B22",
        Scope.INTENT,
        "terms",
        Kind.MANY,
        _("Which service terms should suppliers state?"),
        matched=False,
        heading="H5",
        options=(
            Option("retention", _("Kept until")),
            Option("location", _("Location")),
            Option("keys", _("Who holds the keys")),
            Option("immutability", _("Whether it can be altered")),
            Option("return_time", _("Time to return")),
            Option("exit", _("Exit")),
            Option("price", _("Price basis")),
        ),
    ),
    Question(
        "B23",
        Scope.INTENT,
        "terms",
        Kind.ONE,
        _("Is anything open about the physical storage interface?"),
        heading="H6",
        matched=False,
        help=_("Ports, cabling, endpoint records. Not matched and not scored."),
        required=True,
        options=(
            Option("none", _("Nothing open")),
            Option("open", _("Open points")),
            Option("elsewhere", _("Handled elsewhere")),
        ),
    ),
    Question(
        "B23a",
        Scope.INTENT,
        "terms",
        Kind.LONG,
        _("Which points are open?"),
        shown=((Shown("B23", ("open",)),),),
        heading="H6",
        matched=False,
        help=_("Without confidential detail."),
    ),
)

BUYER_QUESTIONS = (*_RESULT, *_APPLICATION, *PROGRESS, *COMPONENTS_ASKED, *_CONTENTS, *_EVIDENCE, *_TERMS)
BUYER = {question.key: question for question in BUYER_QUESTIONS}

# domain.md 4.9.32: what one row of the application owner's statement says, in the order in which it is printed everywhere.
OWNER_ROW = ("boundary", "component", "run", "branch", "scale", "value", "basis")

# domain.md 4.9.36: what a buyer may give although the stated outcome does not ask for it; it feeds the outcome matrix alone.
FOR_THE_MATRIX_ONLY = {
    "O1": ("B18", "B19"),
    "O2": ("B18", "B19"),
    "O3": ("B18", "B19"),
    "O4": ("B5", "B6", "B6b", "B6a", "B7", "B8", "B10", "B13", "B13a"),
}
