"""What is asked of each object's progress point: S8 to S11 (guide Q3)."""

from recovery.core.guide.choices import STATED_POINT_COLUMNS
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.question import Kind, Option, Question, Scope, Shown

_OBJECT = Scope.OBJECT
_RULE = ((Shown("S6", ("rule",)),),)

PROGRESS = (
    Question(
        "S8",
        _OBJECT,
        "progress",
        Kind.POINTS,
        _("At which progress point is each component?"),
        guide="Q3",
        heading="H3",
        help=_("The value on the buyer's scale. Not a time, not a file name, not a snapshot id."),
        columns=STATED_POINT_COLUMNS,
        shown=((Shown("S7", ("yes",)),),),
        required=True,
        why=_("A copy time or an identifier does not identify the application's progress."),
    ),
    Question(
        "S9",
        _OBJECT,
        "progress",
        Kind.ONE,
        _("What does \u201clatest\u201d mean here?"),
        guide="Q3",
        heading="H4",
        shown=_RULE,
        required=True,
        options=(
            Option("copy_event", _("The latest copy event")),
            Option("saved_model", _("The latest saved model")),
            Option("progress", _("The latest application progress")),
        ),
        why=_("Latest can refer to the copy event, the saved model or the application's progress."),
    ),
    Question(
        "S10",
        _OBJECT,
        "progress",
        Kind.LONG,
        _("How is the point identified at return?"),
        guide="Q3",
        heading="H4",
        shown=_RULE,
        required=True,
    ),
    Question(
        "S10a",
        _OBJECT,
        "progress",
        Kind.NUMBER,
        _("What is the smallest point you promise?"),
        guide="Q3",
        heading="H4",
        shown=_RULE,
    ),
    Question(
        "S10b",
        _OBJECT,
        "progress",
        Kind.ONE,
        _("Is the point given above a promise?"),
        guide="Q3",
        heading="H4",
        shown=_RULE,
        options=(
            Option("promise", _("Yes, that point is promised")),
            Option("example", _("No, it is today's example")),
        ),
    ),
    Question(
        "S11",
        _OBJECT,
        "progress",
        Kind.NUMBER,
        _("How far behind the job can the returned point be?"),
        guide="Q3",
        heading="H4",
        help=_("In units of progress, not in hours."),
        shown=_RULE,
        required=True,
    ),
)
