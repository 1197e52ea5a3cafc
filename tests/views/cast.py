"""Every address of the site, filled with the codes of one inquiry: what the walks of the sealing tests go through."""

import re
from collections.abc import Iterator
from typing import Any

from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from recovery.models import Inquiry, User


def route_names(resolver: URLResolver | None = None, prefix: str = "") -> Iterator[str]:
    """Name every route of the site; allauth's own are left to allauth's tests."""
    for each in (resolver or get_resolver()).url_patterns:
        if isinstance(each, URLResolver):
            inner = f"{prefix}{each.namespace}:" if each.namespace else prefix
            yield from route_names(each, inner)
        elif isinstance(each, URLPattern) and each.name and not each.name.startswith("account_"):
            yield f"{prefix}{each.name}"


def parameters(name: str) -> dict[str, type]:
    """Return the names of a route's parameters."""
    possible = get_resolver()
    for part in name.split(":")[:-1]:
        possible = possible.namespace_dict[part][1]
    return dict.fromkeys(possible.reverse_dict.getlist(name.rsplit(":", maxsplit=1)[-1])[0][0][0][1])


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def plain(response: Any) -> tuple[int, str]:
    """The status and the body of an answer, without what differs between any two pages."""
    body = b"".join(response.streaming_content) if response.streaming else response.content
    text = body.decode(errors="replace")  # the tool is no text
    return response.status_code, re.sub(r'name="(csrfmiddlewaretoken|token|writer)" value="[^"]*"', "", text)


def filled(inquiry: Inquiry) -> dict[str, str]:
    """For each namespace, the codes with which a route of ``inquiry`` is filled."""
    offer = inquiry.offers.first()
    revision = offer.revisions.first() if offer else None
    attempt = offer.late_attempts.first() if offer else None
    report = inquiry.reports.first()
    file = offer.attachments.first() if offer else None
    acceptance = inquiry.acceptances.first()
    code = str(inquiry.code)
    return {
        "inquiry": code,
        "organisation": str(inquiry.organisation.code),
        "offer": str(offer.code) if offer else code,
        "offer:receipt": str(revision.code) if revision else code,
        "offer:answers": str(revision.code) if revision else code,
        "offer:attempt": str(attempt.code) if attempt else code,
        "offer:attempt_answers": str(attempt.code) if attempt else code,
        "attachment": str(file.code) if file else code,
        "attachment:list": str(offer.code) if offer else code,
        "attachment:add": str(offer.code) if offer else code,
        "acceptance:document": str(acceptance.code) if acceptance else code,
        "report": str(report.code) if report else code,
        "report:order": code,
        "report:compare": code,
    }


def address(name: str, codes: dict[str, str]) -> str:
    """Return the address of a route; raises KeyError for a parameter that no test fills, so a new one is noticed."""
    given = {
        "code": codes.get(name, codes.get(name.split(":", maxsplit=1)[0], codes["inquiry"])),
        "invitation": codes["inquiry"],
        "token": "unknown-token",
        "signed": "unsigned",
        "offer": codes["offer"],
        "section": "application",
    }
    return reverse(name, kwargs={each: given[each] for each in parameters(name)})
