"""Types answers of the exchange form into a questionnaire, as a person would: one question after the other."""

from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Locator, Page

from recovery.core.guide.buyer import BUYER_QUESTIONS, BUYER_SECTIONS
from recovery.core.guide.question import Column, Kind, Question
from recovery.core.guide.supplier import OFFER_QUESTIONS, SUPPLIER_SECTIONS
from recovery.forms.blocks import OFFER_NAME, REPEATED

Answers = Mapping[str, Any]
# A component's point (S8) is typed beside its "yes" in the table of S7; a copy need not be named where there is one.
_ELSEWHERE = {"S8", "copy"}
_IN_SECTION = {"objects": "returned", "copies": "history", "evidence": "evidence"}


class Writer:
    """One questionnaire in one tab; ``script`` says whether the browser runs scripts."""

    def __init__(self, page: Page, *, script: bool) -> None:
        self.page, self.script = page, script

    def intent(self, answers: Answers) -> None:
        """Fill the buyer's form from its first section to its last; the last button leads to the review."""
        for section in BUYER_SECTIONS:
            for question in BUYER_QUESTIONS:
                if question.section == section.key and question.key in answers:
                    self._question(question, question.key, answers[question.key])
            self.go_on()

    def offer(self, offer: Answers) -> None:
        """Fill a supplier's questionnaire, with as many objects, copies and items of evidence as there are."""
        for section in SUPPLIER_SECTIONS:
            if section.key == "application":
                self._question(OFFER_NAME, "offer-name", offer["name"])
            self._block(OFFER_QUESTIONS, "answers", offer["answers"], section.key)
            for kind, questions in REPEATED.items():
                for place, row in enumerate(offer[kind]):
                    if _IN_SECTION[kind] == section.key:
                        self._add(kind)
                    self._block(questions, f"{kind}-{place}", row, section.key)
            self.go_on()

    def go_on(self) -> None:
        before = self.page.url
        self.page.get_by_role("button", name="Save and go on").click()
        self.page.wait_for_url(lambda url: url.partition("?")[0] != before.partition("?")[0])

    def _add(self, kind: str) -> None:
        before = self.page.locator("input[name=blocks]").count()
        self.page.locator(f"button[value='add:{kind}']").click()
        self.page.locator("input[name=blocks]").nth(before).wait_for(state="attached")

    def _block(self, questions: tuple[Question, ...], prefix: str, answers: Answers, section: str) -> None:
        for question in questions:
            if question.section == section and question.key in answers and question.key not in _ELSEWHERE:
                self._question(question, f"{prefix}-{question.key}", answers[question.key])
                if question.key == "S7" and answers.get("S8"):
                    self._points(f"{prefix}-S8", answers["S8"])

    def _question(self, question: Question, name: str, value: Any) -> None:
        asked = self.page.locator(f"[data-question='{name}']")
        if not self.script and not asked.is_visible():
            self.page.get_by_role("button", name="Save and show next questions").click()
        asked.wait_for()
        if value == "not_stated" and question.kind is not Kind.ONE:
            self._input(f"{name}--not_stated").check()
        else:
            _TYPE[question.kind](self, question, name, value)

    # --- One kind of answer each ------------------------------------------------------------------------------------

    def _text(self, _question: Question, name: str, value: Any) -> None:
        self._input(name).fill(str(value))

    def _one(self, _question: Question, name: str, value: Any) -> None:
        field = self._input(name)
        if field.first.evaluate("each => each.tagName") == "SELECT":
            field.select_option(value)
        else:
            self._input(name, value).check()

    def _many(self, _question: Question, name: str, value: Any) -> None:
        for code in value:
            self._input(name, code).check()

    def _record(self, question: Question, name: str, value: Any) -> None:
        self._cells(question.columns, name, value)

    def _table(self, question: Question, name: str, value: Any) -> None:
        for place, row in enumerate(value):
            if place:
                self.page.locator(f"button[value='row:{name}']").click()
                self._input(f"{name}-{place}-{question.columns[0].key}").first.wait_for()
            self._cells(question.columns, f"{name}-{place}", row)

    def _by_component(self, _question: Question, name: str, value: Any) -> None:
        for part, code in value.items():
            self._input(f"{name}-{part}", code).check()

    def _claims(self, _question: Question, name: str, value: Any) -> None:
        for claim, row in value.items():
            self._input(f"{name}-{claim}-claimed", row["claimed"]).check()

    def _instant(self, _question: Question, name: str, value: str) -> None:
        day, clock = value.split("T")
        self._input(f"{name}-date").fill(day)
        self._input(f"{name}-time").fill(clock[:8])
        self._input(f"{name}-zone").select_option(clock[8:])

    def _points(self, name: str, value: Answers) -> None:
        """State the same point for every component by the button for it, where it is the same."""
        first, *others = value.values()
        assert all(each == first for each in others)
        self.page.get_by_text("The same point for all of them").click()
        for key, given in first.items():
            field = self._input(f"{name}--spread-{key}")
            field.select_option(given) if key == "never_rolled_back" else field.fill(str(given))
        self.page.get_by_role("button", name="Copy to all").click()
        for part in value:
            self.page.wait_for_function(
                "([name, wanted]) => document.getElementsByName(name)[0]?.value === wanted",
                arg=[f"{name}-{part}-value", str(first["value"])],
            )

    def _cells(self, columns: tuple[Column, ...], name: str, row: Answers) -> None:
        for column in columns:
            if column.key not in row:
                continue
            given, place = row[column.key], f"{name}-{column.key}"
            if column.kind is Kind.ONE:
                self._input(place).select_option(given)
            elif column.kind is Kind.MANY:
                for code in given:
                    self._input(place, code).check()
            elif column.kind is Kind.INSTANT:
                self._instant(BUYER_QUESTIONS[0], place, given)
            else:
                self._input(place).fill(str(given))

    def _input(self, name: str, value: str = "") -> Locator:
        wanted = f"[name='{name}']" + (f"[value='{value}']" if value else "")
        return self.page.locator(wanted)


_TYPE = {
    Kind.TEXT: Writer._text,
    Kind.LONG: Writer._text,
    Kind.NUMBER: Writer._text,
    Kind.DATE: Writer._text,
    Kind.ONE: Writer._one,
    Kind.MANY: Writer._many,
    Kind.RECORD: Writer._record,
    Kind.TABLE: Writer._table,
    Kind.BY_COMPONENT: Writer._by_component,
    Kind.BY_ROW: Writer._by_component,
    Kind.CLAIMS: Writer._claims,
    Kind.INSTANT: Writer._instant,
}
