"""
Golden values of Kendall's tau-b: counts of pairs by the definition of Kendall (1945), over seeded values with ties.
Usage: python3 tools/golden/kendall.py > test/golden/kendall.json
"""

import json
import math

import numpy
import scipy.stats


def tau_b(a, b):
    pairs = [(i, j) for i in range(len(a)) for j in range(i)]
    concordant = sum(1 for i, j in pairs if (a[i] - a[j]) * (b[i] - b[j]) > 0)
    discordant = sum(1 for i, j in pairs if (a[i] - a[j]) * (b[i] - b[j]) < 0)
    untied_a = sum(1 for i, j in pairs if a[i] != a[j])
    untied_b = sum(1 for i, j in pairs if b[i] != b[j])
    return (concordant - discordant) / math.sqrt(untied_a * untied_b)


random = numpy.random.default_rng(20)
cases = []
for size, levels in [(4, 3), (6, 100), (12, 100), (12, 5), (12, 3), (30, 4)]:
    a = random.integers(0, levels, size).tolist()
    b = [int(x + random.integers(-1, 2)) for x in a]
    tau = tau_b(a, b)
    assert abs(tau - scipy.stats.kendalltau(a, b, variant="b").statistic) < 1e-12
    cases.append({"a": a, "b": b, "tau": tau})
print(json.dumps(cases))
