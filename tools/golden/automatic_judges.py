"""Writes test/golden/automatic-judges.json: means corrected by a few human judgments, with their intervals.

Usage: python3 tools/golden/automatic_judges.py > test/golden/automatic-judges.json

Read once: the estimator of PPI++ (Angelopoulos, Duchi, Zrnic, 2023) in its own terms, a labelled and an unlabelled
sample. Read at any time: the martingale of draws without replacement, summed anew for each number of questions, solved
for its mean by root finding. Needs numpy and scipy.
"""

import json

import numpy as np
from scipy import optimize, stats

ALPHA = 0.05


def read_once(human, automatic, n):
    """The first n questions are labelled, the others are not."""
    total = len(automatic)
    labelled, other = automatic[:n], automatic[n:]
    share = len(other) / total
    spread = np.var(labelled, ddof=1)
    slope = np.cov(human[:n], labelled)[0, 1] / spread if spread > 0 else 0
    weight = float(np.clip(slope, 0, 1))
    tuned = weight * share
    mean = np.mean(human[:n] - tuned * labelled) + (tuned * np.mean(other) if len(other) else 0.0)
    residual = np.sum((human[:n] - weight * labelled - np.mean(human[:n] - weight * labelled)) ** 2) / (n - 2)
    variance = np.var(human[:n], ddof=1)
    finite = residual / n * (1 - n / total)
    t = stats.t.ppf(1 - ALPHA / 2, n - 2)
    # Of w human questions alone the finite variance would be the same.
    same = lambda w: (1 / w - 1 / total) * variance - finite
    worth = n if same(n) <= 0 else total if same(total) >= 0 else optimize.brentq(same, n, total, xtol=1e-13)
    return {
        "mean": mean,
        "weight": weight,
        "interval": [mean - t * np.sqrt(finite), mean + t * np.sqrt(finite)],
        "populationInterval": [mean + side * t * np.sqrt(finite + variance / total) for side in (-1, 1)],
        "worth": worth,
    }


def population_variances():
    """With true moments, the variance here is that of PPI++ for its labelled and unlabelled samples."""
    human, automatic, both, n, total, weight = 0.04, 0.09, 0.045, 50, 218, 0.4
    here = (1 / n - 1 / total) * (human - 2 * weight * both + weight**2 * automatic) + human / total
    tuned = weight * (total - n) / total
    ppi = (human - 2 * tuned * both + tuned**2 * automatic) / n + tuned**2 * automatic / (total - n)
    assert abs(here - ppi) < 1e-15
    best = optimize.minimize_scalar(
        lambda w: (human - 2 * w * both + w**2 * automatic) / n + w**2 * automatic / (total - n)
    ).x
    assert abs(best * total / (total - n) - both / automatic) < 1e-7


def anytime(human, automatic, n):
    """Interval after n questions, by the intersection of those after 10 … n."""
    total = len(automatic)
    low, high, estimates = -1.0, 1.0, []
    counted, surprises, weights = [], [], []
    for t in range(n):
        left = automatic[t:]
        surprise = left[0] - left.mean()
        weight = 0.0
        if t > 0 and np.sum(np.square(surprises)) > 0:
            running = np.cumsum(human[:t]) / np.arange(1, t + 1)
            slope = np.sum((human[:t] - running) * surprises) / (np.sum(np.square(surprises)) * (1 + 4 / t))
            weight = float(np.clip(slope, 0, 1))
        surprises.append(surprise)
        weights.append(weight)
        counted.append(human[t] - weight * surprise)

    y = np.array(counted)
    for m in range(1, n + 1):
        if m == total:
            estimate, half = human.mean(), 0.0
        else:

            def martingale(mean):
                return sum(
                    total / (total - s - 1) * (y[s] - (total * mean - human[:s].sum()) / (total - s)) for s in range(m)
                )

            estimate = optimize.brentq(martingale, -5, 5, xtol=1e-14)
            before = np.array([y[:s].sum() / (s + 1) for s in range(m)])
            sigma = np.sqrt((0.05 + np.sum((y[:m] - before) ** 2)) / (m + 1))
            time = 1 / (1 / m - 1 / total)
            rho = np.sqrt((-2 * np.log(ALPHA) + np.log(-2 * np.log(ALPHA)) + 1) / 50)
            term = time * rho**2 + 1
            half = sigma * np.sqrt(2 * term / (time**2 * rho**2) * np.log(np.sqrt(term) / ALPHA)) if m >= 10 else np.inf
        low, high = max(low, estimate - half), min(high, estimate + half)
        estimates.append(estimate)
    return {"n": n, "mean": estimates[-1], "weight": weights[-1], "interval": [low, high]}


population_variances()
rng = np.random.default_rng(19)
truth = np.clip(np.round(rng.normal(0.03, 0.2, 80), 6), -1, 1)
judges = {
    "good": np.clip(np.round(0.8 * truth + rng.normal(0.05, 0.1, 80), 6), -1, 1),
    "copies the second": np.round(-np.abs(rng.normal(0.5, 0.2, 80)), 6),
    "against people": np.round(-truth, 6),
    "nothing": np.zeros(80),
}
cases = []
for name, automatic in judges.items():
    cases.append(
        {
            "name": name,
            "human": truth.tolist(),
            "automatic": automatic.tolist(),
            "once": {str(n): read_once(truth, automatic, n) for n in (3, 12, 40, 80)},
            "anytime": [anytime(truth, automatic, n) for n in (1, 9, 10, 25, 50, 79, 80)],
        }
    )
print(json.dumps({"cases": cases}, separators=(",", ":")))
