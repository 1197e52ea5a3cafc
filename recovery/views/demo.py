"""Signing in to a demonstration by link: only in a database that the demonstration made, only from this machine."""

import ipaddress

from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_GET

from recovery.access import address_in
from recovery.models import Installation, User

_PASSED_ON = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP")


@login_not_required
@require_GET
def sign_in(request: HttpRequest, signed: str) -> HttpResponse:
    """Sign in as one of the demonstration's people; anywhere else this address does not exist."""
    if settings.PRODUCTION or not (_is_loopback(request) and Installation.is_demonstration()):
        raise Http404
    user = User.objects.filter(email=address_in(signed), is_active=True).first()
    if user is None:
        raise Http404
    login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
    return redirect("home")


def _is_loopback(request: HttpRequest) -> bool:
    """Say whether a browser of this machine asks; what a proxy passes on may come from anywhere."""
    if any(name in request.headers for name in _PASSED_ON):
        return False
    host = request.get_host().rsplit(":", 1)[0].strip("[]")
    try:
        is_near = ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False
    return is_near and host in {"127.0.0.1", "localhost", "::1"}
