"""
Golden values of Unbiased LambdaMART: gradients and hessians of clicked pairs, and position-bias ratios.
Usage: python3 tools/golden/click_gradients.py > test/golden/click-gradients.json

Every list is gone through by itself (the product sums lists). Gradients and hessians are derivatives of the loss by mpmath,
at discounts that stay; the product has them as formulas. `rejected` has what plausible wrong variants give.
"""

import json

import mpmath
import numpy

mpmath.mp.dps = 40
QUERIES, DOCS, SHOWN, LISTS = 4, 6, 4, 60
random = numpy.random.default_rng(2019)
attract = random.uniform(0.1, 0.9, (QUERIES, DOCS))
scores = numpy.round(random.normal(0, 1, (QUERIES, DOCS)), 3)
T_CLICKED = [1, 0.6, 0.35, 0.2]
T_OTHER = [1, 0.9, 1.1, 0.8]
SIGMA = 1.5

log = []
for _ in range(LISTS):
    query = int(random.integers(QUERIES))
    order = [int(doc) for doc in random.permutation(DOCS)[:SHOWN]]
    clicks = [int(random.random() < attract[query][doc] / (k + 1)) for k, doc in enumerate(order)]
    log.append((query, order, clicks))


def discount(rank):
    return 1 / mpmath.log(rank + 2, 2)


RANK = [{doc: rank for rank, doc in enumerate(sorted(range(DOCS), key=lambda d: -scores[q][d]))} for q in range(QUERIES)]


def pairs(ideal=True):
    """(query, clicked, other, positions of both, weight × difference of discounts), list by list."""
    for query, order, clicks in log:
        best = sum((discount(r) for r in range(sum(clicks))), mpmath.mpf(0))
        for p, i in enumerate(order):
            for q, j in enumerate(order):
                if clicks[p] and not clicks[q]:
                    delta = abs(discount(RANK[query][i]) - discount(RANK[query][j]))
                    yield query, i, j, p, q, delta / best if ideal else delta


def loss(lead):
    return mpmath.log(1 + mpmath.exp(-SIGMA * lead))


def derivatives(bias=lambda p, q: T_CLICKED[p] * T_OTHER[q], ideal=True):
    first = numpy.zeros((QUERIES, DOCS), dtype=object)
    second = numpy.zeros((QUERIES, DOCS), dtype=object)
    for query, i, j, p, q, delta in pairs(ideal):
        lead = mpmath.mpf(float(scores[query][i])) - mpmath.mpf(float(scores[query][j]))
        weight = delta / bias(p, q)
        slope, curve = mpmath.diff(loss, lead), mpmath.diff(loss, lead, 2)
        first[query][i] += weight * slope
        first[query][j] -= weight * slope
        second[query][i] += weight * curve
        second[query][j] += weight * curve
    return [[float(v) for v in row] for row in first], [[float(v) for v in row] for row in second]


def ratios(power, divide=True, relative=True):
    clicked, other = [mpmath.mpf(0)] * SHOWN, [mpmath.mpf(0)] * SHOWN
    for query, i, j, p, q, delta in pairs():
        lead = mpmath.mpf(float(scores[query][i])) - mpmath.mpf(float(scores[query][j]))
        clicked[p] += delta * loss(lead) / (T_OTHER[q] if divide else 1)
        other[q] += delta * loss(lead) / (T_CLICKED[p] if divide else 1)
    return {
        name: [float((v / (of[0] if relative else 1)) ** power) for v in of]
        for name, of in (("clicked", clicked), ("other", other))
    }


gradients, hessians = derivatives()
print(
    json.dumps(
        {
            "log": [[q, order, clicks] for q, order, clicks in log],
            "scores": scores.tolist(),
            "sigma": SIGMA,
            "bias": {"clicked": T_CLICKED, "other": T_OTHER},
            "gradients": gradients,
            "hessians": hessians,
            "ratios": [{"p": p, **ratios(1 / (p + 1))} for p in (0, 0.5, 1)],
            "rejected": {
                "gradients": {
                    "bias-left-out": derivatives(lambda p, q: 1)[0],
                    "clicked-bias-alone": derivatives(lambda p, q: T_CLICKED[p])[0],
                    "bias-multiplied": derivatives(lambda p, q: 1 / (T_CLICKED[p] * T_OTHER[q]))[0],
                    "positions-exchanged": derivatives(lambda p, q: T_CLICKED[q] * T_OTHER[p])[0],
                    "ideal-left-out": derivatives(ideal=False)[0],
                },
                "ratios": {
                    "p-as-exponent": ratios(0.5 + 1),
                    "undivided": ratios(1 / 1.5, divide=False),
                    "not-relative": ratios(1 / 1.5, relative=False),
                },
            },
        }
    )
)
