"""Cases of any number of offers, answered as suppliers answer: for measuring and for testing."""

import hashlib
import json
from copy import deepcopy
from datetime import datetime, timezone
from decimal import Decimal
from typing import Any

from recovery.core.comparison import Comparison, Header, Opened, Submitted, compare, json_twin
from recovery.core.exchange import read_case
from recovery.core.scoring import Given

JSON = dict[str, Any]
OPENED = datetime(2026, 11, 30, 12, 1, tzinfo=timezone.utc)
WEIGHTS = {code: Decimal(20) for code in ("Q1", "Q2", "Q3", "Q4", "Q5")}
FRAMEWORK = [{"name": "PyTorch", "version": "2.14"}, {"name": "trainer", "version": "5.1"}]

INTENT: JSON = {
    "B1": "O3",
    "B2": "TR-10",
    "B3": FRAMEWORK,
    "B4": "buyer",
    "B5": {"run": "TR-10", "branch": "main"},
    "B6": "step",
    "B7": "exactly",
    "B8": 10,
    "B10": ["K1", "K3", "K7"],
    "B12": {"who": "training lead", "on": "2026-11-02"},
    "B13": "as_trained",
    "B14": "buyer",
    "B16": "same",
    "B17": "Training goes on from the same optimization state at step 10.",
    "B18": "volume vol-training-1",
    "B19": [
        {"item": code, "run": "TR-10", "branch": "main", "scale": "step", "value": 9, "one_checkpoint": "yes"}
        for code in ("K1", "K3", "K7")
    ],
    "B20": [{"claim": "loading", "kinds": ["E6"]}, {"claim": "correspondence", "kinds": ["E2", "E4"]}],
    "B21": {"from": "2026-12-01", "until": "2027-12-01"},
    "B22": ["retention", "location", "keys", "immutability", "return_time", "exit"],
    "B23": "none",
    "B24": "training lead",
}


def point(value: int, run: str = "TR-10", branch: str = "main") -> JSON:
    """Return a point in the exchange form."""
    return {"run": run, "branch": branch, "scale": "step", "value": value}


_TERMS: JSON = {
    "S40": "2027-12-31",
    "S41": {"where": "Frankfurt, two halls of one site", "tier_until": "beyond"},
    "S42": "supplier",
    "S43": "no",
    "S44": "Within four hours of a request by the person named in the contract.",
    "S45": {"terms": "Everything is handed over on request, for 30 days after the end.", "with_keys": "yes"},
    "S46": "A fee a month for each terabyte kept; returns are included.",
    "S50": "none",
    "S51": "The cluster management handoff and the storage network handoff, both of October.",
}
_CLAIMS = {
    "restore": {"claimed": "no"},
    "continuation": {"claimed": "no"},
    "buyer_environment": {"claimed": "yes"},
    "other_versions": {"claimed": "no"},
    "other_topologies": {"claimed": "no"},
    "same_future": {"claimed": "no"},
}


def _object(name: str, kind: str, at: int, parts: tuple[str, ...], **more: Any) -> JSON:
    several = len(parts) > 1
    stated: JSON = {
        "name": name,
        "S6": kind,
        "S6a": {"delivery": "A folder in the buyer's bucket", "format": "torch.save, sharded by rank"},
        "S6b": "What one save of the training program wrote, with the list that it wrote beside the parts.",
        "S7": {code: "yes" if code in parts else "no" for code in ("K1", "K3", "K7", "K8", "K9", "K12")},
        "S8": {code: point(at) for code in parts if code != "K12"},
        "S18": "as_trained",
        "S20": "yes",
        "S15": "committed",
        "S21": "O3" if several else "O1",
        "S21a": "yes",
        "S22": _CLAIMS,
    }
    if several:
        stated |= {"S11a": "yes", "S12": "one_save", "S14": {"saved": 8, "returned": 8}}
    return stated | more


def _answers(parties: list[str], **more: Any) -> JSON:
    return {"S1": parties, "S2": "buyers", "S3": FRAMEWORK, "S4": "same", "S4a": FRAMEWORK, **_TERMS, **more}


def _copy(name: str, day: int) -> JSON:
    return {
        "name": name,
        "S30": {
            "product": "volume snapshot",
            "captured": "All blocks written to the volume when the snapshot was requested.",
            "left_out": "What the application or the operating system still held in memory.",
        },
        "S30a": "buyers",
        "S30b": {"1": "inside", "2": "inside", "3": "inside"},
        "S31": [{"volume": "vol-training-1"}],
        "S32": {"requested": f"2026-11-{day:02d}T02:00:00+00:00", "completed": f"2026-11-{day:02d}T03:30:00+00:00"},
        "S33": "crash_volume",
        "S34": "completed",
    }


def _evidence(kind: str, name: str, **more: Any) -> JSON:
    return {
        "kind": kind,
        "id": f"{kind}-1",
        "object": name,
        "same": "same",
        "point": point(10),
        "date": "2026-11-24",
        "by": "the supplier's operations team",
        **more,
    }


PACKAGE = ("K1", "K3", "K7")
_KINDS: tuple[JSON, ...] = (
    {
        "name": "Offer A",
        "supplier": "Alder Recovery",
        "answers": _answers(["training_provider"]),
        "objects": [_object("W10", "model_state", 10, ("K1",))],
    },
    {
        "name": "Offer B",
        "supplier": "Birch State",
        "answers": _answers(["training_provider"]),
        "objects": [_object("package at 10", "package", 10, PACKAGE)],
        "evidence": [_evidence("E4", "package at 10", manifest_made="at_save", claim="correspondence")],
    },
    {
        "name": "V11",
        "supplier": "Cedar Volumes",
        "answers": _answers(["storage_provider"]),
        "copies": [_copy("V11", 29)],
        "objects": [_object("checkpoint at 9", "copy_named", 9, PACKAGE, S36="us", copy="V11", S21="O4", S21a="no")],
        "evidence": [_evidence("E1", "checkpoint at 9", point=point(9), status="completed", claim="copying")],
    },
    {
        "name": "Full state",
        "supplier": "Dogwood AI Cloud",
        "answers": _answers(["training_provider"]),
        "objects": [
            _object(
                "everything at 10",
                "package",
                10,
                (*PACKAGE, "K8", "K9", "K12"),
                S22={**_CLAIMS, "restore": {"claimed": "yes", "limits": "The environment named above."}},
            )
        ],
        "evidence": [
            _evidence("E2", "everything at 10", status="completed", claim="saving"),
            _evidence(
                "E6", "everything at 10", result="passed", environment=FRAMEWORK, loaded=list(PACKAGE), claim="loading"
            ),
        ],
    },
    {
        "name": "Nightly copy",
        "supplier": "Elm & Ash Storage",
        "answers": _answers(["storage_provider"]),
        "copies": [_copy("nightly", 28)],
        "objects": [{"name": "the copy", "S6": "copy_unstated", "copy": "nightly", "S21": "O3"}],
    },
    {
        "name": "Weights and optimizer",
        "supplier": "Fir Compute",
        "answers": _answers(["training_provider"]),
        "objects": [
            _object("W10 and O9", "package", 10, PACKAGE, S8={"K1": point(10), "K3": point(9), "K7": point(10)})
        ],
    },
)


def raw_case(count: int) -> JSON:
    """Return a case of ``count`` offers in the exchange form; the first three are TR-10's."""
    offers = []
    for place in range(count):
        offer = deepcopy(_KINDS[place % len(_KINDS)])
        if place >= len(_KINDS):
            turn = place // len(_KINDS) + 1
            offer["name"], offer["supplier"] = f"{offer['name']}, site {turn}", f"{offer['supplier']} {turn}"
        offers.append(offer)
    return {"format": "recovery-case/1", "today": "2026-11-30", "intent": INTENT, "offers": offers}


def opened(case: JSON, reason: str = "I agree with the proposal.") -> Opened:
    """Return ``case`` as it stands after opening, scored by one evaluator who gave two values with ``reason``."""
    read = read_case(case)
    given = {"Q1": (Given("E. Valuator", 2, reason),), "Q2": (Given("E. Valuator", 2),)}
    offers = tuple(
        Submitted(f"offer-{place}", offer.supplier, offer, digest=_digest(raw), given=given)
        for place, (offer, raw) in enumerate(zip(read.offers, case["offers"], strict=True))
    )
    header = Header("TR-10", "Recovery of training job TR-10", "Northwind Models", OPENED, OPENED)
    return Opened(header, read.intent, offers, WEIGHTS, intent_digest=_digest(case["intent"]))


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def compared(case: JSON, reason: str = "I agree with the proposal.") -> tuple[Comparison, bytes]:
    """Return the comparison of ``case`` and its JSON twin."""
    found = opened(case, reason)
    comparison = compare(found)
    return comparison, json_twin(found, comparison)
