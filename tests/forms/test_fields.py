"""The guide as a form: every kind has a builder, every question is asked, and no text of a question is markup."""

from dataclasses import replace

import pytest
from crispy_forms.utils import render_crispy_form

from recovery.core.guide.buyer import BUYER_QUESTIONS, BUYER_SECTIONS
from recovery.core.guide.question import Kind, Option, Scope
from recovery.core.guide.supplier import OFFER, SUPPLIER_QUESTIONS, SUPPLIER_SECTIONS
from recovery.forms.blocks import Block
from recovery.forms.fields import BUILDERS
from recovery.forms.form import AnswersForm
from recovery.forms.page import intent_page, offer_page
from recovery.forms.surroundings import Surroundings

PLACES = {
    Scope.INTENT: "{key}",
    Scope.OFFER: "answers-{key}",
    Scope.OBJECT: "objects-0-{key}",
    Scope.COPY: "copies-0-{key}",
    Scope.EVIDENCE: "evidence-0-{key}",
}
ONE_OF_EACH = {"name": "", "answers": {}, "objects": [{}], "copies": [{}], "evidence": [{}]}


def printed(page):
    return "".join(render_crispy_form(form, form.helper) for form in page.forms)


def test_every_kind_has_a_builder():
    assert set(BUILDERS) == set(Kind)


@pytest.mark.parametrize("question", BUYER_QUESTIONS, ids=lambda each: each.key)
def test_every_question_of_the_buyer_stands_on_the_page_of_its_section(question):
    section = next(each for each in BUYER_SECTIONS if each.key == question.section)
    page = intent_page(section, {})
    assert f'data-question="{question.key}"' in printed(page)


@pytest.mark.parametrize("question", SUPPLIER_QUESTIONS, ids=lambda each: f"{each.scope.value}-{each.key}")
def test_every_question_of_the_supplier_stands_on_the_page_of_its_section(question):
    section = next(each for each in SUPPLIER_SECTIONS if each.key == question.section)
    page = offer_page(section, ONE_OF_EACH, {"B19": [{"item": "K1"}]})
    assert f'data-question="{PLACES[question.scope].format(key=question.key)}"' in printed(page)


def section(key, sections=SUPPLIER_SECTIONS):
    return next(each for each in sections if each.key == key)


@pytest.mark.parametrize(
    ("key", "asked", "not_asked"),
    [
        ("S19", {"S7": {"K1": "yes"}, "S6": "package", "S18": "adapter"}, {"S6": "package", "S18": "as_trained"}),
        ("S9", {"S6": "rule"}, {"S6": "package"}),
        ("S13", {"S12": "same_id"}, {"S12": "one_save"}),
        ("S36", {"S6": "copy_named"}, {"S6": "model_state"}),
        ("S20a", {"S20": "no"}, {"S20": "yes"}),
        ("S7", {"S6": "package"}, {"S6": "copy_unidentifiable"}),
    ],
)
def test_question_is_hidden_until_its_condition_holds(key, asked, not_asked):
    where = next(each.section for each in SUPPLIER_QUESTIONS if each.key == key)
    with_it = offer_page(section(where), {**ONE_OF_EACH, "objects": [asked]}, {})
    without = offer_page(section(where), {**ONE_OF_EACH, "objects": [not_asked]}, {})
    assert f"objects-0-{key}" not in with_it.hidden
    assert f"objects-0-{key}" in without.hidden


def test_price_is_asked_only_where_it_has_a_weight():
    assert "answers-P1" in offer_page(section("terms"), ONE_OF_EACH, {}).hidden
    assert "answers-P1" not in offer_page(section("terms"), ONE_OF_EACH, {"price_weight": 10}).hidden


def test_what_feeds_the_matrix_alone_is_marked_so():
    page = intent_page(section("contents", BUYER_SECTIONS), {"B1": "O3"})
    assert page.hidden == []
    assert printed(page).count("for the matrix only") == 2
    asked = intent_page(section("contents", BUYER_SECTIONS), {"B1": "O4"})
    assert "for the matrix only" not in printed(asked)


HOSTILE = "<script>alert(1)</script>{{ secret }}"


def test_no_text_of_a_question_is_markup():
    question = replace(
        OFFER["S2"],
        wording=HOSTILE,
        help=HOSTILE,
        why=HOSTILE,
        options=(Option("buyers", HOSTILE, HOSTILE),),
    )
    block = Block("answers", {"S2": HOSTILE}, (question,))
    form = AnswersForm(block, (question,), Surroundings({}, {}, block.raw, is_supplier=True))
    html = render_crispy_form(form, form.helper)
    assert "<script" not in html
    assert html.count("&lt;script&gt;") >= 5
    assert "{{ secret }}" in html


@pytest.mark.parametrize("question", SUPPLIER_QUESTIONS, ids=lambda each: f"{each.scope.value}-{each.key}")
def test_no_answer_is_markup(question):
    values = {
        Kind.TABLE: [{column.key: HOSTILE for column in question.columns}],
        Kind.RECORD: {column.key: HOSTILE for column in question.columns},
        Kind.BY_COMPONENT: {HOSTILE: HOSTILE},
        Kind.POINTS: {HOSTILE: {"run": HOSTILE, "value": HOSTILE}},
        Kind.IDS: {"K1": HOSTILE},
        Kind.BY_ROW: {"1": HOSTILE},
        Kind.CLAIMS: {"restore": {"claimed": HOSTILE, "limits": HOSTILE}},
        Kind.MANY: [HOSTILE],
    }
    raw = {"S7": {"K1": "yes", HOSTILE: "yes"}, question.key: values.get(question.kind, HOSTILE), "name": HOSTILE}
    kinds = {Scope.OBJECT: "objects", Scope.COPY: "copies", Scope.EVIDENCE: "evidence", Scope.OFFER: "answers"}
    kind = kinds[question.scope]
    draft = {**ONE_OF_EACH, kind: raw if kind == "answers" else [raw]}
    html = printed(offer_page(section(question.section), draft, {"B19": [{"item": HOSTILE}]}))
    assert "<script" not in html
