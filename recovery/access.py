"""Who may enter: each view names its side; what may be fetched is decided by the querysets of the user."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.core import signing
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


# --- Sign-in links of a demonstration ---------------------------------------------------------------------------------

_SALT = "recovery.demonstration.sign-in"
_GOOD_FOR_SECONDS = 30 * 24 * 60 * 60


def signed_address(email: str) -> str:
    """Return what stands in the sign-in link of a demonstration's person."""
    return signing.dumps(email, salt=_SALT)


def address_in(signed: str) -> str:
    """Return the address that ``signed_address`` signed; empty for anything else, and after thirty days."""
    try:
        return str(signing.loads(signed, salt=_SALT, max_age=_GOOD_FOR_SECONDS))
    except signing.BadSignature:
        return ""
