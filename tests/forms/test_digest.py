"""A page knows what it was made from: the same before and after its answers were stored."""

from typing import Any

import pytest

from recovery.forms.blocks import offer_blocks, offer_from
from recovery.forms.draft import slice_digest

UNNAMED: dict[str, Any] = {"answers": {"S1": ["training_provider"]}, "objects": [], "copies": [], "evidence": []}


@pytest.mark.parametrize("name", [None, "", "Offer A"])
def test_an_offer_is_the_same_after_it_was_stored_whether_it_has_a_name_or_not(name: str | None) -> None:
    typed = offer_blocks(UNNAMED if name is None else {**UNNAMED, "name": name})
    assert slice_digest(typed, "application") == slice_digest(offer_blocks(offer_from(typed)), "application")


def test_zero_is_an_answer_and_a_blank_is_none() -> None:
    digests = {slice_digest(offer_blocks({"answers": {"P1": value}}), "terms") for value in (0, "", None)}
    assert len(digests) == 2
