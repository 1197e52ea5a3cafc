"""What a browser would send of a page, without a browser: the inputs of its questionnaire with their values."""

from html.parser import HTMLParser
from typing import Any

from django.http import QueryDict


class _Inputs(HTMLParser):
    """Collects the successful controls of the form ``answers``, as HTML defines them, buttons left out."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[tuple[str, str]] = []
        self.depth = 0
        self.select = self.area = ""
        self.chosen: str | None = None
        self.first: str | None = None
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            self.depth = 1 if "data-questionnaire" in given else 0
        inside = self.depth or given.get("form") == "answers"
        if not inside or "disabled" in given:
            return
        name = given.get("name") or ""
        if tag == "input" and name:
            self._take_input(name, given)
        elif tag == "select":
            self.select, self.chosen, self.first = name, None, None
        elif tag == "option" and self.select:
            value = given.get("value") or ""
            self.first = value if self.first is None else self.first
            self.chosen = value if "selected" in given else self.chosen
        elif tag == "textarea":
            self.area, self.text = name, []

    def _take_input(self, name: str, given: dict[str, Any]) -> None:
        if given.get("type") in {"radio", "checkbox"} and "checked" not in given:
            return
        self.sent.append((name, given.get("value") or ""))

    def handle_data(self, data: str) -> None:
        if self.area:
            self.text.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.depth = 0
        elif tag == "select" and self.select:
            self.sent.append((self.select, self.chosen if self.chosen is not None else self.first or ""))
            self.select = ""
        elif tag == "textarea" and self.area:
            self.sent.append((self.area, "".join(self.text).removeprefix("\n")))
            self.area = ""


def sent_by(html: str) -> QueryDict:
    """Return what the questionnaire of a page sends as it stands."""
    reader = _Inputs()
    reader.feed(html)
    data = QueryDict(mutable=True)
    for name, value in reader.sent:
        data.appendlist(name, value)
    return data
