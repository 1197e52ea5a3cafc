"""A digest is the same before and after any database."""

import hashlib

import pytest

from recovery.models import Offer, canonical, digest_of
from tests.factories import make_offer, make_published


def test_the_canonical_form_sorts_keys_and_writes_text_as_it_is():
    assert canonical({"b": [1, None, True], "a": "größe \u05d0"}) == '{"a":"größe א","b":[1,null,true]}'.encode()


def test_the_digest_is_that_of_the_canonical_bytes():
    assert digest_of({"a": 1}) == hashlib.sha256(b'{"a":1}').hexdigest()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "value", [10, 10.0, 0.1, 1e22, 1.5e-7, -0.0, 10**30, "10.0", {"zz": 1, "a": 2, "bbb": 3}, ["b", "a"], "\u202e", ""]
)
def test_what_comes_back_from_the_database_has_the_same_digest(value):
    offer = make_offer(make_published())
    offer.draft = {"value": value}
    offer.save()
    assert digest_of(Offer.objects.get(pk=offer.pk).draft) == digest_of({"value": value})
