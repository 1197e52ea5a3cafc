"""What is asked of each storage copy, S30 to S34: history, used for stated contents and for what is impossible."""

from recovery.core.guide.choices import YES_NO
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.question import Column, Kind, Option, Question, Scope

_COPY = Scope.COPY

COPY_QUESTIONS = (
    Question(
        "S30",
        _COPY,
        "history",
        Kind.RECORD,
        _("Which copy product, and what does it capture?"),
        heading="H2",
        required=True,
        columns=(
            Column("product", _("Product"), longest=200),
            Column("captured", _("What is captured"), Kind.LONG, longest=2_000),
            Column("left_out", _("What is left out"), Kind.LONG, longest=2_000),
        ),
        why=_(
            "A storage copy describes a copy at a boundary. Its name does not describe the application's saved state."
        ),
    ),
    Question(
        "S30a",
        _COPY,
        "history",
        Kind.ONE,
        _("Which boundary does the copy have?"),
        heading="H2",
        required=True,
        options=(Option("buyers", _("The boundary that the buyer named")), Option("another", _("Another boundary"))),
    ),
    Question(
        "S30b",
        _COPY,
        "history",
        Kind.BY_ROW,
        _("Which of the buyer's listed contents are inside?"),
        heading="H2",
        rows_of="B19",
        options=(
            Option("inside", _("Inside")),
            Option("not_inside", _("Not inside")),
            Option("not_stated", _("Not stated")),
        ),
    ),
    Question(
        "S31",
        _COPY,
        "history",
        Kind.TABLE,
        _("Which volumes or buckets are included?"),
        heading="H2",
        columns=(
            Column("volume", _("Volume or bucket"), required=True, longest=200),
            Column("captured", _("Captured as of"), Kind.INSTANT),
        ),
    ),
    Question(
        "S31a",
        _COPY,
        "history",
        Kind.TABLE,
        _("Which volumes does the checkpoint span?"),
        heading="H2",
        columns=(Column("volume", _("Volume or bucket"), required=True, longest=200),),
        why=_("A checkpoint that spans more volumes than the copy holds is not whole."),
    ),
    Question(
        "S32",
        _COPY,
        "history",
        Kind.RECORD,
        _("When was the copy requested, captured and completed?"),
        heading="H4",
        matched=False,
        help=_(
            "Which instant does the content reflect? Give a date, a time and a zone. A window has a beginning and an end."
        ),
        columns=(
            Column("requested", _("Requested"), Kind.INSTANT),
            Column("captured", _("Captured as of"), Kind.INSTANT),
            Column("captured_until", _("Captured until, for a window"), Kind.INSTANT),
            Column("completed", _("Completed"), Kind.INSTANT),
            Column("tolerance", _("Clock tolerance in seconds"), Kind.NUMBER),
        ),
        why=_("The time of a copy answers the question of storage history and no other."),
    ),
    Question(
        "S33",
        _COPY,
        "history",
        Kind.ONE,
        _("How consistent is the copy?"),
        heading="H2",
        required=True,
        options=(
            Option("file_by_file", _("Files read one by one")),
            Option("crash_volume", _("Crash-consistent, one volume")),
            Option("crash_set", _("Crash-consistent, one set at one instant")),
            Option("quiesced", _("File system quiesced")),
            Option("application", _("The application took part")),
            Option("unknown", _("Not known")),
        ),
    ),
    Question(
        "S33a",
        _COPY,
        "history",
        Kind.ONE,
        _("Is the copy described as application-aware?"),
        options=YES_NO,
        heading="H2",
    ),
    Question(
        "S34",
        _COPY,
        "history",
        Kind.ONE,
        _("What does the copy's status record say?"),
        heading="H4",
        required=True,
        options=(
            Option("completed", _("Completed")),
            Option("failed", _("Failed")),
            Option("in_progress", _("In progress")),
            Option("none", _("There is no record")),
        ),
        why=_("A completed status supports the copy operation; it does not describe the application's state."),
    ),
)
