"""What a refused form gives back: what a person typed, and neither secrets nor what the form says about itself."""

from django.test import RequestFactory

from recovery.templatetags.typed import typed_text

POSTED = {
    "csrfmiddlewaretoken": "t" * 64,
    "password": "correct horse",
    "base": "6547b01127a7a2b1",
    "writer": "signed",
    "blocks": ["offer", "answers"],
    "version": "3",
    "answers-S3--rows": "2",
    "answers-S44": "Within four hours",
    "answers-S51": "",
    "do": "next",
}


def test_only_what_was_typed_is_given_back() -> None:
    assert typed_text(RequestFactory().post("/offers/", POSTED)) == "answers-S44: Within four hours"


def test_a_page_that_was_only_opened_gives_nothing_back() -> None:
    assert typed_text(RequestFactory().get("/offers/", {"answers-S44": "Within four hours"})) == ""
