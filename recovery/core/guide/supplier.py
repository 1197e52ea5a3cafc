"""What the supplier is asked: S1 to S51 (domain.md 5.2, with what 4.9 adds), in the guide's order."""

from recovery.core.guide.choices import (
    POINT_COLUMNS,
    VERSION_COLUMNS,
    YES_NO,
)
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.question import Column, Kind, Option, Question, Scope, Section, Shown
from recovery.core.guide.supplier_copy import COPY_QUESTIONS
from recovery.core.guide.supplier_evidence import EVIDENCE_QUESTIONS
from recovery.core.guide.supplier_object import OBJECT_QUESTIONS

SUPPLIER_SECTIONS = (
    Section("application", _("Which application and framework version does it concern?"), "", "H5"),
    Section("returned", _("What is returned?"), _("One block an object. Parts of two objects are never joined."), "H1"),
    Section("progress", _("Which progress point does it represent?"), _("Application progress, never a time."), "H4"),
    Section("correspondence", _("What establishes that the parts belong together?"), "", "H4"),
    Section("claims", _("Which result do you claim?"), "", "H5"),
    Section("evidence", _("What evidence supports the claim?"), "", "H5"),
    Section(
        "history",
        _("Storage-copy history"),
        _("Printed for the record. Not ranked and not scored."),
        "H2",
        matched=False,
    ),
    Section("terms", _("Service terms"), _("Printed beside the result, never matched."), "H5", matched=False),
    Section("interface", _("Physical storage interface"), _("Printed, never matched or scored."), "H6", matched=False),
)

_OFFER = Scope.OFFER

_APPLICATION = (
    Question(
        "S1",
        _OFFER,
        "application",
        Kind.MANY,
        _("Who answers?"),
        guide="Q1",
        required=True,
        options=(
            Option("training_provider", _("Training provider")),
            Option("storage_provider", _("Storage provider")),
            Option(
                "application_owner",
                _("Someone on our side who knows the application"),
                _("Printed as stated by the supplier."),
            ),
        ),
        why=_("The training and storage providers are asked to explain the same return in the same terms."),
    ),
    Question(
        "S2",
        _OFFER,
        "application",
        Kind.ONE,
        _("Which application does this concern?"),
        guide="Q1",
        required=True,
        options=(
            Option("buyers", _("The application that the buyer named")),
            Option("other", _("Another application")),
            Option("not_identified", _("Not identified")),
        ),
        why=_("A state belongs to one application."),
    ),
    Question(
        "S3",
        _OFFER,
        "application",
        Kind.TABLE,
        _("Which framework and library versions wrote the save?"),
        guide="Q1",
        columns=VERSION_COLUMNS,
        required=True,
        why=_("Saved state is not guaranteed to load in another version."),
    ),
    Question(
        "S4",
        _OFFER,
        "application",
        Kind.ONE,
        _("Which environment do you return or assume?"),
        guide="Q1",
        required=True,
        options=(
            Option("same", _("The buyer's")),
            Option("different", _("A different one")),
            Option("not_included", _("None is included")),
        ),
        why=_("A continuation requirement needs its compatible environment made explicit."),
    ),
    Question(
        "S4a",
        _OFFER,
        "application",
        Kind.TABLE,
        _("Which versions has the returned environment?"),
        guide="Q1",
        columns=VERSION_COLUMNS,
        shown=((Shown("S4", ("same", "different")),),),
    ),
    Question(
        "S5",
        _OFFER,
        "application",
        Kind.LONG,
        _("What makes it compatible?"),
        guide="Q1",
        required=True,
        help=_("Name the conversion, or a load test in the target."),
        shown=((Shown("S4", ("different",)),),),
        why=_("No source says that another version must break; none says that it must work."),
    ),
    Question(
        "S8a",
        _OFFER,
        "progress",
        Kind.RECORD,
        _("Do you state one point for the whole offer?"),
        guide="Q3",
        heading="H4",
        columns=POINT_COLUMNS,
        help=_("Optional. Each component still has its own point."),
    ),
)

_TERMS = (
    Question(
        "S40",
        _OFFER,
        "terms",
        Kind.DATE,
        _("Until when is it kept?"),
        shown=((Shown("B22", ("retention",), side="buyer"),),),
        matched=False,
    ),
    Question(
        "S41",
        _OFFER,
        "terms",
        Kind.RECORD,
        _("Where is it kept?"),
        shown=((Shown("B22", ("location",), side="buyer"),),),
        matched=False,
        columns=(
            Column("where", _("Location"), longest=200),
            Column(
                "tier_until",
                _("The tier exists until"),
                Kind.ONE,
                (
                    Option("job", _("The end of the job")),
                    Option("cluster", _("The end of the cluster")),
                    Option("beyond", _("Beyond both")),
                ),
            ),
        ),
    ),
    Question(
        "S42",
        _OFFER,
        "terms",
        Kind.ONE,
        _("Who holds the keys?"),
        shown=((Shown("B22", ("keys",), side="buyer"),),),
        matched=False,
        options=(
            Option("buyer", _("The buyer")),
            Option("supplier", _("The supplier")),
            Option("third_party", _("A third party")),
            Option("none", _("It is not encrypted")),
        ),
    ),
    Question(
        "S43",
        _OFFER,
        "terms",
        Kind.ONE,
        _("Can it be altered while it is kept?"),
        shown=((Shown("B22", ("immutability",), side="buyer"),),),
        matched=False,
        options=YES_NO,
    ),
    Question(
        "S44",
        _OFFER,
        "terms",
        Kind.TEXT,
        _("How long does a return take?"),
        shown=((Shown("B22", ("return_time",), side="buyer"),),),
        matched=False,
    ),
    Question(
        "S45",
        _OFFER,
        "terms",
        Kind.RECORD,
        _("What happens on exit?"),
        shown=((Shown("B22", ("exit",), side="buyer"),),),
        matched=False,
        columns=(
            Column("terms", _("Terms"), Kind.LONG),
            Column("with_keys", _("The exit copy comes with its keys"), Kind.ONE, YES_NO),
        ),
    ),
    Question(
        "S46",
        _OFFER,
        "terms",
        Kind.LONG,
        _("On what basis is it priced?"),
        shown=((Shown("B22", ("price",), side="buyer"),),),
        matched=False,
    ),
    Question(
        "P1",
        _OFFER,
        "terms",
        Kind.NUMBER,
        _("What is the price?"),
        shown=((Shown("price_weight", ("*",), side="buyer"),),),
        matched=False,
        help=_("In the currency and on the tax and period basis that the inquiry states. More than zero."),
    ),
)

_INTERFACE = (
    Question(
        "S50",
        _OFFER,
        "interface",
        Kind.ONE,
        _("Are physical connections or records outstanding?"),
        heading="H6",
        matched=False,
        required=True,
        options=(Option("none", _("Nothing outstanding")), Option("outstanding", _("Something is outstanding"))),
        why=_("Installed connections answer another part of a deployment; they do not describe training state."),
    ),
    Question(
        "S50a",
        _OFFER,
        "interface",
        Kind.LONG,
        _("What is outstanding, and which party is responsible?"),
        heading="H6",
        matched=False,
        help=_("Without confidential detail."),
        shown=((Shown("S50", ("outstanding",)),),),
    ),
    Question(
        "S51",
        _OFFER,
        "interface",
        Kind.TEXT,
        _("Which handoff documents does this refer to?"),
        heading="H6",
        matched=False,
        help=_("Cluster management handoff; storage network handoff."),
    ),
)

OFFER_QUESTIONS = (*_APPLICATION, *_TERMS, *_INTERFACE)
SUPPLIER_QUESTIONS = (*OFFER_QUESTIONS, *OBJECT_QUESTIONS, *COPY_QUESTIONS, *EVIDENCE_QUESTIONS)
OFFER = {question.key: question for question in OFFER_QUESTIONS}
OBJECT = {question.key: question for question in OBJECT_QUESTIONS}
COPY = {question.key: question for question in COPY_QUESTIONS}
EVIDENCE = {question.key: question for question in EVIDENCE_QUESTIONS}
