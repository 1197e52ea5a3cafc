"""Whether a person still holds the role that an act needs: asked inside the act's own transaction."""

from recovery.actions.refusals import NotAllowed
from recovery.models import Membership, Role, User


def require_role(by: User, role: Role, *, organisation_pk: int) -> None:
    """Raise NotAllowed unless ``by`` holds ``role`` in the organisation at this moment."""
    if not Membership.objects.filter(user=by, organisation=organisation_pk, role=role).exists():
        raise NotAllowed
