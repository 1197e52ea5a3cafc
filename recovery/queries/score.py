"""What evaluators gave, as far as a person may see it: each scores apart from the others."""

from collections import defaultdict

from django.db.models import QuerySet

from recovery.core.scoring import Given
from recovery.models import Inquiry, Revision, Role, Score, User
from recovery.models.inquiry import CRITERIA
from recovery.queries.gate import reading_roles, roles_or_sealed


def may_export(inquiry: Inquiry, user: User) -> bool:
    """Say whether ``user`` may order and fetch exports: they hold everybody's scores."""
    return sees_all_scores(inquiry, user, reading_roles(inquiry, user))


def sees_all_scores(inquiry: Inquiry, user: User, roles: frozenset[str]) -> bool:
    """Say whether ``user``, who reads by ``roles``, may see what others gave.

    Who only evaluates sees own values alone. Who evaluates and holds another reading role sees the others' once every
    own value is given.
    """
    if Role.EVALUATOR not in roles:
        return bool(roles)
    if roles == {Role.EVALUATOR}:
        return False
    given = _counted(inquiry).filter(evaluator=user, value__isnull=False).count()
    return given == len(CRITERIA) * Revision.objects.standing().filter(offer__inquiry=inquiry).count()


def scores_of(inquiry: Inquiry, user: User) -> list[Score]:
    """Return the scores of the offers that count, as far as ``user`` may see them. Raises OffersSealed."""
    found = scores_for(inquiry, user, roles_or_sealed(inquiry, user))
    return list(found.select_related("evaluator", "revision").defer("revision__described"))


def scores_for(inquiry: Inquiry, user: User, roles: frozenset[str]) -> QuerySet[Score]:
    """The scores that ``user`` may see by ``roles``, which the gate has just given."""
    scores = _counted(inquiry).order_by("revision", "criterion", "evaluator")
    return scores if sees_all_scores(inquiry, user, roles) else scores.filter(evaluator=user)


def own_scores_of(inquiry: Inquiry, user: User) -> dict[str, dict[str, Given]]:
    """Return what ``user`` gave, by offer code and criterion. Raises OffersSealed."""
    roles_or_sealed(inquiry, user)
    own: dict[str, dict[str, Given]] = defaultdict(dict)
    scores = _counted(inquiry).filter(evaluator=user).select_related("revision__offer").defer("revision__described")
    for each in scores:
        own[str(each.revision.offer.code)][each.criterion] = Given(str(user), each.value, each.reason)
    return own


def _counted(inquiry: Inquiry) -> QuerySet[Score]:
    counted = Revision.objects.standing().filter(offer__inquiry=inquiry)
    return Score.objects.filter(inquiry=inquiry, revision__in=counted.values("pk"))
