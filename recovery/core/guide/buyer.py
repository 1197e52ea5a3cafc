"""What the buyer is asked: B1 to B24 (domain.md 5.1, with what 4.9 adds)."""

from recovery.core.guide.choices import (
    COMPONENT_OPTIONS,
    EVIDENCE_CLAIMS,
    EVIDENCE_KINDS,
    OUTCOME_OPTIONS,
    POINT_COLUMNS,
    SCALES,
    VERSION_COLUMNS,
    WEIGHT_FORMS,
    YES_NO,
)
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.question import Column, Kind, Option, Question, Scope, Section, Shown

BUYER_SECTIONS = (
    Section("result", _("What must be possible afterwards?"), _("Everything else follows from this one answer."), "H3"),
    Section("application", _("Which application, and where will it run?"), "", "H5"),
    Section("progress", _("Which progress point?"), _("Where the application was, counted in its own units."), "H4"),
    Section("components", _("Which parts must come back?"), _("Your responsible team defines this list."), "H1"),
    Section("contents", _("Which storage contents?"), _("A boundary and a list, row by row."), "H2"),
    Section("evidence", _("What evidence do you want, and when?"), "", "H5"),
    Section("terms", _("What else should be recorded?"), _("Printed beside the result, never matched."), "H6", False),
)

_TRAINED = ((Shown("B1", ("O1", "O2", "O3")),),)
_O2 = ((Shown("B1", ("O2",)),),)
_O3 = ((Shown("B1", ("O3",)),),)
_POINTED = ((Shown("B7", ("exactly", "at_least")),),)


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
        shown=_O3,
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
        shown=_O3,
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

_PROGRESS = (
    Question(
        "B7",
        Scope.INTENT,
        "progress",
        Kind.ONE,
        _("Which progress point is acceptable?"),
        required=True,
        heading="H3",
        shown=_TRAINED,
        options=(
            Option("exactly", _("Exactly this point")),
            Option("at_least", _("This point or later")),
            Option("any", _("Any identified point")),
            Option("rule", _("A point chosen by a stated rule")),
        ),
        why=_("A later copy can hold an earlier state. The point in the application's progress decides, never a time."),
    ),
    Question(
        "B5",
        Scope.INTENT,
        "progress",
        Kind.RECORD,
        _("Which run and branch must the state come from?"),
        help=_("If the run was ever rolled back, name the branch."),
        heading="H3",
        shown=_TRAINED,
        columns=(Column("run", _("Run"), longest=120), Column("branch", _("Branch"), longest=120)),
        why=_("After a rollback the same number exists twice, with two different states."),
    ),
    Question(
        "B6",
        Scope.INTENT,
        "progress",
        Kind.ONE,
        _("In which unit is progress counted?"),
        options=SCALES,
        heading="H3",
        help=_("A unit that the application counts. Not clock time."),
        shown=_TRAINED,
        why=_("Steps, epochs and tokens do not convert into one another when the batch changes."),
    ),
    Question(
        "B6b",
        Scope.INTENT,
        "progress",
        Kind.TEXT,
        _("What is the unit called?"),
        shown=((Shown("B6", ("other",)),),),
        required=True,
        longest=60,
        heading="H3",
    ),
    Question(
        "B6a",
        Scope.INTENT,
        "progress",
        Kind.TABLE,
        _("Does another unit convert into yours?"),
        heading="H3",
        shown=_TRAINED,
        help=_("Only where it is fixed for this job: how many of your units one unit of the other is."),
        columns=(
            Column("scale", _("Other unit"), Kind.ONE, SCALES, required=True),
            Column("factor", _("Is this many of yours"), Kind.NUMBER, required=True),
        ),
    ),
    Question(
        "B8",
        Scope.INTENT,
        "progress",
        Kind.NUMBER,
        _("At which value?"),
        shown=_POINTED,
        required=True,
        heading="H3",
        help=_("Zero is a value: an untrained state can be asked for."),
    ),
    Question(
        "B9",
        Scope.INTENT,
        "progress",
        Kind.NUMBER,
        _("How far behind the job may the returned point be?"),
        required=True,
        help=_("In units of progress, not in hours."),
        shown=((Shown("B7", ("rule",)),),),
        heading="H4",
        why=_("A service that returns a point by rule is honest when the largest gap is stated in progress."),
    ),
)

_COMPONENTS = (
    Question(
        "B10",
        Scope.INTENT,
        "components",
        Kind.MANY,
        _("Which components are required?"),
        options=COMPONENT_OPTIONS,
        help=_(
            "Nothing is ticked for you. For several models write K1/actor, K3/actor and so on; for anything else other/NAME."
        ),
        why=_(
            "No list fits every application. The team responsible for the application must define the required state."
        ),
        heading="H1",
        required=True,
        shown=_TRAINED,
    ),
    Question(
        "B10a",
        Scope.INTENT,
        "components",
        Kind.LONG,
        _("Why is model state alone enough to continue?"),
        heading="H5",
        help=_("Asked only where nothing beyond model state is required."),
        shown=_O3,
    ),
    Question(
        "B11",
        Scope.INTENT,
        "components",
        Kind.TABLE,
        _("Which components do not apply, and why?"),
        shown=_O3,
        heading="H5",
        help=_("For example an optimizer that keeps no state."),
        columns=(
            Column("component", _("Component"), Kind.ONE, COMPONENT_OPTIONS, required=True),
            Column("reason", _("Reason"), Kind.LONG, required=True),
        ),
        why=_("An empty optimizer state can be complete, and only the application's owner can say so."),
    ),
    Question(
        "B12",
        Scope.INTENT,
        "components",
        Kind.RECORD,
        _("Who defined the required components, and when?"),
        shown=_O3,
        required=True,
        help=_("A role is enough."),
        matched=False,
        columns=(
            Column("who", _("Role"), required=True, longest=200),
            Column("on", _("Date"), Kind.DATE, required=True),
        ),
        why=_("The list is a decision of the responsible team, and a decision has a maker and a date."),
    ),
    Question(
        "B13",
        Scope.INTENT,
        "components",
        Kind.ONE,
        _("Which form of the weights?"),
        shown=_TRAINED,
        required=True,
        heading="H1",
        options=(*WEIGHT_FORMS, Option("any", _("Any"))),
        why=_("Averaged, merged or converted weights are other values than those that training saved."),
    ),
    Question(
        "B13a",
        Scope.INTENT,
        "components",
        Kind.TEXT,
        _("On which base model?"),
        shown=((Shown("B13", ("adapter",)),),),
        required=True,
        longest=200,
        heading="H1",
    ),
    Question(
        "B14",
        Scope.INTENT,
        "components",
        Kind.ONE,
        _("Who sets up the new optimizer?"),
        shown=_O2,
        required=True,
        heading="H3",
        help=_("Type, learning rate and schedule are part of the starting condition."),
        options=(Option("buyer", _("We do")), Option("supplier", _("The supplier"))),
        why=_("Starting from saved parameters with a new optimizer is another starting condition than continuing."),
    ),
    Question(
        "B15",
        Scope.INTENT,
        "components",
        Kind.MANY,
        _("What else should be kept besides the weights?"),
        shown=_O2,
        heading="H3",
        options=tuple(each for each in COMPONENT_OPTIONS if each.code in ("K5", "K7", "K9", "K12", "K13")),
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

BUYER_QUESTIONS = (*_RESULT, *_APPLICATION, *_PROGRESS, *_COMPONENTS, *_CONTENTS, *_EVIDENCE, *_TERMS)
BUYER = {question.key: question for question in BUYER_QUESTIONS}

# domain.md 4.9.36: what a buyer may give although the stated outcome does not ask for it; it feeds the outcome matrix alone.
FOR_THE_MATRIX_ONLY = {
    "O1": ("B18", "B19"),
    "O2": ("B18", "B19"),
    "O3": ("B18", "B19"),
    "O4": ("B5", "B6", "B6b", "B6a", "B7", "B8", "B10", "B13", "B13a"),
}
