"""The JSON form of an inspection: versioned, in a fixed order, and read back with every value checked."""

from typing import Any

from recovery.core.evidence.faults import Refused
from recovery.core.evidence.inspection import (
    KINDS,
    VERSION,
    Checkpoint,
    Component,
    Correspondence,
    Finding,
    Inspection,
    Place,
    State,
    Stated,
)

FINDINGS = ("ties", "contradictions", "damage", "doubts", "claims")
AROUND = ("refusals", "damage", "doubts", "claims", "others", "remarks")


def to_dict(inspection: Inspection) -> dict[str, Any]:
    """Return the inspection as plain values that JSON can hold, the same for the same bytes."""
    return {
        "version": VERSION,
        "name": inspection.name,
        "format": inspection.format,
        "outcome": inspection.outcome.value,
        "correspondence": inspection.correspondence.value,
        "checkpoints": [_checkpoint(each) for each in inspection.checkpoints],
        **{name: [_finding(each) for each in getattr(inspection, name)] for name in AROUND},
    }


def _checkpoint(checkpoint: Checkpoint) -> dict[str, Any]:
    return {
        "name": checkpoint.name,
        "format": checkpoint.format,
        "writer": checkpoint.writer,
        "correspondence": checkpoint.correspondence.value,
        "components": [_component(each) for each in checkpoint.components],
        **{name: [_finding(each) for each in getattr(checkpoint, name)] for name in FINDINGS},
        "needs": list(checkpoint.needs),
        "files": list(checkpoint.files),
    }


def _component(component: Component) -> dict[str, Any]:
    return {
        "kind": component.kind,
        "label": component.label,
        "member": component.member,
        "state": component.state.value,
        "places": [_place(each) for each in component.places],
        "contents": dict(component.contents),
        "stated": [
            {"value": each.value, "unit": each.unit, "place": _place(each.place), "means": each.means}
            for each in component.stated
        ],
        "notes": list(component.notes),
    }


def _place(place: "Place | None") -> "dict[str, str] | None":
    return None if place is None else {"file": place.file, "key": place.key}


def _finding(finding: Finding) -> dict[str, Any]:
    return {"code": finding.code, "text": finding.text, "place": _place(finding.place)}


def from_dict(raw: Any) -> Inspection:
    """Return the inspection that a JSON form describes. Raises Refused where it is not one of a known version."""
    if not isinstance(raw, dict) or raw.get("version") != VERSION:
        raise Refused(f"It is not an inspection of version {VERSION}.")
    try:
        found = {name: tuple(_read_finding(each) for each in raw[name]) for name in AROUND}
        checkpoints = tuple(_read_checkpoint(each) for each in raw["checkpoints"])
        return Inspection(text_in(raw["name"]), text_in(raw["format"]), checkpoints, **found)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Refused("The inspection in it is not in the form that the tool writes.") from error


def text_in(raw: Any) -> str:
    """Return a value of a JSON form that has to be a text. Raises TypeError for any other."""
    if not isinstance(raw, str):
        raise TypeError("a text was expected")
    return raw


def _read_checkpoint(raw: "dict[str, Any]") -> Checkpoint:
    return Checkpoint(
        text_in(raw["name"]),
        text_in(raw["format"]),
        text_in(raw["writer"]),
        tuple(_read_component(each) for each in raw["components"]),
        Correspondence(raw["correspondence"]),
        **{name: tuple(_read_finding(each) for each in raw[name]) for name in FINDINGS},
        needs=tuple(text_in(each) for each in raw["needs"]),
        files=tuple(text_in(each) for each in raw["files"]),
    )


def _read_component(raw: "dict[str, Any]") -> Component:
    if raw["kind"] not in KINDS:
        raise ValueError("an unknown kind of component")
    contents = tuple((text_in(name), value) for name, value in raw["contents"].items())
    if not all(isinstance(value, (str, int, float)) for _, value in contents):
        raise TypeError("contents are texts and numbers")
    return Component(
        raw["kind"],
        State(raw["state"]),
        tuple(_read_place(each) for each in raw["places"]),
        text_in(raw["member"]),
        contents,
        tuple(_read_stated(each) for each in raw["stated"]),
        tuple(text_in(each) for each in raw["notes"]),
    )


def _read_stated(raw: "dict[str, Any]") -> Stated:
    value = raw["value"]
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError("a number was expected")
    return Stated(value, text_in(raw["unit"]), _read_place(raw["place"]), text_in(raw["means"]))


def _read_place(raw: "dict[str, Any]") -> Place:
    return Place(text_in(raw["file"]), text_in(raw["key"]))


def _read_finding(raw: "dict[str, Any]") -> Finding:
    place = raw["place"]
    return Finding(text_in(raw["code"]), text_in(raw["text"]), None if place is None else _read_place(place))
