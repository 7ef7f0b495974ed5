"""Writes test/golden/confidence-sequence.json: confidence sequences of the mean of bounded values, by betting.

Usage: python3 tools/golden/confidence_sequence.py > test/golden/confidence-sequence.json

Each interval is found by bisection, over the whole sample anew for each mean: the hedged capital process of theorem 3 of
Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting" (2024), with predictable plug-in bets.
Needs numpy.
"""

import json

import numpy as np

EXPECTED, MOST = 0.0125, 0.9


def capitals(values, mean, alpha):
    """Both bettors' capital after each value; values and mean from 0 to 1."""
    t = np.arange(1, len(values) + 1)
    means = (0.5 + np.cumsum(values)) / (t + 1)
    variances = (EXPECTED + np.cumsum((values - means) ** 2)) / (t + 1)
    before = np.concatenate([[EXPECTED], variances[:-1]])
    bets = np.sqrt(2 * np.log(2 / alpha) / (before * t))
    with np.errstate(divide="ignore"):
        above = np.cumprod(1 + np.minimum(bets, MOST / mean) * (values - mean))
        below = np.cumprod(1 - np.minimum(bets, MOST / (1 - mean)) * (values - mean))
    return above / 2, below / 2


def ends(values, alpha):
    """Running intersection: the highest lower and the lowest upper end so far, after each value."""
    lows, highs = [], []
    for t in range(1, len(values) + 1):
        seen = values[:t]

        def end(side, inside, outside):
            if capitals(seen, outside, alpha)[side][-1] < 1 / alpha:
                return outside
            for _ in range(50):
                middle = (inside + outside) / 2
                if capitals(seen, middle, alpha)[side][-1] < 1 / alpha:
                    inside = middle
                else:
                    outside = middle
            return outside

        lows.append(end(0, seen.mean(), 1e-12) if seen.mean() > 0 else 0.0)
        highs.append(end(1, seen.mean(), 1 - 1e-12) if seen.mean() < 1 else 1.0)
    return np.maximum.accumulate(lows), np.minimum.accumulate(highs)


rng = np.random.default_rng(5)
samples = {
    "graded": np.clip(np.round(rng.normal(0.06, 0.21, 200), 6), -1, 1),
    "mostly ties": np.where(rng.random(150) < 0.8, 0.0, rng.choice([-1.0, 0.5, 1.0], 150)),
    "a gain always": np.full(60, 0.3),
    "signs": rng.choice([-1.0, 1.0], 120),
}
cases = []
for name, values in samples.items():
    for alpha in (0.05, 0.01):
        low, high = ends((values + 1) / 2, alpha)
        at = [t for t in (1, 2, 5, 10, 25, 50, 100, 150, 200) if t <= len(values)]
        cases.append(
            {
                "name": name,
                "alpha": alpha,
                "values": values.tolist(),
                "at": at,
                "low": [round(2 * low[t - 1] - 1, 9) for t in at],
                "high": [round(2 * high[t - 1] - 1, 9) for t in at],
            }
        )
print(json.dumps({"cases": cases}, separators=(",", ":")))
