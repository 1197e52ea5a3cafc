"""The plain sentences beside the forms and on the comparison."""

from dataclasses import replace
from decimal import Decimal

from hypothesis import given, settings

from recovery.core.intent import NotApplicable, WantedEvidence
from recovery.core.matching import match
from recovery.core.offer import Offer
from recovery.core.progress import Point
from recovery.core.summary import intent_in_words, offer_in_words
from tests.core.strategies import cases
from tests.core.tr10 import V10, V11, A, B, O, W, intent, offered, point, returned


def words(wanted, offer):
    return offer_in_words(wanted, offer, match(wanted, offer))


def test_the_intent_is_told_a_fact_a_sentence():
    assert intent_in_words(intent()) == (
        "For TR-10, the buyer wants to continue from an identified training state.",
        "It must be at exactly step 10 of TR-10, branch main.",
        "Required: model state, optimizer state and progress record.",
        "Form of the weights: as trained.",
        "The buyer provides the environment: PyTorch 2.14.",
    )


def test_an_undecided_buyer_is_said_to_be_undecided():
    assert "not decided" in intent_in_words(intent(""))[0]


def test_an_environment_that_nobody_spoke_of_is_not_stated_and_not_undecided():
    assert "Who provides the environment, and which framework, is not stated." in intent_in_words(
        intent(environment_by="", loads_with=())
    )
    undecided = intent_in_words(intent(environment_by="undecided"))
    assert "Who provides the environment is not decided. Framework: PyTorch 2.14." in undecided


def test_every_rule_of_progress_has_its_sentence():
    assert "at step 9 of TR-10, branch main or later" in intent_in_words(intent("O3", "at_least", 9))[1]
    assert "Any progress point" in intent_in_words(intent("O3", "any"))[1]
    assert "500 in units of step" in intent_in_words(intent("O3", "rule", largest_gap=Decimal(500)))[1]
    assert "not stated" in intent_in_words(intent("O3", ""))[1]


def test_stated_contents_are_told_with_their_boundary():
    told = intent_in_words(intent("O4"))
    assert told[1] == (
        "Inside volume vol-1 must be: model state at step 9, optimizer state at step 9 and progress record at step 9."
    )


def test_what_does_not_apply_and_wanted_evidence_are_told():
    wanted = intent(
        not_applicable=(NotApplicable(O, "it keeps no state"),),
        wanted_evidence=(WantedEvidence("loading", ("E6",)),),
    )
    told = " ".join(intent_in_words(wanted))
    assert "Not applicable: optimizer state, because it keeps no state." in told
    assert "Evidence wanted of loading: load or restore test." in told


def test_offer_a_is_told_with_what_it_does_not_establish():
    assert words(intent(), A) == (
        "This offer returns the model state at step 10 of TR-10, branch main.",
        "It does not establish the optimizer state and progress record at step 10.",
    )


def test_offer_a_is_all_that_a_narrow_buyer_asked():
    assert words(intent("O1"), A)[1] == "That is what was asked."


def test_offer_b_is_broader_and_the_rest_counts_neither_way():
    told = words(intent("O1"), B)
    assert told[1].endswith("which counts neither way: optimizer state and progress record.")


def test_a_later_copy_does_not_move_the_point():
    assert words(intent(), V11)[-1] == "A later copy does not move the point."
    assert "A later copy does not move the point." not in words(intent(), V10)


def test_a_point_that_is_not_stated_is_said_to_be_so():
    blank = offered("X", returned("W", Point(), W))
    assert words(intent("O1"), blank)[0] == "This offer returns the model state at a point that is not stated."


def test_several_objects_are_told_one_by_one_and_never_joined():
    both = offered("X", returned("one", 10, W), returned("two", 9, O))
    told = offer_in_words(intent(), both)
    assert told == (
        "Its object “one” returns the model state at step 10 of TR-10, branch main.",
        "Its object “two” returns the optimizer state at step 9 of TR-10, branch main.",
    )


def test_an_empty_draft_is_told_too():
    assert offer_in_words(intent(), Offer("X"))[0] == "This offer does not yet say what it returns."


def test_latest_is_told_with_what_it_means():
    rule = returned("latest", point(10), W, kind="rule", latest_means="copy_event", points=())
    assert "says nothing of progress" in offer_in_words(intent("O1"), offered("X", rule))[0]


@settings(deadline=None, max_examples=150)
@given(cases)
def test_every_intent_and_offer_can_be_told(case):
    wanted, offer = case
    for told in (intent_in_words(wanted), words(wanted, offer)):
        assert told
        assert all(each.strip() and "None" not in each for each in told)


@settings(deadline=None, max_examples=100)
@given(cases)
def test_a_supplier_s_name_is_in_no_sentence_of_the_verdict(case):
    wanted, offer = case
    assert words(wanted, replace(offer, supplier="Quokka")) == words(wanted, offer)
