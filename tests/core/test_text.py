"""The door for text: what a reader sees of it, and what is stored of it."""

import pytest

from recovery.core.text import TextRefused, clean, is_visible


@pytest.mark.parametrize(
    "text", ["", " \n\t", "\u200b", "\u2060\u00ad", "\u202e\u2069", "\u3164", "\u2800 \u00a0", "\u0301"]
)
def test_nothing_is_seen_of_space_marks_and_fillers(text):
    assert not is_visible(text)


@pytest.mark.parametrize("text", ["0", "-", "\u200bx", "\u0639\u0631\u0628\u064a", "\u5408", "\U0001f600", "e\u0301"])
def test_anything_with_ink_is_seen(text):
    assert is_visible(text)


@pytest.mark.parametrize("text", ["a\x00", "\x1b[0m", "\ud800", "\ufffe", "\x85"])
def test_what_no_database_holds_is_refused_with_its_number(text):
    with pytest.raises(TextRefused, match=r"U\+[0-9A-F]{4}"):
        clean(text)
