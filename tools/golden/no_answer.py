"""Writes test/golden/no-answer.json: refusals at held-out thresholds.

Usage: python3 tools/golden/no_answer.py > test/golden/no-answer.json

Tries a threshold in every gap between scores and counts. Wrong variants stand beside the right figures: a threshold that
was chosen on the same questions, a question at the threshold that is refused, and plain accuracy, which a system that
always answers wins where most questions have an answer. Needs numpy.
"""

import json

import numpy as np


def short(low, high):
    """The number of fewest digits near the middle, above low and not above high."""
    middle = low + (high - low) / 2
    for digits in range(1, 18):
        number = float(f"{middle:.{digits - 1}e}")
        if low < number <= high:
            return number
    return high


def refused(score, threshold, at=False):
    if score == -np.inf:
        return True
    return threshold is not None and (score < threshold or (at and score == threshold))


def rates(scores, answerable, threshold):
    """False answers and false refusals."""
    out = [refused(s, threshold) for s in scores]
    no = [r for r, a in zip(out, answerable) if not a]
    yes = [r for r, a in zip(out, answerable) if a]
    return 1 - sum(no) / len(no), sum(yes) / len(yes)


def best(scores, answerable, quality):
    levels = sorted({s for s in scores if s > -np.inf})
    tried = [None] + [short(a, b) for a, b in zip(levels, levels[1:])]
    if levels:
        tried.append(levels[-1] + max(1, abs(levels[-1])))
    values = [quality(scores, answerable, t) for t in tried]
    top = max(values)
    return next(t for t, value in zip(tried, values) if value >= top - 1e-12)


def balanced(scores, answerable, threshold):
    return 1 - sum(rates(scores, answerable, threshold)) / 2


def accuracy(scores, answerable, threshold):
    return np.mean([refused(s, threshold) != a for s, a in zip(scores, answerable)])


def held_out(scores, answerable, folds, quality):
    chosen = []
    for fold in range(5):
        others = [i for i, f in enumerate(folds) if f != fold]
        chosen.append(best([scores[i] for i in others], [answerable[i] for i in others], quality))
    out = [refused(s, chosen[f]) for s, f in zip(scores, folds)]
    no = [r for r, a in zip(out, answerable) if not a]
    yes = [r for r, a in zip(out, answerable) if a]
    return chosen, 1 - sum(no) / len(no), sum(yes) / len(yes)


rng = np.random.default_rng(23)
cases = []
for name, n, apart, levels in (("apart", 60, 1.5, 0), ("near", 80, 0.3, 0), ("tied", 50, 1.0, 6), ("same", 40, 0.0, 1)):
    answerable = (rng.random(n) < 0.75).tolist()
    scores = rng.normal(0, 1, n) + apart * np.array(answerable)
    scores = np.round(scores * levels) / levels if levels > 1 else np.zeros(n) if levels == 1 else np.round(scores, 4)
    scores = scores.tolist()
    if name == "apart":
        scores[3] = -np.inf
    folds, seen = [], {True: 0, False: 0}
    for a in answerable:
        folds.append(seen[a] % 5)
        seen[a] += 1
    chosen, false_answers, false_refusals = held_out(scores, answerable, folds, balanced)
    same = best(scores, answerable, balanced)
    cases.append(
        {
            "name": name,
            "scores": [None if s == -np.inf else s for s in scores],
            "answerable": answerable,
            "folds": folds,
            "byFold": chosen,
            "falseAnswers": false_answers,
            "falseRefusals": false_refusals,
            "balanced": 1 - (false_answers + false_refusals) / 2,
            "chosen": same,
            "optimistic": balanced(scores, answerable, same),
            "byAccuracy": balanced(scores, answerable, best(scores, answerable, accuracy)),
        }
    )
print(json.dumps({"cases": cases}, separators=(",", ":")))
