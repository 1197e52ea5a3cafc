"""What evaluators give: a value and a reason for each criterion of an offer, each evaluator apart from the others."""

from collections.abc import Mapping
from uuid import UUID

from django.db import transaction

from recovery.actions.refusals import WrongState
from recovery.actions.roles import require_role
from recovery.actions.trail import record_event
from recovery.core.scoring import Given
from recovery.models import Inquiry, Revision, Role, Score, State, User, db_clock
from recovery.models.event import Kind

SCORABLE = (State.OPENED, State.SCORED)


@transaction.atomic
def record_scores(*, inquiry_pk: int, offer_code: UUID, by: User, given: Mapping[str, Given]) -> list[Score]:
    """Keep what ``by`` gives for the criteria named in ``given``; others stay as they are. None takes a value back.

    Raises NotAllowed for who does not (any more) evaluate, WrongState before opening and after a decision, and
    Revision.DoesNotExist for an offer that does not count in this inquiry.
    """
    inquiry = Inquiry.objects.locked().get(pk=inquiry_pk)
    require_role(by, Role.EVALUATOR, organisation_pk=inquiry.organisation_id)
    if inquiry.state not in SCORABLE:
        raise WrongState
    revision = Revision.objects.standing().get(offer__inquiry=inquiry, offer__code=offer_code)
    before = {each.criterion: each for each in revision.scores.filter(evaluator=by)}
    now = db_clock()
    kept = []
    for criterion, said in given.items():
        score = before.get(criterion) or Score(
            inquiry=inquiry, revision=revision, evaluator=by, criterion=criterion, value=None
        )
        if criterion in before and (score.value, score.reason) == (said.value, said.reason):
            continue
        was, score.value, score.reason, score.at = score.value, said.value, said.reason, now
        score.save()
        kept.append(score)
        record_event(
            Kind.SCORED, actor=by, inquiry=inquiry, at=now,
            revision=str(revision.code), criterion=criterion, was=was, value=said.value, reason=said.reason,
        )  # fmt: skip
    return kept
