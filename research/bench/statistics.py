"""All pairs of systems by SciPy, as its documentation says: percentile bootstrap and permutation of signs.

Reads {"values": [[...], ...], "resamples": n} from standard input and prints milliseconds and what it found.
"""

import json
import sys
import time

import numpy as np
from scipy import stats

given = json.load(sys.stdin)
values = np.array(given["values"])
resamples = given["resamples"]
began = time.perf_counter()
found = []
for i in range(len(values)):
    for j in range(i + 1, len(values)):
        differences = values[i] - values[j]
        interval = stats.bootstrap(
            (differences,), np.mean, n_resamples=resamples, batch=1000, method="percentile", rng=42
        ).confidence_interval
        p = stats.permutation_test(
            (differences,), np.mean, permutation_type="samples", n_resamples=resamples, batch=1000, vectorized=True, rng=42
        ).pvalue
        found.append({"low": interval.low, "high": interval.high, "p": p})
print(json.dumps({"milliseconds": (time.perf_counter() - began) * 1000, "found": found}))
