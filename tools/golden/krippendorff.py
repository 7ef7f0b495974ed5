"""Writes test/golden/krippendorff.json: Krippendorff's alpha from pairs of grades, one by one.

Usage: python3 tools/golden/krippendorff.py > test/golden/krippendorff.json

The definition written out: the mean distance of all pairs within units, weighted as in the paper, over the mean distance
of all pairs of grades. The first case is that of Krippendorff, "Computing Krippendorff's alpha-reliability" (2011), section
D, whose values (.743, .815, .849) are asserted.
"""

import itertools
import json
import random
from fractions import Fraction


def alpha(units, scale):
    units = [[g for g in unit if g is not None] for unit in units]
    units = [unit for unit in units if len(unit) > 1]
    grades = [g for unit in units for g in unit]

    def distance(a, b):
        if scale == "nominal":
            return Fraction(int(a != b))
        if scale == "interval":
            return Fraction(a - b) ** 2
        low, high = sorted((a, b))
        between = sum(1 for g in grades if low <= g <= high)
        ends = Fraction(grades.count(a) + grades.count(b), 2)
        return Fraction(0) if a == b else (between - ends) ** 2

    observed = sum(
        sum(distance(a, b) for a, b in itertools.permutations(unit, 2)) / Fraction(len(unit) - 1) for unit in units
    ) / len(grades)
    expected = sum(distance(a, b) for a, b in itertools.permutations(grades, 2)) / Fraction(
        len(grades) * (len(grades) - 1)
    )
    return None if expected == 0 else float(1 - observed / expected)


_ = None
observers = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, _, _, _],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, _, 3],
    [_, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, _],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, _],
]
cases = [[list(unit) for unit in zip(*observers)]]
draw = random.Random(11)
for judges, units, scale in [(2, 20, 2), (2, 40, 4), (3, 30, 4), (5, 25, 3), (4, 15, 6)]:
    truth = [draw.randrange(scale) for _ in range(units)]
    cases.append(
        [
            [
                None if draw.random() < 0.25 else t if draw.random() < 0.6 else draw.randrange(scale)
                for _ in range(judges)
            ]
            for t in truth
        ]
    )
cases += [[[1, 1], [1, 1, 1]], [[0, 1], [1, 0]], [[2], [None]]]
out = []
for units in cases:
    out.append({"units": units, **{scale: alpha(units, scale) for scale in ("nominal", "ordinal", "interval")}} if any(
        sum(g is not None for g in unit) > 1 for unit in units
    ) else {"units": units, "nominal": None, "ordinal": None, "interval": None})
assert [round(out[0][scale], 3) for scale in ("nominal", "ordinal", "interval")] == [0.743, 0.815, 0.849]
print(json.dumps({"cases": out}, separators=(",", ":")))
