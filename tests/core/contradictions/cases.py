"""One case a rule, in the exchange form: answers under which it fires, and the one answer under which it is silent."""

from copy import deepcopy
from typing import Any

TODAY = "2026-11-30"


def point(value: object, run: str = "TR-10", branch: str = "main") -> dict[str, object]:
    return {"run": run, "branch": branch, "scale": "step", "value": value}


def points(value: object, *codes: str) -> dict[str, object]:
    return {code: point(value) for code in codes}


INTENT: dict[str, Any] = {
    "B1": "O3",
    "B2": "TR-10",
    "B3": [{"name": "PyTorch", "version": "2.14"}],
    "B4": "buyer",
    "B5": {"run": "TR-10", "branch": "main"},
    "B6": "step",
    "B7": "exactly",
    "B8": 10,
    "B10": ["K1", "K3", "K7"],
    "B13": "as_trained",
    "B16": "same",
    "B17": "Train on from the saved state.",
    "B22": ["retention", "location", "keys", "exit"],
    "B24": "Application owner",
}
PACKAGE: dict[str, Any] = {
    "name": "package",
    "S6": "package",
    "S6a": {"delivery": "download", "format": "torch.save"},
    "S7": {"K1": "yes", "K3": "yes", "K7": "yes"},
    "S8": points(10, "K1", "K3", "K7"),
    "S11a": "yes",
    "S12": "one_save",
    "S15": "committed",
    "S18": "as_trained",
    "S20": "yes",
    "S21": "O3",
}
INSIDE = {**PACKAGE, "S6": "copy_named", "S36": "owner"}
COPY: dict[str, Any] = {
    "name": "V10",
    "S30": {"product": "volume snapshot"},
    "S30a": "buyers",
    "S33": "crash_set",
    "S34": "completed",
}
RULED: dict[str, Any] = {
    "name": "latest",
    "S6": "rule",
    "S7": {"K1": "yes", "K3": "yes", "K7": "yes"},
    "S9": "progress",
    "S10": "The step that the progress record states.",
    "S11": 1,
    "S18": "as_trained",
    "S20": "yes",
    "S21": "O3",
}
MODEL = {**PACKAGE, "S6": "model_state", "S7": {"K1": "yes"}, "S8": points(10, "K1"), "S21": "O1"}
for _unasked in ("S11a", "S12"):
    MODEL.pop(_unasked)
BASE: dict[str, Any] = {
    "format": "recovery-case/1",
    "today": TODAY,
    "intent": INTENT,
    "offers": [
        {
            "name": "Offer",
            "supplier": "Supplier",
            "answers": {"S1": ["training_provider"], "S2": "buyers", "S3": INTENT["B3"], "S4": "same"},
            "objects": [PACKAGE],
            "copies": [],
            "evidence": [],
        }
    ],
}
WITH_COPY = {"objects": [INSIDE], "copies": [COPY]}
WITH_RULE = {"objects": [RULED]}
WITH_MODEL = {"objects": [MODEL]}
OTHER_LAYOUT = {"intent.B16": "different", "object.S16a": {"save": "64", "after": "32"}}


def item(kind: str, claim: str, **more: object) -> dict[str, object]:
    return {"kind": kind, "claim": claim, "object": "package", **more}


def changed(document: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """Return ``document`` with answers set: ``intent.B1``, ``answers.S4``, ``object.S7.K3`` or ``evidence``."""
    made = deepcopy(document)
    offer = made["offers"][0]
    for path, value in changes.items():
        room, *keys = path.split(".")
        if not keys:
            offer[room] = deepcopy(value)
            continue
        block = {"intent": made["intent"], "answers": offer["answers"]}.get(room)
        if block is None:
            block = offer["objects" if room == "object" else "copies"][0]
        for key in keys[:-1]:
            block = block.setdefault(key, {})
        block[keys[-1]] = deepcopy(value)
    return made


# rule: weight, the answers under which it fires, the answer under which it is silent
OFFER_CASES: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "R1": ("hard", {**WITH_MODEL, "object.S21": "O3"}, {"object.S21": "O1"}),
    "R2": ("hard", {**WITH_MODEL, "object.S7.K3": "yes"}, {"object.S7.K3": "no"}),
    "R3": ("hard", {"object.S7.K3": "no"}, {"intent.B11": [{"component": "K3", "reason": "It keeps no state."}]}),
    "R4": ("hard", {**WITH_COPY, "object.S36": "nobody"}, {"object.S36": "owner"}),
    "R5": ("hard", {"object.S8.K3": point(9)}, {"object.S11a": "no"}),
    "R6": (
        "hard",
        {"object.S12": "same_id", "object.S13": {"K1": "a1", "K3": "b2", "K7": "a1"}},
        {"object.S13.K3": "a1"},
    ),
    "R7": ("hard", {"object.S8.K3": point(10, branch="retry")}, {"object.S11a": "no"}),
    "R8": ("hard", {"object.S12": "newest"}, {"object.S12": "one_save"}),
    "R9": ("hard", {"object.S8.K3": point("2026-11-20T12:00")}, {"object.S8.K3": point(10)}),
    "R10": ("ask", {**WITH_RULE, "object.S8": points(10, "K1")}, {"object.S10b": "promise"}),
    "R11": ("hard", {**WITH_RULE, "object.S9": "copy_event", "object.S10a": 10}, {"object.S9": "progress"}),
    "R12": ("hard", {"object.S7.K3": "new"}, {"object.S21": "O2"}),
    "R13": ("claim", {"object.S22": {"same_future": {"claimed": "yes"}}}, {"object.S22.same_future.claimed": "no"}),
    "R14": (
        "ask",
        {"object.S22": {"same_future": {"claimed": "yes", "limits": "PyTorch 2.14 on one platform"}}},
        {"object.S22.same_future.claimed": "no"},
    ),
    "R15": (
        "hard",
        {**WITH_COPY, "object.S35": "2026-11-20T12:00:00Z", "copy.S32": {"captured": "2026-11-20T11:00:00Z"}},
        {"copy.S32.captured": "2026-11-20T13:00:00Z"},
    ),
    "R16": (
        "hard",
        {"object.S15": "staged", "object.S15a": "node_local", "object.S15b": "object_store"},
        {"object.S15a": "object_store"},
    ),
    "R17": ("hard", {"object.S14": {"saved": 8, "returned": 7}}, {"object.S14.returned": 8}),
    "R18": (
        "hard",
        {**WITH_COPY, "copy.S31": [{"volume": "a"}], "copy.S31a": [{"volume": "a"}, {"volume": "b"}]},
        {"copy.S31": [{"volume": "a"}, {"volume": "b"}]},
    ),
    "R19": (
        "hard",
        {
            **WITH_COPY,
            "copy.S31": [
                {"volume": "a", "captured": "2026-11-20T12:00:00Z"},
                {"volume": "b", "captured": "2026-11-20T12:05:00Z"},
            ],
        },
        {"copy.S33": "crash_volume"},
    ),
    "R20": ("ask", {**WITH_COPY, "copy.S33a": "yes"}, {"copy.S33": "application"}),
    "R21": (
        "hard",
        {**WITH_COPY, "copy.S34": "failed", "copy.S32": {"completed": "2026-11-20T12:00:00Z"}},
        {"copy.S34": "completed"},
    ),
    "R22": (
        "ask",
        {**WITH_COPY, "evidence": [item("E1", "contents", status="completed")]},
        {"evidence": [item("E1", "copying", status="completed")]},
    ),
    "R23": (
        "claim",
        {"evidence": [item("E6", "loading", same="same", point=point(9))]},
        {"evidence": [item("E6", "loading", same="representative", point=point(9))]},
    ),
    "R24": (
        "claim",
        {"object.S35": "2026-11-20T12:00:00Z", "evidence": [item("E6", "loading", same="same", date="2026-11-19")]},
        {"evidence": [item("E6", "loading", same="same", date="2026-11-20")]},
    ),
    "R25": (
        "ask",
        {
            "evidence": [
                item("E6", "loading", for_buyer_environment="yes", environment=[{"name": "PyTorch", "version": "2.6"}])
            ]
        },
        {
            "evidence": [
                item("E6", "loading", for_buyer_environment="no", environment=[{"name": "PyTorch", "version": "2.6"}])
            ]
        },
    ),
    "R26": (
        "claim",
        {"evidence": [item("E7", "continuing", result="passed", loaded=["K1", "K7"])]},
        {"evidence": [item("E7", "continuing", result="passed", loaded=["K1", "K3", "K7"])]},
    ),
    "R27": (
        "claim",
        {"evidence": [item("E6", "loading", result="passed", warned=["K3"])]},
        {"evidence": [item("E6", "loading", result="partial", warned=["K3"])]},
    ),
    "R28": (
        "ask",
        {"evidence": [item("E4", "saving", manifest_made="after_return")]},
        {"evidence": [item("E4", "saving", manifest_made="at_save")]},
    ),
    "R29": (
        "claim",
        {"evidence": [item("E5", "integrity", result="passed"), item("E4", "saving", id="list")]},
        {
            "evidence": [
                item("E5", "integrity", result="passed", manifest="list"),
                item("E4", "saving", id="list"),
            ]
        },
    ),
    "R30": ("hard", {"answers.S4a": [{"name": "PyTorch", "version": "2.6"}]}, {"answers.S4": "different"}),
    "R31": (
        "hard",
        {"answers.S3": "not stated", "object.S22": {"buyer_environment": {"claimed": "yes"}}},
        {"answers.S3": [{"name": "PyTorch", "version": "2.14"}]},
    ),
    "R32": ("hard", {**OTHER_LAYOUT, "object.S16": {"K3": "not_carried"}}, {"object.S16.K3": "same"}),
    "R33": ("ask", {**OTHER_LAYOUT, "object.S16": {"K8": "same"}}, {"object.S16.K8": "converted"}),
    "R34": (
        "hard",
        {"object.S18": "averaged", "object.S22": {"as_trained": {"claimed": "yes"}}},
        {"object.S22.as_trained.claimed": "no"},
    ),
    "R35": ("hard", {"object.S18": "adapter"}, {"object.S19": "Base 7B"}),
    "R36": (
        "hard",
        {"object.S20": "no", "object.S20a": [{"name": "full copy"}]},
        {"object.S20": "yes"},
    ),
    "R37": ("hard", {"answers.S8a": point(9)}, {"answers.S8a": point(10)}),
    "R38": (
        "hard",
        {
            "answers.S2": [
                {"party": "training_provider", "value": "buyers"},
                {"party": "storage_provider", "value": "other"},
            ]
        },
        {
            "answers.S2": [
                {"party": "training_provider", "value": "buyers"},
                {"party": "storage_provider", "value": "not stated"},
            ]
        },
    ),
    "R39": (
        "claim",
        {"object.S22": {"restore": {"claimed": "no"}}, "evidence": [item("E6", "loading", result="passed")]},
        {"object.S22.restore.claimed": "yes"},
    ),
    "R40": ("ask", {"object.S21": "O2", "object.S21a": "yes"}, {"object.S21a": "no"}),
    "R41": ("flag", {"object.S15b": "memory", "answers.S41": {"tier_until": "beyond"}}, {"object.S15b": "shared"}),
    "R42": (
        "flag",
        {"answers.S40": "2026-12-01", "intent.B21": {"until": "2027-01-01"}},
        {"answers.S40": "2027-01-01"},
    ),
    "R43": ("flag", {"answers.S42": "supplier", "answers.S45": {"with_keys": "no"}}, {"answers.S42": "buyer"}),
    "R44": (
        "ask",
        {"evidence": [item("E3", "contents", physical="yes")]},
        {"evidence": [item("E3", "contents", physical="no")]},
    ),
    "R46": ("ask", {"object.S6b": "Backup."}, {"object.S6b": "A backup of the training state at step 10."}),
}

# R45 is an input error: the case is refused as a whole (domain.md 4.9.22).
REFUSED_CASES: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "a copy that ended before it was requested": (
        {
            **WITH_COPY,
            "copy.S32": {"requested": "2026-11-20T12:00:00Z", "completed": "2026-11-20T11:00:00Z"},
        },
        {"copy.S32.completed": "2026-11-20T13:00:00Z"},
        "offers[0].copies[0].S32",
    ),
    "a save of the future": (
        {"object.S35": "2026-12-02T12:00:00Z"},
        {"object.S35": "2026-11-29T12:00:00Z"},
        "offers[0].objects[0].S35",
    ),
    "a test of the future": (
        {"evidence": [item("E6", "loading", date="2026-12-01")]},
        {"evidence": [item("E6", "loading", date=TODAY)]},
        "offers[0].evidence[0].date",
    ),
}

BUYER_CASES: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "RB1": ("ask", {"intent.B1": "O1"}, {"intent.B10": ["K1"]}),
    "RB2": (
        "incomplete",
        {"intent.B10": ["K1", "K7"]},
        {"intent.B11": [{"component": "K3", "reason": "It keeps no state."}]},
    ),
    "RB3": ("incomplete", {"intent.B10": ["K1"]}, {"intent.B10a": "The optimizer keeps no state of its own."}),
    "RB4": ("incomplete", {"intent.B8": "not stated"}, {"intent.B8": 0}),
    "RB5": (
        "incomplete",
        {"intent.B1": "O4", "intent.B19": [{"item": "logs"}]},
        {"intent.B18": "volume vol-1"},
    ),
    "RB6": (
        "incomplete",
        {"intent.B1": "O4", "intent.B18": "volume vol-1", "intent.B19": [{"item": "K1"}]},
        {"intent.B19": [{"item": "K1", **point(9)}]},
    ),
    "RB7": ("ask", {"intent.B17": "An identical run."}, {"intent.B17": "The loss goes on falling."}),
    "RB8": ("ask", {"intent.B17": "Train on from the latest state."}, {"intent.B17": "Train on from step 10."}),
    "RB9": (
        "ask",
        {"intent.B16": "different", "intent.B10": ["K1", "K3", "K7", "K8"]},
        {"intent.B10": ["K1", "K3", "K7"]},
    ),
    "RB10": (
        "ask",
        {"intent.B17": "Train on, and serve it for inference."},
        {"intent.B17": "Train on to the end of the schedule."},
    ),
}
