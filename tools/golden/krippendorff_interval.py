"""Writes test/golden/krippendorff-interval.json: intervals of Krippendorff's alpha by a bootstrap over questions.

Usage: python3 tools/golden/krippendorff_interval.py > test/golden/krippendorff-interval.json

Each case has questions with some passages each, judged by some of three people. A question is easy or hard as a whole, so
that its passages depend on each other. Alpha is that of all pairs of grades (by tables of pairs, numpy). `questions` are the
2.5 % and 97.5 % quantiles over 20,000 resamples of questions; `passages` those over resamples of single passages, which is
the wrong way, and too narrow.
"""

import json
import numpy as np

RESAMPLES = 20000
draw = np.random.default_rng(7)


def tables(units, grades):
    """One matrix of coincidences a unit."""
    out = np.zeros((len(units), grades, grades))
    for i, unit in enumerate(units):
        for a in range(len(unit)):
            for b in range(len(unit)):
                if a != b:
                    out[i, unit[a], unit[b]] += 1 / (len(unit) - 1)
    return out


def alpha(matrix, scale):
    n = matrix.sum(axis=1)
    size = len(n)
    values = np.arange(size)
    if scale == "nominal":
        apart = (values[:, None] != values[None, :]).astype(float)
    elif scale == "interval":
        apart = (values[:, None] - values[None, :]).astype(float) ** 2
    else:
        apart = np.zeros((size, size))
        for a in range(size):
            for b in range(a + 1, size):
                apart[a, b] = apart[b, a] = (n[a : b + 1].sum() - (n[a] + n[b]) / 2) ** 2
    expected = (n[:, None] * n[None, :] * apart).sum()
    return np.nan if expected == 0 else 1 - (n.sum() - 1) * (matrix * apart).sum() / expected


def interval(parts, scale):
    size = len(parts)
    found = [alpha(parts[draw.integers(0, size, size)].sum(axis=0), scale) for _ in range(RESAMPLES)]
    return [float(q) for q in np.nanquantile(found, [0.025, 0.975])]


cases = []
for questions, passages, grades in [(40, 6, 4), (60, 5, 3)]:
    data = []
    for _ in range(questions):
        agree = draw.choice([0.15, 0.95])
        own = []
        for _ in range(passages):
            truth = int(draw.integers(grades))
            unit = [truth if draw.random() < agree else int(draw.integers(grades)) for _ in range(3)]
            own.append(unit[: 2 + int(draw.random() < 0.7)])
        data.append(own)
    by_question = np.array([tables(own, grades).sum(axis=0) for own in data])
    by_passage = np.concatenate([tables(own, grades) for own in data])
    case = {"questions": data}
    for scale in ("nominal", "ordinal", "interval"):
        case[scale] = {
            "alpha": float(alpha(by_question.sum(axis=0), scale)),
            "questions": interval(by_question, scale),
            "passages": interval(by_passage, scale),
        }
    cases.append(case)
print(json.dumps({"cases": cases}, separators=(",", ":")))
