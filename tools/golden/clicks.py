"""
Golden values of click logs: clicks over expected clicks as exact fractions, over single impressions (the product groups them).
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
    log.append((query, [int(d) for d in order], [int(c) for c in clicks]))

rows = [(q, d, k, c) for q, order, clicks in log for k, (d, c) in enumerate(zip(order, clicks))]
pairs = sorted({(q, d) for q, d, _, _ in rows})


def position_rates(of):
    return [Fraction(sum(c for _, _, k, c in of if k == at), sum(1 for _, _, k, _ in of if k == at)) for at in range(DOCS)]


def coec(pair, rates):
    own = [(k, c) for q, d, k, c in rows if (q, d) == pair]
    expected = sum(rates[k] for k, _ in own)
    return {"shown": len(own), "clicks": sum(c for _, c in own), "expected": float(expected), "coec": float(sum(c for _, c in own) / expected)}


rates = position_rates(rows)
print(
    json.dumps(
        {
            "log": [[q, "".join(map(str, order)), "".join(map(str, clicks))] for q, order, clicks in log],
            "rates": [float(rate) for rate in rates],
            "coec": [{"query": q, "doc": d, **coec((q, d), rates)} for q, d in pairs],
        }
    )
)
