"""The words and badges of domain.md 3.2 for templates; nothing here judges."""

from typing import Any

from django import template
from django.utils.translation import gettext

from recovery.core.guide.headings import HEADINGS
from recovery.core.guide.wording import VERDICT_WORDS
from recovery.core.rules import RULE_SET
from recovery.core.text import shown as shown_text

register = template.Library()


@register.inclusion_tag("_partials/verdict.html")
def verdict(value: object) -> dict[str, object]:
    """Print the shape and the word of a verdict, given as a ``Verdict`` or its code."""
    code = str(getattr(value, "value", value))
    return {"code": code, "word": gettext(VERDICT_WORDS[code])}


@register.filter
def heading(code: str) -> str:
    """Return the guide's heading for its code, H1 to H6; nothing where there is none."""
    return gettext(HEADINGS[code]) if code in HEADINGS else ""


@register.filter
def visible(text: object) -> str:
    """Return text with direction controls and other invisible characters written out, so that none can hide."""
    return shown_text(str(text))


@register.simple_tag
def rule_set() -> str:
    """Return the version of the rule set in force."""
    return RULE_SET


@register.filter
def address_of(paper: Any, section: str) -> str:
    """Return the address of one section of a questionnaire."""
    return str(paper.address(section))
