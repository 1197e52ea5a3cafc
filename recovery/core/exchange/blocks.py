"""One block of the exchange form: its questions read by kind, and the answers of several parties brought to one."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from recovery.core.answers import Reading, blank_of, read
from recovery.core.branching import is_by_party
from recovery.core.guide.marking import gettext_noop as _
from recovery.core.guide.question import Question, is_prose
from recovery.core.guide.supplier import OFFER
from recovery.core.intent import Version
from recovery.core.offer import Disagreement
from recovery.core.progress import number

PARTY_WORDS = {option.code: option.label for option in OFFER["S1"].options}
PARTIES = tuple(PARTY_WORDS)


@dataclass
class Block:
    """The typed answers of one block, by question id; what is not stated is absent."""

    answers: dict[str, Any] = field(default_factory=dict)
    disagreements: list[Disagreement] = field(default_factory=list)
    parties: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)

    def text(self, key: str) -> str:
        """Return a text or code, or ""."""
        value = self.answers.get(key, "")
        return value if isinstance(value, str) else str(value)

    def value(self, key: str) -> Any:
        """Return a number, date or instant, or None."""
        return self.answers.get(key)

    def record(self, key: str) -> dict[str, Any]:
        """Return the stated columns of a record, or an empty dict."""
        found: dict[str, Any] = self.answers.get(key, {})
        return found

    def rows(self, key: str) -> tuple[Any, ...]:
        """Return the rows of a table or the codes of a list, or ()."""
        found: tuple[Any, ...] = self.answers.get(key, ())
        return found

    def pairs(self, key: str) -> tuple[tuple[Any, Any], ...]:
        """Return what is answered for each component or row, in the order given, or ()."""
        return tuple(self.answers.get(key, {}).items())


def as_text(value: Any) -> str:
    """Return a typed value in one line, for a sentence that names two answers."""
    if isinstance(value, Decimal):
        return number(value)
    if isinstance(value, (date, datetime)):
        return value.isoformat()
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {as_text(each)}" for key, each in value.items())
    if isinstance(value, tuple):
        return ", ".join(as_text(each) for each in value)
    return str(value)


def _merged(given: list[tuple[str, Any]], question: Question, at: str, found: list[Disagreement]) -> Any:
    """Bring the answers of several parties to one. Where two stated ones differ, note it; two wordings are kept."""
    stated = [(party, value) for party, value in given if value not in ("", None, (), {})]
    if not stated:
        return None
    if all(isinstance(value, dict) for _party, value in stated):
        keys = dict.fromkeys(key for _party, value in stated for key in value)
        merged = {
            key: _merged([(party, value.get(key)) for party, value in stated], question, f"{at} {key}".strip(), found)
            for key in keys
        }
        return {key: value for key, value in merged.items() if value is not None}
    if all(value == stated[0][1] for _party, value in stated):
        return stated[0][1]
    said = tuple((party, f"{at} {as_text(value)}".strip()) for party, value in stated)
    found.append(Disagreement(question.key, said))
    if is_prose(question) and all(isinstance(value, str) for _party, value in stated):
        return "\n".join(f"{PARTY_WORDS[party]}: {value}" for party, value in stated)
    return None


def _read_by_party(question: Question, raw: Any, path: str, reading: Reading, block: Block) -> Any:
    given: list[tuple[str, Any]] = []
    for place, each in enumerate(raw):
        party, here = each["party"], f"{path}[{place}]"
        if party not in PARTIES or party in (known for known, _value in given):
            reason = _("Name each party once, one of: {parties}.").format(parties=", ".join(PARTIES))
            reading.refuse(question.key, reason, f"{here}.party")
        else:
            given.append((party, read(question, each["value"], f"{here}.value", reading)))
    stated = tuple(party for party, value in given if value != blank_of(question))
    if stated:
        block.parties.append((question.key, stated))
    return _merged(given, question, "", block.disagreements)


def read_block(
    questions: Mapping[str, Question],
    raw: Any,
    path: str,
    reading: Reading,
    *,
    also: tuple[str, ...] = (),
    by_party: bool = True,
) -> Block:
    """Return the typed answers of one block; unknown keys are refused with their path. ``also`` names further keys."""
    block = Block()
    if not isinstance(raw, Mapping):
        reading.refuse(path or "offer", _("Give an object whose keys are question ids."), path)
        return block
    for key, given in raw.items():
        place = f"{path}.{key}" if path else key
        question = questions.get(key)
        if question is None:
            if key not in also:
                reading.refuse(key, _("This key is not known here."), place)
            continue
        if by_party and is_by_party(given):
            value = _read_by_party(question, given, place, reading, block)
        else:
            value = read(question, given, place, reading)
        if value is not None and value != blank_of(question):
            block.answers[key] = value
    return block


def versions_from(rows: tuple[dict[str, Any], ...]) -> tuple[Version, ...]:
    """Return the named versions of a table; a row without a name says nothing."""
    return tuple(Version(row["name"], row.get("version", "")) for row in rows if "name" in row)
