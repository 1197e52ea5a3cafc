"""Text that was sent after the sign-in had ended: kept for the very person who wrote it, and given back."""

from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.core import signing
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.utils.crypto import salted_hmac

from recovery.access import View

_SALT = "recovery.writer"
_KEPT = "typed"
_LARGEST = 1_000_000


def writer(request: HttpRequest) -> dict[str, str]:
    """Return who a form is made for: signed, so that kept text goes to nobody else, and as a key for the browser."""
    key = _key_of(request)
    return {"writer": signing.dumps(key, salt=_SALT), "writer_key": key[:16]}


def keeping_typed(view: View) -> View:
    """Let a form that is sent after sign-out keep its text until its writer has signed in again."""

    @login_not_required
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        if request.method == "POST":
            _keep(request)
        if request.headers.get("HX-Request"):
            return HttpResponse(status=401)
        return redirect_to_login(request.get_full_path())

    return guarded


def kept_for(request: HttpRequest) -> QueryDict | None:
    """Return what this person had sent to this page after signing out, or None."""
    kept = request.session.get(_KEPT) or {}
    if kept.get("path") != request.path or kept.get("writer") != _key_of(request):
        return None
    return QueryDict(kept["body"])


def drop_kept(request: HttpRequest) -> None:
    """Forget what was kept, once it was given back or is not wanted."""
    request.session.pop(_KEPT, None)


def _key_of(request: HttpRequest) -> str:
    """Return a name for who is signed in that counts nothing: a row's number would tell how many people there are."""
    return salted_hmac(_SALT, str(request.user.pk)).hexdigest()


def _keep(request: HttpRequest) -> None:
    try:
        writer = signing.loads(request.POST.get("writer", ""), salt=_SALT)
    except signing.BadSignature:
        return
    body = request.POST.urlencode()
    if len(body) <= _LARGEST:
        request.session[_KEPT] = {"path": request.path, "writer": writer, "body": body}
