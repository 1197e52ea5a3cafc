"""Who may enter: each view names its side; what may be fetched is decided by the querysets of the user."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponseBase

from recovery.models import Membership, Role, User
from recovery.models.account import BUYING_ROLES

View = Callable[..., HttpResponseBase]


def person(request: HttpRequest) -> User:
    """Return who is signed in; the login rule of the site has let nobody else through."""
    return cast("User", request.user)


def holding(*roles: Role) -> Callable[[View], View]:
    """Let in who holds one of ``roles`` anywhere; everybody else gets the page for a wrong address.

    It is the outer door only: the view still fetches through a queryset of the user, which ties the role to the house.
    """

    def guard(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not Membership.objects.filter(user=person(request), role__in=roles).exists():
                raise Http404
            return view(request, *args, **kwargs)

        return guarded

    return guard


def buying(*roles: Role) -> Callable[[View], View]:
    """Let in the buying side: one of ``roles``, or any buying role where none is named."""
    return holding(*(roles or BUYING_ROLES))


supplier_only: Callable[[View], View] = holding(Role.SUPPLIER)
