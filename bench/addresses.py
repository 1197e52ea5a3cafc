"""The site, and beside it a bare view to measure against: the same middleware, no query, no template."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.urls import include, path


@login_not_required
def bare(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok")


urlpatterns = [path("bare/", bare), path("", include("recovery.urls"))]
