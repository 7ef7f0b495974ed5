"""Writes test/golden/evidence.json: sequences of several systems, estimates from sampled passages, bounds.

Usage: python3 tools/golden/evidence.py > test/golden/evidence.json

Intervals by bisection over the whole sample; weights of Murthy's estimator in exact fractions, by all orders in which a
sample can have been drawn; estimates from their definitions; bounds by going through all completions. Needs numpy.
"""

import itertools
import json
import math
from fractions import Fraction

import numpy as np

rng = np.random.default_rng(19)

# --- Several systems -------------------------------------------------------------------------------------------------

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

# --- Sampled passages ------------------------------------------------------------------------------------------------


def orders(sizes, total, drawn):
    """Chance to draw these items first, each after the other, summed over all orders; and of those that begin with i."""
    whole, beginning = Fraction(0), {i: Fraction(0) for i in drawn}
    for order in itertools.permutations(drawn):
        chance, left = Fraction(1), total
        for i in order:
            chance *= sizes[i] / left
            left -= sizes[i]
        whole += chance
        beginning[order[0]] += chance * total / sizes[order[0]]
    return whole, beginning


def murthy(sizes, drawn):
    total = sum(sizes)
    whole, beginning = orders(sizes, total, drawn)
    return [beginning[i] / whole for i in drawn]


def inclusion(sizes, n, i):
    everyone = [j for j in range(len(sizes)) if sizes[j] > 0]
    return sum(orders(sizes, sum(sizes), s)[0] for s in itertools.combinations(everyone, n) if i in s)


weights = []
for sizes, drawn in [
    ([3, 1, 2, 5], [0, 1]),
    ([3, 1, 2, 5], [3, 2, 0]),
    ([1, 1, 1, 1, 1, 1], [2, 4, 5]),
    ([1, 100, 10000, 1], [0, 3]),
    ([7, 2, 9, 4, 4, 1, 3], [5, 1, 4, 6, 0]),
    ([1000, 1, 2, 3], [1, 2, 3]),
    ([5, 3], [1, 0]),
]:
    exact = [Fraction(s) for s in sizes]
    total, left, raj = sum(exact), sum(exact), []
    n = len(drawn)
    for t, i in enumerate(drawn):
        # Des Raj: the mean of n estimates, the t-th of which has weight 1 for earlier draws.
        raj.append((left / exact[i] + (n - 1 - t)) / n)
        left -= exact[i]
    weights.append(
        {
            "sizes": sizes,
            "drawn": drawn,
            "weights": [float(w) for w in murthy(exact, drawn)],
            "rejected": {
                "chances of the first draw": [float(total / exact[i] / n) for i in drawn],
                "inverse of the chance to be in the sample": [float(1 / inclusion(exact, n, i)) for i in drawn],
                "of one order of drawing": [float(w) for w in raj],
                "unweighted": [len(sizes) / n for _ in drawn],
            },
        }
    )

log = lambda i: 1 / math.log2(i + 1)


def discount(measure, k, rank):
    if measure == "P":
        return 1 / k
    if measure == "RBP":
        return 0.2 * 0.8 ** (rank - 1)
    return log(rank) / sum(log(i) for i in range(1, k + 1))


def estimate(measure, k, lists, grades, uniforms, n, top):
    """Of each system by the n items that are drawn first; of nDCG both the sum and the ratio."""
    items = len(grades)
    shares = [[discount(measure, k, l.index(i) + 1) if i in l[:k] else 0.0 for i in range(items)] for l in lists]
    pairs = list(itertools.combinations(range(len(lists)), 2))
    sizes = [
        math.sqrt(np.mean([(shares[a][i] - shares[b][i]) ** 2 for a, b in pairs]))
        + 0.5 * math.sqrt(np.mean([s[i] ** 2 for s in shares]))
        for i in range(items)
    ]
    if measure == "nDCG":
        sizes = [s + 0.25 * np.mean(sizes) for s in sizes]
    order = sorted((i for i in range(items) if sizes[i] > 0), key=lambda i: -math.log(uniforms[i]) / sizes[i])
    drawn = order[:n]
    weight = [float(w) for w in murthy([Fraction(s) for s in sizes], drawn)] if n < len(order) else [1] * len(drawn)
    gain = (lambda g: float(g >= 1)) if measure in ("P", "RBP") else (lambda g: g / top)
    sums = [sum(w * gain(grades[i]) * s[i] for w, i in zip(weight, drawn)) for s in shares]
    unjudged = [sum(gain(grades[i]) * s[i] for i in drawn) for s in shares]
    out = {"order": order, "values": sums, "unjudgedAsNotRelevant": unjudged}
    if measure == "nDCG":
        ideal, place = 0.0, 0.0
        upto = lambda x: sum(log(i) for i in range(1, int(x) + 1)) + (x - int(x)) * log(int(x) + 1)
        for grade in range(top, 0, -1):
            count = sum(w for w, i in zip(weight, drawn) if grades[i] == grade)
            ideal += grade * (upto(min(k, place + count)) - upto(min(k, place)))
            place += count
        dcg = [sum(w * grades[i] * log(l.index(i) + 1) for w, i in zip(weight, drawn) if i in l[:k]) for l in lists]
        out["ratios"] = [min(1.0, d / ideal) if ideal else 0.0 for d in dcg]
    return out


estimates = []
for case in range(12):
    items = 9
    lists = [rng.permutation(items)[:6].tolist() for _ in range(2 + case % 2)]
    used = sorted(set(itertools.chain(*lists)))
    lists = [[used.index(i) for i in l] for l in lists]
    grades = rng.integers(0, 4, len(used)).tolist()
    uniforms = np.round(rng.uniform(0.01, 0.99, len(used)), 6).tolist()
    for measure, k in (("P", 5), ("RBP", 6), ("nDCG", 4)):
        n = 1 + case % 5
        estimates.append(
            {
                "measure": f"{measure}@{k}",
                "lists": lists,
                "grades": grades,
                "uniforms": uniforms,
                "n": n,
                **estimate(measure, k, lists, grades, uniforms, n, 3),
            }
        )

# --- Bounds ----------------------------------------------------------------------------------------------------------


def value(measure, k, ranked, grades, top):
    own = [grades[i] for i in ranked[:k]]
    hits = [g >= 1 for g in own]
    relevant = sum(g >= 1 for g in grades)
    first = hits.index(True) + 1 if any(hits) else math.inf
    precisions = sum(sum(hits[: i + 1]) / (i + 1) for i in range(len(hits)) if hits[i])
    if measure == "P":
        return sum(hits) / k
    if measure == "RBP":
        return sum(0.2 * 0.8**i for i, hit in enumerate(hits) if hit)
    if measure == "RBPgraded":
        return sum(0.2 * 0.8**i * g / top for i, g in enumerate(own))
    if measure == "HitRate":
        return float(first < math.inf)
    if measure == "MRR":
        return 1 / first
    if measure == "F1":
        return 2 * sum(hits) / (k + relevant)
    if relevant == 0:
        return 0.0
    if measure == "Recall":
        return sum(hits) / relevant
    if measure == "RecallCapped":
        return sum(hits) / min(k, relevant)
    if measure == "MAP":
        return precisions / relevant
    if measure == "MAPmin":
        return precisions / min(k, relevant)
    gain = (lambda g: g) if measure == "nDCG" else (lambda g: 2**g - 1)
    dcg = lambda gs: sum(gain(g) * log(i + 1) for i, g in enumerate(gs[:k]))
    return dcg(own) / dcg(sorted(grades, reverse=True))


MEASURES = ["P", "RBP", "RBPgraded", "HitRate", "MRR", "F1", "Recall", "RecallCapped", "MAP", "MAPmin", "nDCG", "nDCGexp"]
bounds = []
for case in range(10):
    top = 1 + case % 3
    lists = [rng.permutation(8)[:5].tolist() for _ in range(2)]
    used = sorted(set(itertools.chain(*lists)))
    lists = [[used.index(i) for i in l] for l in lists]
    grades = rng.integers(0, top + 1, len(used)).tolist()
    open_items = rng.permutation(len(used))[:4].tolist()
    for i in open_items:
        grades[i] = None
    found = {}
    for measure in MEASURES:
        k = 1 + (case + MEASURES.index(measure)) % 5
        differences = []
        for completion in itertools.product(range(top + 1), repeat=len(open_items)):
            full = list(grades)
            for i, grade in zip(open_items, completion):
                full[i] = grade
            differences.append(value(measure, k, lists[0], full, top) - value(measure, k, lists[1], full, top))
        zeros = [g or 0 for g in grades]
        now = value(measure, k, lists[0], zeros, top) - value(measure, k, lists[1], zeros, top)
        found[f"{measure}@{k}"] = {"low": min(differences), "high": max(differences), "unjudgedAsNotRelevant": now}
    bounds.append({"lists": lists, "grades": grades, "maxGrade": top, "bounds": found})

print(
    json.dumps(
        {"sequences": sequences, "weights": weights, "estimates": estimates, "bounds": bounds}, separators=(",", ":")
    )
)
