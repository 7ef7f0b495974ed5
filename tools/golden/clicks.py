"""
Golden values of click logs: clicks over expected clicks as exact fractions, inverse-propensity weights, and position bias by
randomised positions and by expectation maximisation over single impressions (the product groups them).
Usage: python3 tools/golden/clicks.py > test/golden/clicks.json
"""

import json
from fractions import Fraction

import numpy

QUERIES, DOCS, IMPRESSIONS = 6, 5, 1500
THETA = numpy.array([1, 0.7, 0.5, 0.3, 0.05])
random = numpy.random.default_rng(21)
gamma = random.uniform(0.05, 0.8, (QUERIES, DOCS))

# Every fourth impression is in random order; the others by relevance with noise, so that better passages stand higher.
log = []
for i in range(IMPRESSIONS):
    query = int(random.integers(QUERIES))
    randomised = i % 4 == 0
    noise = random.normal(0, 0.25, DOCS)
    order = random.permutation(DOCS) if randomised else numpy.argsort(-(gamma[query] + noise))
    clicks = random.random(DOCS) < THETA * gamma[query][order]
    log.append((query, randomised, [int(d) for d in order], [int(c) for c in clicks]))

rows = [(q, d, k, c, r) for q, r, order, clicks in log for k, (d, c) in enumerate(zip(order, clicks))]
pairs = sorted({(q, d) for q, d, *_ in rows})


def position_rates(of):
    return [Fraction(sum(c for _, _, k, c, _ in of if k == at), sum(1 for _, _, k, _, _ in of if k == at)) for at in range(DOCS)]


def coec(pair, rates):
    own = [(k, c) for q, d, k, c, _ in rows if (q, d) == pair]
    expected = sum(rates[k] for k, _ in own)
    return {"shown": len(own), "clicks": sum(c for _, c in own), "expected": float(expected), "coec": float(sum(c for _, c in own) / expected)}


def weighted(pair, theta, clip):
    own = [(k, c) for q, d, k, c, _ in rows if (q, d) == pair]
    weights = [1 / max(theta[k], clip) for k, _ in own]
    return {
        "rate": sum(w * c for w, (_, c) in zip(weights, own)) / len(own),
        "effective": sum(weights) ** 2 / sum(w * w for w in weights),
    }


def by_em(rounds):
    """The position-based model, one impression after the other."""
    pair = numpy.array([pairs.index((q, d)) for q, d, *_ in rows])
    at = numpy.array([k for _, _, k, *_ in rows])
    click = numpy.array([c for _, _, _, c, _ in rows], dtype=float)
    theta, attract = numpy.full(DOCS, 0.5), numpy.full(len(pairs), 0.5)
    for _ in range(rounds):
        both = 1 - theta[at] * attract[pair]
        examined = numpy.where(click == 1, 1, theta[at] * (1 - attract[pair]) / both)
        attracted = numpy.where(click == 1, 1, attract[pair] * (1 - theta[at]) / both)
        theta = numpy.bincount(at, examined) / numpy.bincount(at)
        attract = numpy.bincount(pair, attracted) / numpy.bincount(pair)
    return theta / theta[0]


rates = position_rates(rows)
shuffled = position_rates([row for row in rows if row[4]])
em = by_em(20000)
assert numpy.abs(em - by_em(30000)).max() < 1e-9
print(
    json.dumps(
        {
            "theta": THETA.tolist(),
            "log": [[q, int(r), "".join(map(str, order)), "".join(map(str, clicks))] for q, r, order, clicks in log],
            "rates": [float(rate) for rate in rates],
            "randomised": [float(rate / shuffled[0]) for rate in shuffled],
            "em": em.tolist(),
            "coec": [{"query": q, "doc": d, **coec((q, d), rates)} for q, d in pairs],
            "weighted": [{"clip": clip, "pairs": [weighted(pair, THETA, clip) for pair in pairs]} for clip in (0.1, 0)],
        }
    )
)
