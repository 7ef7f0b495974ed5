"""Writes test/golden/learning.json: credits of interleaved lists, and the terms of pairwise differentiable gradient descent.

Usage: python3 tools/golden/learning.py > test/golden/learning.json

Credits: every assignment of places to systems is gone through, with its probability and that of the list under it, in
exact fractions. Plackett-Luce: probabilities of whole lists, place by place; rho from the two whole probabilities.
`rejected` has what plausible wrong variants give. Needs numpy.
"""

import json
from fractions import Fraction
from itertools import permutations, product

import numpy as np

rng = np.random.default_rng(21)


def top(ranking, shown):
    """Team draft: tied best passages that are left share the chance."""
    for tied in ranking:
        left = [p for p in tied if p not in shown]
        if left:
            return {p: Fraction(1, len(left)) for p in left}
    return {}


def softmax(ranking, shown, share_ties=True, renormalise=True):
    """Each passage by the cube of its rank; tied ones by the mean over all orders of the ties."""
    weights, rank = {}, 1
    for tied in ranking:
        own = [Fraction(1, (rank + i) ** 3) for i in range(len(tied))]
        for i, p in enumerate(tied):
            weights[p] = sum(own) / len(tied) if share_ties else own[i]
        rank += len(tied)
    total = sum(w for p, w in weights.items() if p not in shown or not renormalise)
    return {p: w / total for p, w in weights.items() if p not in shown}


def assignments(systems, places, rounds):
    """All assignments with their probabilities."""
    if not rounds:
        for each in product(range(systems), repeat=places):
            yield each, Fraction(1, systems**places)
        return
    whole = -(-places // systems)
    found = {}
    for each in product(list(permutations(range(systems))), repeat=whole):
        key = sum(each, ())[:places]
        found[key] = found.get(key, 0) + 1
    total = sum(found.values())
    for key, count in found.items():
        yield key, Fraction(count, total)


def chances(draw, rankings, shown, rounds):
    """By place and system: the share of the probability of all assignments that could have made the list."""
    own = [[draw(r, shown[:i]).get(p, 0) for r in rankings] for i, p in enumerate(shown)]
    total = Fraction(0)
    sums = [[Fraction(0)] * len(rankings) for _ in shown]
    for each, chance in assignments(len(rankings), len(shown), rounds):
        for i, system in enumerate(each):
            chance *= own[i][system]
        total += chance
        for i, system in enumerate(each):
            sums[i][system] += chance
    return [[s / total for s in row] for row in sums] if total > 0 else None


def credit(rows, marks, shown):
    if not marks:
        return [0.0] * len(rows[0])
    places = [shown.index(m) for m in marks]
    return [float(sum(rows[p][s] for p in places) / len(places)) for s in range(len(rows[0]))]


def made(systems, size, extra, tied):
    rankings = []
    for _ in range(systems):
        own = [f"p{i}" for i in rng.permutation(size + extra)[: size + int(rng.integers(0, 3))]]
        groups = []
        for p in own:
            if groups and tied and rng.random() < 0.35:
                groups[-1].append(p)
            else:
                groups.append([p])
        rankings.append(groups)
    return rankings


def drawn(chances):
    passages = sorted(chances)
    return passages[rng.choice(len(passages), p=np.array([float(chances[p]) for p in passages]))]


METHODS = {"team-draft": (top, True), "probabilistic": (softmax, False), "probabilistic-rounds": (softmax, True)}
lists = []
for name, (draw, rounds) in METHODS.items():
    for systems, size, extra, tied in [(2, 4, 2, False), (2, 5, 3, True), (2, 6, 0, True), (3, 5, 2, True), (3, 6, 3, False)]:
        rankings = made(systems, size, extra, tied)
        if systems == 2 and extra == 0:
            rankings[1] = rankings[0][:1] + rankings[1]
            seen, own = set(), []
            for group in rankings[1]:
                kept = [p for p in group if p not in seen]
                seen.update(kept)
                if kept:
                    own.append(kept)
            rankings[1] = own
        length = min(sum(map(len, r)) for r in rankings)
        order, shown, team = [], [], []
        for place in range(length):
            if not order:
                order = list(rng.permutation(systems))
            system = order.pop() if rounds else int(rng.integers(systems))
            shown.append(drawn(draw(rankings[system], shown)))
            team.append(int(system))
        marks = [p for p in shown if rng.random() < 0.5] or shown[-1:]
        rows = chances(draw, rankings, shown, rounds)
        rejected = {"drafting-team-alone": credit([[Fraction(s == t) for s in range(systems)] for t in team], marks, shown)}
        if rounds:
            rejected["places-one-by-one"] = credit(chances(draw, rankings, shown, False), marks, shown)
        if draw is softmax:
            unrenormalised = chances(lambda r, s: softmax(r, s, renormalise=False), rankings, shown, rounds)
            rejected["not-renormalised"] = credit(unrenormalised, marks, shown)
            if tied:
                strict = chances(lambda r, s: softmax(r, s, share_ties=False), rankings, shown, rounds)
                rejected["ties-in-order"] = credit(strict, marks, shown)
        lists.append(
            {
                "method": name,
                "rankings": rankings,
                "shown": shown,
                "drawnFor": team,
                "marks": marks,
                "chances": [[float(c) for c in row] for row in rows],
                "credits": credit(rows, marks, shown),
                "rejected": rejected,
            }
        )


def probability(scores, order):
    """Plackett-Luce probability of the first places of a ranking."""
    left, result = list(range(len(scores))), 1.0
    for doc in order:
        result *= np.exp(scores[doc]) / np.exp(scores[left]).sum()
        left.remove(doc)
    return result


def gradient(weights, features, order, marks, ratio=True, slope=True):
    scores = features @ weights
    own = probability(scores, order)
    seen = max((i for i, m in enumerate(marks) if m), default=-1) + 2
    total = np.zeros(len(weights))
    for i in range(min(seen, len(order))):
        for j in range(min(seen, len(order))):
            if marks[i] and not marks[j]:
                swapped = list(order)
                swapped[i], swapped[j] = swapped[j], swapped[i]
                other = probability(scores, swapped)
                k, l = order[i], order[j]
                ek, el = np.exp(scores[k]), np.exp(scores[l])
                rho = other / (own + other) if ratio else 1
                total += rho * (ek * el / (ek + el) ** 2 if slope else 1) * (features[k] - features[l])
    return total


sampled, gradients = [], []
scores = np.array([0.9, -0.4, 1.7, 0.2])
for depth in (2, 4):
    sampled.append(
        {
            "scores": scores.tolist(),
            "depth": depth,
            "lists": [[list(p), float(probability(scores, p))] for p in permutations(range(4), depth)],
        }
    )
for docs, depth, places in [(5, 5, [1]), (6, 4, [0, 2]), (7, 5, [3]), (6, 6, [5]), (8, 6, [1, 2, 4])]:
    features = np.round(rng.normal(size=(docs, 3)), 3)
    weights = np.round(rng.normal(size=3), 3)
    order = [int(i) for i in rng.permutation(docs)[:depth]]
    marks = [i in places for i in range(depth)]
    values = features @ weights
    swaps = []
    for a in range(depth):
        for b in range(a + 1, depth):
            swapped = list(order)
            swapped[a], swapped[b] = swapped[b], swapped[a]
            swaps.append([a, b, float(np.log(probability(values, swapped) / probability(values, order)))])
    gradients.append(
        {
            "features": features.tolist(),
            "weights": weights.tolist(),
            "list": order,
            "marks": marks,
            "logOdds": swaps,
            "gradient": gradient(weights, features, order, marks).tolist(),
            "rejected": {
                "rho-left-out": gradient(weights, features, order, marks, ratio=False).tolist(),
                "slope-left-out": gradient(weights, features, order, marks, slope=False).tolist(),
            },
        }
    )
print(json.dumps({"lists": lists, "sampled": sampled, "gradients": gradients}, separators=(",", ":")))
