"""Writes test/golden/blind-power.json: how large a preference a blind comparison finds, and when one is decided.

Usage: python3 tools/golden/blind_power.py > test/golden/blind-power.json

The bets of Waudby-Smith and Ramdas (JRSS-B, 2024) with the variance and the stakes of docs/evidence.md, for all sequences at
once, on the means next to no difference in the grid of a confidence sequence. `power`: 20,000 comparisons each, of wins and losses
of all credit. `rejected` has what a test of a fixed sample, read once, promises by the normal approximation, and by the exact
binomial test. `decided`: after how many of given differences, repeated without end, the confidence sequence excludes 0.
Needs numpy and scipy.
"""

import json
from math import log, sqrt

import numpy as np
from scipy import stats

rng = np.random.default_rng(2021)
ALPHA, MOST, EXPECTED, STEPS = 0.05, 0.9, 0.0125, 2000


def decided_after(differences, alpha=ALPHA, enough=log(2 / ALPHA), above=1001 / STEPS, below=999 / STEPS):
    """By row: after how many values 0 is excluded from below (first) or above (second); infinity where it never is."""
    x = (1 + differences) / 2
    rows, n = x.shape
    total, squares = np.zeros(rows), np.full(rows, EXPECTED)
    first, second = np.zeros(rows), np.zeros(rows)
    after = np.full((2, rows), np.inf)
    for t in range(n):
        stake = np.sqrt(2 * log(2 / alpha) / squares)
        first += np.log1p(np.minimum(stake, MOST / above) * (x[:, t] - above))
        second += np.log1p(-np.minimum(stake, MOST / (1 - below)) * (x[:, t] - below))
        for side, capital in enumerate((first, second)):
            hit = (capital >= enough) & np.isinf(after[side])
            after[side][hit] = t + 1
        total += x[:, t]
        squares += (x[:, t] - (0.5 + total) / (t + 2)) ** 2
    return after


def power(questions, wins, without, arms=2, comparisons=20_000):
    drawn = np.where(rng.random((comparisons, questions)) < wins, 1.0, -1.0)
    drawn[rng.random((comparisons, questions)) < without] = 0
    if arms == 2:
        first, second = decided_after(drawn)
    else:
        first, second = decided_after(drawn, 2 * ALPHA / (arms - 1), log((arms - 1) / ALPHA), 0.5, 0.5)
    return float(np.mean(first < second))


def fixed_normal(questions, wins):
    """Of a test that is read once: the normal approximation."""
    z = stats.norm.ppf(1 - ALPHA / 2)
    return float(stats.norm.cdf((wins - 0.5) * 2 * sqrt(questions) - z))


def fixed_binomial(questions, wins):
    least = int(stats.binom.isf(ALPHA / 2, questions, 0.5)) + 1
    return float(stats.binom.sf(least - 1, questions, wins))


CASES = [
    (30, 0.8, 0, 2),
    (30, 0.9, 0.5, 2),
    (100, 0.7, 0, 2),
    (100, 0.75, 0, 2),
    (100, 0.8, 0.5, 2),
    (225, 0.65, 0, 2),
    (225, 0.7, 0, 2),
    (100, 0.75, 0, 5),
    (100, 0.5, 0, 2),
]

sequences = []
for mean, spread, count in [(0.25, 0.3, 12), (0.1, 0.4, 30), (-0.08, 0.2, 25), (0.03, 0.25, 40)]:
    own = np.round(np.clip(rng.normal(mean, spread, count), -1, 1), 3)
    own += np.round(mean - own.mean(), 3)
    own = np.clip(own, -1, 1)
    repeated = np.tile(own, 60)[None, : count + 1000]
    first, second = decided_after(repeated)
    after = float(min(first[0], second[0]))
    # A guess by an interval that shrinks with the root of the sample, around its mean.
    half = sqrt(2 * log(2 / ALPHA) * own.var() / count)
    sequences.append(
        {
            "differences": own.tolist(),
            "after": after if np.isfinite(after) else None,
            "rejected": {"root": int(np.ceil(count * (half / abs(own.mean())) ** 2))},
        }
    )

json.dump(
    {
        "power": [
            {
                "questions": n,
                "wins": p,
                "without": w,
                "arms": arms,
                "power": round(power(n, p, w, arms), 4),
                "rejected": {} if w else {"normal": round(fixed_normal(n, p), 4), "binomial": round(fixed_binomial(n, p), 4)},
            }
            for n, p, w, arms in CASES
        ],
        "sequences": sequences,
    },
    __import__("sys").stdout,
    indent=1,
)
print()
