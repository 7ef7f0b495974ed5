"""Writes test/golden/rbo.json: rank-biased overlap as the reference program computes it.

Usage: python3 tools/golden/rbo.py REFERENCE > test/golden/rbo.json

REFERENCE is rbo.py of Corsi and Urbano (github.com/julian-urbano/sigir2024-rbo, rbo/Python). Of lists without ties it is
checked against equation 32 of Webber, Moffat and Zobel, written down here as it stands. Needs numpy.
"""

import importlib.util
import json
import random
import sys

import numpy as np

if not hasattr(np, "in1d"):
    np.in1d = np.isin  # removed in numpy 2.4


spec = importlib.util.spec_from_file_location("reference", sys.argv[1])
reference = importlib.util.module_from_spec(spec)
spec.loader.exec_module(reference)
draw = random.Random(7)


def grouped(items, tied):
    groups, at = [], 0
    while at < len(items):
        size = draw.choice([1, 1, 2, 3, 5]) if tied else 1
        groups.append(items[at : at + size])
        at += size
    return groups


def atoms(groups):
    return [group[0] if len(group) == 1 else set(group) for group in groups]


def equation_32(first, second, p):
    short, long = sorted((first, second), key=len)
    s, l = len(short), len(long)
    x = [len(set(short[:d]) & set(long[:d])) for d in range(l + 1)]
    seen = sum(x[d] / d * p**d for d in range(1, l + 1))
    rest = sum(x[s] * (d - s) / (s * d) * p**d for d in range(s + 1, l + 1))
    return (1 - p) / p * (seen + rest) + ((x[l] - x[s]) / l + x[s] / s) * p**l


def case(first, second, p):
    ext = reference.rbo(atoms(first), atoms(second), p, ties="a", score=("ext",))["ext"]
    if all(len(group) == 1 for group in [*first, *second]):
        assert abs(ext - equation_32([g[0] for g in first], [g[0] for g in second], p)) < 1e-12
    return {"first": first, "second": second, "p": p, "ext": float(ext)}


cases = [case([[c] for c in "abcdefg"], [[c] for c in "zcavwxy"], p) for p in (0.5, 0.9, 0.98)]
for tied in (False, True):
    for _ in range(40):
        pool = [f"d{i}" for i in range(draw.choice([6, 12, 30]))]
        first = draw.sample(pool, draw.randint(1, len(pool)))
        second = draw.sample(pool, draw.randint(1, len(pool)))
        cases.append(case(grouped(first, tied), grouped(second, tied), draw.choice([0.5, 0.8, 0.9, 0.95])))
print(json.dumps({"cases": cases}, separators=(",", ":")))
