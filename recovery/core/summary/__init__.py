"""An intent and an offer in plain sentences, for the forms beside which they change and for the comparison."""

from recovery.core.summary.intent import intent_in_words, progress_wanted
from recovery.core.summary.offer import contents_in_words, offer_in_words

__all__ = ["contents_in_words", "intent_in_words", "offer_in_words", "progress_wanted"]
