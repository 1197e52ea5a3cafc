"""Answers of several values: rows, one record, a choice for each component, points, ids, claims."""

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext as _

from recovery.core.branching import NOT_STATED, is_not_stated, is_stated
from recovery.core.guide.choices import COMPONENT_OPTIONS, STATED_POINT_COLUMNS
from recovery.core.guide.question import Column, Kind
from recovery.core.matching.wording import component_name
from recovery.forms.answer import (
    ABSENT,
    Answer,
    Posted,
    choices,
    pairs_of,
    read_codes,
    read_number,
    read_text,
    rows_of,
    shown_value,
)
from recovery.forms.instant import ZONES, instant_parts, read_instant
from recovery.forms.surroundings import has_point

MOST_ROWS = 200

_READERS = {Kind.NUMBER: read_number, Kind.INSTANT: read_instant, Kind.MANY: read_codes}
_HELP = {option.code: option.help for option in COMPONENT_OPTIONS}


def read_row(columns: tuple[Column, ...], data: Posted, name: str) -> dict[str, Any]:
    """Return the columns of one row that were filled in."""
    found = {column.key: _READERS.get(column.kind, read_text)(data, f"{name}-{column.key}") for column in columns}
    return {key: value for key, value in found.items() if value is not ABSENT}


def named_component(code: str) -> dict[str, str]:
    """Return a component for a row: its code, its words and what it is good for."""
    head, _slash, name = code.partition("/")
    return {"code": code, "label": component_name(code), "help": "" if name else gettext(_HELP.get(head, ""))}


class _Rows(Answer):
    """Shared by answers that show columns."""

    def row(self, name: str, value: Any, columns: tuple[Column, ...] = ()) -> list[dict[str, Any]]:
        given = pairs_of(value)
        cells = []
        for column in columns or self.question.columns:
            cell = self.cell(column, f"{name}-{column.key}", given.get(column.key))
            if column.kind is Kind.INSTANT:
                cell |= {"parts": instant_parts(given.get(column.key)), "zones": ZONES}
            cells.append(cell)
        return cells

    def spread(self, name: str) -> list[dict[str, Any]]:
        """Return the inputs of one point that a click copies to every component answered yes."""
        return [self.cell(each, f"{name}--spread-{each.key}", None) for each in STATED_POINT_COLUMNS]


class RecordAnswer(_Rows):
    """One row of columns."""

    template_name = "recovery/answers/record.html"

    def read(self, data: Posted, name: str) -> Any:
        return read_row(self.question.columns, data, name) or ABSENT

    def context(self, name: str, value: Any) -> dict[str, Any]:
        return {"cells": self.row(name, value), "fault": self.faults.get(name, "")}


class TableAnswer(_Rows):
    """Rows of columns. There is always one empty row to write in; empty rows are dropped."""

    template_name = "recovery/answers/table.html"

    def read(self, data: Posted, name: str) -> Any:
        shown = read_number(data, f"{name}--rows")
        count = min(shown if isinstance(shown, int) else 0, MOST_ROWS)
        rows = [read_row(self.question.columns, data, f"{name}-{place}") for place in range(count)]
        return [row for row in rows if row] or ABSENT

    def context(self, name: str, value: Any) -> dict[str, Any]:
        rows: list[Any] = [*rows_of(value)]
        empty = 2 if self.around.more == name else 1
        rows.extend({} for _empty in range(min(empty, MOST_ROWS - len(rows))))
        return {
            "heads": [
                {"label": gettext(column.label), "is_required": column.required} for column in self.question.columns
            ],
            "rows": [
                {"name": f"{name}-{place}", "number": place + 1, "cells": self.row(f"{name}-{place}", row)}
                for place, row in enumerate(rows)
            ],
            "count": len(rows),
            "fault": self.faults.get(name, ""),
        }


class ByComponentAnswer(_Rows):
    """One choice a component. S7 shows the whole catalogue and each component's point; S16 what S7 says is there."""

    template_name = "recovery/answers/by_component.html"

    def read(self, data: Posted, name: str) -> Any:
        return _texts_below(data, name) or ABSENT

    def context(self, name: str, value: Any) -> dict[str, Any]:
        given = pairs_of(value)
        options = choices(self.question.options)
        if NOT_STATED not in self.question.codes():
            options.append({"code": NOT_STATED, "label": _("Not stated"), "help": ""})
        returned = self.around.returned()
        takes_further = self.question.key == "S7"
        return {
            "options": options,
            "rows": [
                {
                    **named_component(code),
                    "name": f"{name}-{code}",
                    "value": _choice_of(given.get(code)),
                    "fault": self.faults.get(f"{name}-{code}", ""),
                    "is_hidden": not takes_further and code not in returned,
                    "point": self._point(name, code) if takes_further and has_point(code) else None,
                }
                for code in self.around.components()
            ],
            "takes_further": takes_further,
            "spread": self.spread(name.replace("S7", "S8")) if takes_further else (),
            "spread_name": name.replace("S7", "S8"),
            "fault": self.faults.get(name, ""),
        }

    def _point(self, name: str, code: str) -> dict[str, Any]:
        """Return the inputs of the component's point (S8), which the table shows beside its "yes"."""
        place = f"{name.replace('S7', 'S8')}-{code}"
        given = pairs_of(self.around.block.get("S8")).get(code)
        cells = self.row(place, given, STATED_POINT_COLUMNS)
        return {"name": place, "cells": cells, "is_not_stated": is_not_stated(given)}


class PointsAnswer(_Rows):
    """The point of each component that is in the object; components without progress of their own are left out."""

    template_name = "recovery/answers/points.html"

    def read(self, data: Posted, name: str) -> Any:
        found: dict[str, Any] = {}
        for key, _value in _below(data, name):
            component, _dash, last = key.rpartition("-")
            column = next((each for each in self.question.columns if each.key == last), None)
            if column is not None:
                found.setdefault(component, {}).update(read_row((column,), data, f"{name}-{component}"))
            elif last == "not_stated":
                found.setdefault(component.removesuffix("-"), {})
        said = {part: NOT_STATED for part in found if data.get(f"{name}-{part}--not_stated")}
        given = [(part, row or said.get(part)) for part, row in found.items() if row or part in said]
        return dict(given[:MOST_ROWS]) or ABSENT

    def context(self, name: str, value: Any) -> dict[str, Any]:
        given = pairs_of(value)
        carried = self.around.returned()
        shown = [each for each in self.around.components() if (each in carried and has_point(each)) or each in given]
        return {
            "heads": [{"key": each.key, "label": gettext(each.label)} for each in self.question.columns],
            "rows": [
                {
                    **named_component(code),
                    "name": f"{name}-{code}",
                    "cells": self.row(f"{name}-{code}", given.get(code)),
                    "is_not_stated": is_not_stated(given.get(code)),
                    "is_hidden": code not in carried,
                    "fault": self.faults.get(f"{name}-{code}", ""),
                }
                for code in shown
            ],
            "spread": self.spread(name),
            "spread_name": name,
            "fault": self.faults.get(name, ""),
        }


class IdsAnswer(Answer):
    """The checkpoint id that stands inside each part."""

    template_name = "recovery/answers/ids.html"

    def read(self, data: Posted, name: str) -> Any:
        return _texts_below(data, name) or ABSENT

    def context(self, name: str, value: Any) -> dict[str, Any]:
        given = pairs_of(value)
        shown = [each for each in self.around.components() if each in self.around.returned() or each in given]
        return {
            "rows": [
                {
                    **named_component(code),
                    "name": f"{name}-{code}",
                    "value": shown_value(given.get(code)),
                    "fault": self.faults.get(f"{name}-{code}", ""),
                }
                for code in shown
            ],
            "fault": self.faults.get(name, ""),
        }


class ByRowAnswer(Answer):
    """One choice for each row of the buyer's list, counted from 1."""

    template_name = "recovery/answers/by_component.html"

    def read(self, data: Posted, name: str) -> Any:
        return _texts_below(data, name) or ABSENT

    def context(self, name: str, value: Any) -> dict[str, Any]:
        given = pairs_of(value)
        rows = rows_of(self.around.intent.get(self.question.rows_of))
        return {
            "options": choices(self.question.options),
            "rows": [
                {
                    "code": str(number),
                    "label": _row_words(row),
                    "name": f"{name}-{number}",
                    "value": _choice_of(given.get(str(number))),
                    "fault": self.faults.get(f"{name}-{number}", ""),
                }
                for number, row in enumerate(rows, start=1)
            ],
            "fault": self.faults.get(name, ""),
        }


class ClaimsAnswer(_Rows):
    """What is claimed and what is not, each with its limits."""

    template_name = "recovery/answers/claims.html"

    def read(self, data: Posted, name: str) -> Any:
        found = {code: read_row(self.question.columns, data, f"{name}-{code}") for code in self.question.codes()}
        return {code: row for code, row in found.items() if row} or ABSENT

    def context(self, name: str, value: Any) -> dict[str, Any]:
        given = pairs_of(value)
        claimed, limits, one_platform = self.question.columns
        options = [*choices(claimed.options), {"code": NOT_STATED, "label": _("Not stated"), "help": ""}]
        rows = []
        for option in choices(self.question.options):
            row = pairs_of(given.get(option["code"]))
            base = f"{name}-{option['code']}"
            asks_platform = option["code"] == "same_future" or is_stated(row.get("one_platform"))
            rows.append(
                {
                    "label": option["label"],
                    "name": base,
                    "value": _choice_of(row.get("claimed")),
                    "limits": self.cell(limits, f"{base}-limits", row.get("limits")),
                    "platform": self.cell(one_platform, f"{base}-one_platform", row.get("one_platform"))
                    if asks_platform
                    else None,
                    "fault": self.faults.get(f"{base}-claimed", ""),
                }
            )
        return {"options": options, "rows": rows, "fault": self.faults.get(name, "")}


def _below(data: Posted, name: str) -> list[tuple[str, Any]]:
    """Return the inputs below ``name`` with the rest of their names; ``--`` inputs are the form's own."""
    start = f"{name}-"
    return [
        (key[len(start) :], data.get(key)) for key in data if key.startswith(start) and not key.startswith(f"{start}-")
    ]


def _texts_below(data: Posted, name: str) -> dict[str, str]:
    """Return the texts below ``name`` that say something, by the rest of their names."""
    read = {key: read_text(data, f"{name}-{key}") for key, _value in _below(data, name)}
    return dict([(key, text) for key, text in read.items() if text is not ABSENT][:MOST_ROWS])


def _choice_of(value: Any) -> str:
    return NOT_STATED if is_not_stated(value) else shown_value(value)


def _row_words(row: Any) -> str:
    """Return a row of the buyer's list in words: the item and, where one is given, its point."""
    point = " ".join(str(row[key]) for key in ("run", "branch", "scale", "value") if is_stated(row.get(key)))
    words = component_name(str(row.get("item", "")))
    return _("%(item)s, at %(point)s") % {"item": words, "point": point} if point else words
