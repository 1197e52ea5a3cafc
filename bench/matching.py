"""Matching typed offers against reading the same offers from JSON: the rules must not cost more than the file."""

import json
import statistics
import time
from dataclasses import replace

from bench.cases import raw_case
from recovery.core.exchange import read_case
from recovery.core.matching import match

_ROUNDS = 5


def measure(*, quick: bool) -> None:
    """Print the ratio of matching ``count`` offers (typed answers to verdict) to ``json.loads`` of the same offers."""
    count = 1_000 if quick else 10_000
    case = raw_case(60)
    read = read_case(case)
    offers = [replace(read.offers[place % 60], name=f"offer {place}") for place in range(count)]
    texts = [json.dumps({**case["offers"][place % 60], "name": f"offer {place}"}) for place in range(count)]
    ratios, seconds = [], []
    for _ in range(_ROUNDS):
        begun = time.perf_counter()
        for text in texts:
            json.loads(text)
        loaded = time.perf_counter()
        for offer in offers:
            match(read.intent, offer)
        matched = time.perf_counter()
        ratios.append((matched - loaded) / (loaded - begun))
        seconds.append(matched - loaded)
    print(
        f"matching, {count:,} offers: {statistics.median(ratios):.1f} x json.loads of the same offers "
        f"({statistics.median(seconds):.2f} s; to reach: 10 x)"
    )
