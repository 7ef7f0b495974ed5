"""Writes test/golden/weak-retrieval.json: areas under the ROC curve, and gates on reranking with held-out thresholds.

Usage: python3 tools/golden/weak_retrieval.py > test/golden/weak-retrieval.json

The area is the share of pairs that are in order, counted pair by pair, and checked against scipy's Mann-Whitney U. The
threshold of a gate is found by trying every one and counting. Needs numpy and scipy.
"""

import json

import numpy as np
from scipy.stats import mannwhitneyu


def area(scores, positive):
    wins = ties = pairs = 0
    for a, is_positive in zip(scores, positive):
        if not is_positive:
            continue
        for b, other in zip(scores, positive):
            if other:
                continue
            pairs += 1
            wins += a > b
            ties += a == b
    value = (wins + ties / 2) / pairs
    scores, positive = np.asarray(scores), np.asarray(positive)
    u = mannwhitneyu(scores[positive], scores[~positive]).statistic
    assert abs(value - u / pairs) < 1e-12
    return {"auc": value, "tiesWon": (wins + ties) / pairs, "tiesLost": wins / pairs}


def threshold(signals, share):
    """The lowest count of weak questions apart from the share; of two as near the one that reranks more."""
    tried = [(abs(sum(s <= t for s in signals) - share * len(signals)), -sum(s <= t for s in signals), t) for t in set(signals)]
    tried.append((share * len(signals), 0, None))
    return min(tried, key=lambda each: each[:2])[2]


rng = np.random.default_rng(11)
areas = []
for n, levels in ((12, 3), (40, 5), (60, 1000), (25, 1)):
    scores = (rng.integers(0, levels, n) / max(1, levels - 1)).tolist()
    positive = [bool(each) for each in rng.random(n) < 0.4]
    positive[0], positive[1] = True, False
    areas.append({"scores": scores, "positive": positive, **area(scores, positive)})

gates = []
for n, levels in ((30, 11), (53, 1000), (20, 2)):
    signals = (rng.integers(0, levels, n) / (levels - 1)).tolist()
    folds = (np.arange(n) % 5).tolist()
    for share in (0.1, 0.35, 0.5, 0.9):
        held_out, same = [], threshold(signals, share)
        for q in range(n):
            t = threshold([s for s, fold in zip(signals, folds) if fold != folds[q]], share)
            held_out.append(t is not None and signals[q] <= t)
        optimistic = [same is not None and s <= same for s in signals]
        gates.append({"signals": signals, "folds": folds, "share": share, "reranked": held_out, "optimistic": optimistic})

print(json.dumps({"areas": areas, "gates": gates}, separators=(",", ":")))
