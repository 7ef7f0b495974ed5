"""Runs and judgments in TREC files, measured and compared by ranx as its documentation says, with the paired t-test.

Called with the folder, names of runs and measures; prints the means.
"""

import json
import sys
from os.path import join

# The statistics.py of this folder is not Python's own, which a library of ranx imports.
del sys.path[0]

from ranx import Qrels, Run, compare  # noqa: E402

folder, names, measures = sys.argv[1], sys.argv[2].split(","), sys.argv[3].split(",")
qrels = Qrels.from_file(join(folder, "qrels.txt"), kind="trec")
runs = [Run.from_file(join(folder, name + ".run"), kind="trec") for name in names]
report = compare(qrels, runs=runs, metrics=measures, stat_test="student", make_comparable=True)
print(json.dumps({run.name: {measure: float(run.mean_scores[measure]) for measure in measures} for run in runs}))
