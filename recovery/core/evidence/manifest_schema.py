"""The JSON Schemas of a manifest and of a verification report."""

from typing import Any

from recovery.core.evidence.inspection import KINDS, Correspondence, Outcome, State
from recovery.core.evidence.manifest import FORM, VERSION
from recovery.core.evidence.verification import FORM as REPORT_FORM
from recovery.core.evidence.verification import VERSION as REPORT_VERSION
from recovery.core.evidence.verification import Status

DIALECT = "https://json-schema.org/draft/2020-12/schema"
TEXT = {"type": "string"}
TEXTS = {"type": "array", "items": TEXT}
COUNT = {"type": "integer", "minimum": 0}
DIGEST = {"type": ["string", "null"], "pattern": "^[0-9a-f]{64}$"}
INSTANT = {"type": "string", "format": "date-time"}


def closed(properties: dict[str, Any]) -> dict[str, Any]:
    """Return an object of exactly these properties."""
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _list(item: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": item}


PLACE = closed({"file": TEXT, "key": TEXT})
FINDING = closed({"code": TEXT, "text": TEXT, "place": {"anyOf": [PLACE, {"type": "null"}]}})
STATED = closed({"value": {"type": "number", "minimum": 0}, "unit": TEXT, "place": PLACE, "means": TEXT})
TOOL = closed({"name": TEXT, "version": TEXT})
COMPONENT = closed(
    {
        "kind": {"enum": list(KINDS)},
        "label": TEXT,
        "member": TEXT,
        "state": {"enum": [each.value for each in State]},
        "places": _list(PLACE),
        "contents": {"type": "object", "additionalProperties": {"type": ["string", "number", "boolean"]}},
        "stated": _list(STATED),
        "notes": TEXTS,
    }
)
CORRESPONDENCE = {"enum": [each.value for each in Correspondence]}
CHECKPOINT = closed(
    {
        "name": TEXT,
        "format": TEXT,
        "writer": TEXT,
        "correspondence": CORRESPONDENCE,
        "components": _list(COMPONENT),
        **{name: _list(FINDING) for name in ("ties", "contradictions", "damage", "doubts", "claims")},
        "needs": TEXTS,
        "files": TEXTS,
    }
)
INSPECTION = closed(
    {
        "version": {"const": 1},
        "name": TEXT,
        "format": TEXT,
        "outcome": {"enum": [each.value for each in Outcome]},
        "correspondence": CORRESPONDENCE,
        "checkpoints": _list(CHECKPOINT),
        **{name: _list(FINDING) for name in ("refusals", "damage", "doubts", "claims", "others", "remarks")},
    }
)


def manifest_schema() -> dict[str, Any]:
    """Return the JSON Schema of a manifest."""
    file = closed({"path": TEXT, "size": COUNT, "sha256": DIGEST, "problem": TEXT})
    return {
        "$schema": DIALECT,
        "title": "Manifest of a delivery",
        **closed(
            {
                "form": {"const": FORM},
                "version": {"const": VERSION},
                "tool": TOOL,
                "made_at": INSTANT,
                "name": TEXT,
                "has_digests": {"type": "boolean"},
                "file_count": COUNT,
                "byte_count": COUNT,
                "files": _list(file),
                "inspection": INSPECTION,
            }
        ),
    }


def report_schema() -> dict[str, Any]:
    """Return the JSON Schema of a verification report."""
    status = {"enum": [each.value for each in Status]}
    seen = {"anyOf": [closed({"size": COUNT, "sha256": DIGEST}), {"type": "null"}]}
    file = closed({"path": TEXT, "status": status, "offered": seen, "returned": seen, "note": TEXT})
    point = closed({"value": {"type": "number"}, "unit": TEXT})
    component = closed(
        {
            "checkpoint": TEXT, "kind": {"enum": list(KINDS)}, "label": TEXT, "member": TEXT, "status": status,
            "files": TEXTS, "offered": _list(point), "returned": _list(point),
        }
    )  # fmt: skip
    manifest = closed({"name": TEXT, "made_at": INSTANT, "tool": TOOL, "sha256": DIGEST})
    return {
        "$schema": DIALECT,
        "title": "Comparison of a return with a manifest",
        **closed(
            {
                "form": {"const": REPORT_FORM},
                "version": {"const": REPORT_VERSION},
                "tool": TOOL,
                "made_at": INSTANT,
                "manifest": manifest,
                "is_unchanged": {"type": "boolean"},
                "counts": closed({each.value: COUNT for each in Status}),
                "files": _list(file),
                "components": _list(component),
                "inspection": INSPECTION,
            }
        ),
    }
