"""Gives back the text of a form that was not accepted, so that nothing typed is lost."""

from typing import Any

from django import template
from django.http import HttpRequest

register = template.Library()

_SECRET = ("password", "csrf", "token", "code", "signature")
# What a form says about itself: nobody typed it.
_OWN = frozenset({"base", "blocks", "do", "version", "writer"})
_OWN_ENDINGS = ("--rows", "--parties")
_MOST_CHARACTERS = 200_000


@register.simple_tag
def typed_text(request: object) -> str:
    """Return the answers of a refused form as lines of ``name: text``, without passwords, codes and tokens."""
    if not isinstance(request, HttpRequest) or request.method != "POST":
        return ""
    lines = [
        f"{name}: {value}" for name, values in request.POST.lists() if _was_typed(name) for value in _texts(values)
    ]
    return "\n".join(lines)[:_MOST_CHARACTERS]


def _was_typed(name: str) -> bool:
    is_own = name in _OWN or name.endswith(_OWN_ENDINGS)
    return not is_own and not any(secret in name.lower() for secret in _SECRET)


def _texts(values: list[Any]) -> list[str]:
    return [each for each in values if isinstance(each, str) and each.strip()]
