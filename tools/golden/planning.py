"""Writes test/golden/planning.json: how many questions a difference takes, read once and read always.

Usage: python3 tools/golden/planning.py > test/golden/planning.json

Read once: the smallest n at which the noncentral t distribution gives a two-sided paired t-test at .05 a power of .8; the
ends of the standard deviation by scipy's chi-square quantiles, with the degrees of freedom of the sample's kurtosis (Box,
1953). Read always: simulated confidence sequences by betting (Waudby-Smith and Ramdas, 2024), each of its own bootstrap
sample, moved to a mean of the margin, read on a grid of a thousandth as the product reads it. Needs numpy and scipy.
"""

import gzip
import json

import numpy as np
from scipy import stats

EXPECTED, MOST = 0.0125, 0.9
SIMULATIONS, LONGEST = 4000, 20_000


def exact(dz):
    """Questions by the noncentral t distribution; the smallest of at least two."""

    def power(n):
        critical = stats.t.ppf(0.975, n - 1)
        shift = dz * np.sqrt(n)
        return stats.nct.sf(critical, n - 1, shift) + stats.nct.cdf(-critical, n - 1, shift)

    low, high = 1, 2
    while power(high) < 0.8:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if power(middle) >= 0.8 else (middle, high)
    return high


def spread(values):
    n = len(values)
    deviation = values.std(ddof=1)
    degrees = min(n - 1, 2 * n / (stats.kurtosis(values, fisher=False) - (n - 3) / (n - 1)))
    ends = [deviation * np.sqrt(degrees / stats.chi2.ppf(p, degrees)) for p in (0.975, 0.025)]
    return deviation, ends


def stops(values, margin, alpha, rng, simulations=SIMULATIONS):
    """All sequences at once: the question after which each excludes 0."""
    pilots = rng.choice(values, (simulations, len(values)))
    centred = pilots - pilots.mean(axis=1, keepdims=True)
    with np.errstate(divide="ignore"):
        scale = np.minimum(1, np.minimum((1 - margin) / centred.max(axis=1), (margin + 1) / -centred.min(axis=1)))
    moved = margin + scale[:, None] * centred
    x = (moved + 1) / 2
    mean = 0.5 + 1 / 2000
    capital = np.full(simulations, 0.5)
    total = np.zeros(simulations)
    squares = np.full(simulations, EXPECTED)
    stopped = np.full(simulations, np.inf)
    open_ = np.arange(simulations)
    for t in range(1, LONGEST + 1):
        value = x[open_, rng.integers(0, len(values), len(open_))]
        variance = squares[open_] / t
        bet = np.minimum(np.sqrt(2 * np.log(2 / alpha) / (variance * t)), MOST / mean)
        capital[open_] *= 1 + bet * (value - mean)
        total[open_] += value
        squares[open_] += (value - (0.5 + total[open_]) / (t + 1)) ** 2
        done = capital[open_] >= 1 / alpha
        stopped[open_[done]] = t
        open_ = open_[~done]
        if len(open_) == 0:
            break
    return np.sort(stopped)


def quantiles(stopped):
    at = lambda p: stopped[int(np.ceil(p * (len(stopped) - 1)))]
    return [None if np.isinf(q) else float(q) for q in (at(0.1), at(0.5), at(0.9))]


rng = np.random.default_rng(19)
with gzip.open("test/golden/stats.json.gz") as file:
    inputs = json.load(file)["inputs"]["ndcg@10"]
cranfield = lambda a, b: np.array(inputs[a]) - np.array(inputs[b])
samples = {
    "Cranfield, lsi and bm25": cranfield("lsi", "bm25"),
    "Cranfield, ql-dirichlet and bm25, 40 questions": cranfield("ql-dirichlet", "bm25")[:40],
    "mostly ties": np.where(np.arange(60) % 5 == 0, np.where(np.arange(60) % 2 == 0, 0.6, -0.5), 0.0),
    "normal": np.round(rng.normal(0.1, 0.15, 50), 6),
    "signs": np.where(np.arange(30) % 3 == 0, -1.0, 1.0),
}
cases = []
for name, values in samples.items():
    for margin, alpha in ((0.02, 0.05), (0.05, 0.05), (0.05, 0.01)):
        deviation, (low, high) = spread(values)
        cases.append(
            {
                "name": name,
                "margin": margin,
                "alpha": alpha,
                "differences": np.round(values, 12).tolist(),
                "deviation": float(deviation),
                "deviations": [float(low), float(high)],
                "once": [exact(margin / s) for s in (low, deviation, high)],
                "always": quantiles(stops(values, margin, alpha, rng)),
            }
        )
chi = [[p, nu, float(stats.chi2.ppf(p, nu))] for p in (0.025, 0.5, 0.975) for nu in (0.7, 1, 5.5, 49, 217, 3000)]
print(json.dumps({"cases": cases, "chi_square": chi}, separators=(",", ":")))
