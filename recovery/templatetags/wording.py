"""The words and badges of domain.md 3.2 for templates; nothing here judges."""

from typing import Any

from django import template
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from recovery.core.guide.components import COMPONENTS
from recovery.core.guide.headings import HEADINGS
from recovery.core.rules import RULE_SET
from recovery.core.text import shown as shown_text

register = template.Library()

VERDICT_WORDS = {
    "matches": _("matches"),
    "broader": _("broader than requested"),
    "does_not_establish": _("does not establish"),
    "not_comparable": _("not comparable until stated"),
    "contradictory": _("contradictory"),
}
OWED_BY = {"buyer": _("the buyer"), "supplier": _("the supplier"), "owner": _("the application owner")}


def _code(value: object) -> str:
    return str(getattr(value, "value", value))


@register.inclusion_tag("_partials/verdict.html")
def verdict(value: object) -> dict[str, object]:
    """Print the shape and the word of a verdict, given as a ``Verdict`` or its code."""
    code = _code(value)
    return {"code": code, "word": VERDICT_WORDS[code]}


@register.filter
def verdict_word(value: object) -> str:
    """Return the words of a verdict; never "fails"."""
    return str(VERDICT_WORDS[_code(value)])


@register.filter
def owed_by(value: object) -> str:
    """Return who owes an answer, as it stands in a sentence after "owed by"."""
    return str(OWED_BY.get(_code(value), value))


@register.filter
def heading(code: str) -> str:
    """Return the guide's heading for its code, H1 to H6; nothing where there is none."""
    return gettext(HEADINGS[code]) if code in HEADINGS else ""


@register.filter
def component_name(code: object) -> str:
    """Return a component in words: ``K3/actor`` is "optimizer state (actor)", ``other/x`` is "x"."""
    head, _slash, name = str(code).partition("/")
    if head not in COMPONENTS:
        return name or head
    words = gettext(COMPONENTS[head].name)
    return f"{words} ({name})" if name else words


@register.filter
def visible(text: object) -> str:
    """Return text with direction controls and other invisible characters written out, so that none can hide."""
    return shown_text(str(text))


@register.filter
def stated(value: object) -> object:
    """Return the value, or "not stated" where there is none: a blank is never left blank. Zero is a value."""
    return gettext("not stated") if value is None or value in ("", (), [], {}) else value


@register.simple_tag
def rule_set() -> str:
    """Return the version of the rule set in force."""
    return RULE_SET


@register.filter
def address_of(paper: Any, section: str) -> str:
    """Return the address of one section of a questionnaire."""
    return str(paper.address(section))
