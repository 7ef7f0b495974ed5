"""Writes test/golden/evidence.json: confidence sequences of several systems.

Usage: python3 tools/golden/evidence.py > test/golden/evidence.json

Intervals by bisection over the whole sample. Needs numpy.
"""

import itertools
import json
import math

import numpy as np

rng = np.random.default_rng(19)

EXPECTED, MOST = 0.0125, 0.9


def wealth(values, mean, alpha, side):
    """What a bettor on values above (side 1) or below (-1) a mean owns after all values, of half a unit."""
    total, squares, owned = 0.0, EXPECTED, 0.5
    for t, x in enumerate(values, 1):
        bet = math.sqrt(2 * math.log(2 / alpha) / squares)
        limit = MOST / mean if side > 0 else MOST / (1 - mean)
        owned *= 1 + side * min(bet, limit) * (x - mean)
        total += x
        squares += (x - (0.5 + total) / (t + 1)) ** 2
        yield owned


def interval(differences, alpha):
    values = [(d + 1) / 2 for d in differences]
    ends = []
    for side in (1, -1):
        inside, outside = (1 - 1e-12, 1e-12) if side > 0 else (1e-12, 1 - 1e-12)
        excluded = lambda m: max(wealth(values, m, alpha, side)) >= 1 / alpha
        if excluded(outside):
            for _ in range(60):
                middle = (inside + outside) / 2
                inside, outside = (inside, middle) if excluded(middle) else (middle, outside)
        ends.append(2 * outside - 1)
    return ends


def several(name, rows, margin):
    m, alpha = len(rows), 0.05
    pairs = list(itertools.combinations(range(m), 2))
    found = {
        label: [interval(rows[a] - rows[b], level) for a, b in pairs]
        for label, level in (("corrected", alpha / (m - 1)), ("table", alpha / len(pairs)), ("uncorrected", alpha))
    }
    states = {label: claim(m, pairs, found[label], margin) for label in ("corrected", "uncorrected")}
    return {
        "name": name,
        "margin": margin,
        "values": [row.tolist() for row in rows],
        **{label: [[round(x, 9) for x in ends] for ends in each] for label, each in found.items()},
        "state": states["corrected"],
        "uncorrectedState": states["uncorrected"],
    }


def claim(m, pairs, intervals, margin):
    low = {}
    for (a, b), (l, h) in zip(pairs, intervals):
        low[a, b], low[b, a] = l, -h
    left = [i for i in range(m) if not any(j != i and low[j, i] > 0 for j in range(m))]
    if len(left) == 1 and all(low[left[0], j] > 0 for j in range(m) if j != left[0]):
        return ["decided", left]
    near = margin > 0 and all(low[a, b] > -margin for a in left for b in left if a != b)
    return ["equivalent" if near and len(left) > 1 else "open", left]


base = rng.uniform(0.2, 0.6, 150)
near = lambda advantage, spread: np.round(np.clip(base + advantage + rng.normal(0, spread, 150), 0, 1), 6)
sequences = [
    several("one is clearly the best", [near(0.0, 0.1), near(0.15, 0.1), near(0.02, 0.1), near(-0.1, 0.1)], 0),
    several("two alike", [near(0.2, 0.05), near(0.2, 0.05), near(0.0, 0.05)], 0.08),
    several("open", [near(0.05, 0.3), near(0.0, 0.3), near(0.02, 0.3), near(-0.3, 0.1), near(0.0, 0.2)], 0.02),
]
# One that α alone would decide.
for seed in range(1000):
    local = np.random.default_rng(seed)
    rows = [np.round(np.clip(base + a + local.normal(0, 0.2, 150), 0, 1), 6) for a in (0.1, 0, 0, 0, 0, 0)]
    case = several("α alone would decide", rows, 0)
    if case["state"][0] == "open" and case["uncorrectedState"][0] == "decided":
        sequences.append(case)
        break

print(json.dumps({"sequences": sequences}, separators=(",", ":")))
