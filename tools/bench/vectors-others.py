"""vectors-others.py faiss|hnswlib ROWS QUESTIONS ROW_COUNT QUESTION_COUNT M EF_CONSTRUCTION

What one would pick instead for vectors under Python, on one thread: processor milliseconds, as JSON. For `npm run bench`."""
import json
import os
import sys
import time

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
import numpy as np

way, rows_file, questions_file, row_count, question_count, m, ef = sys.argv[1:]
DIMENSIONS, DEPTH = 512, 100
rows = np.fromfile(rows_file, dtype="<f4", count=int(row_count) * DIMENSIONS).reshape(-1, DIMENSIONS)
questions = np.fromfile(questions_file, dtype="<f4", count=int(question_count) * DIMENSIONS).reshape(-1, DIMENSIONS)
began = time.process_time()
if way == "faiss":
    import faiss

    faiss.omp_set_num_threads(1)
    index = faiss.IndexFlatIP(DIMENSIONS)
    index.add(rows)
else:
    import hnswlib

    index = hnswlib.Index(space="ip", dim=DIMENSIONS)
    index.init_index(max_elements=len(rows), M=int(m), ef_construction=int(ef), random_seed=100)
    index.set_num_threads(1)
    index.add_items(rows, num_threads=1)
    index.set_ef(128)
build = (time.process_time() - began) * 1000
began = time.process_time()
if way == "faiss":
    index.search(questions, DEPTH)
else:
    index.knn_query(questions, k=DEPTH, num_threads=1)
print(json.dumps({"buildMilliseconds": build, "milliseconds": (time.process_time() - began) * 1000 / len(questions)}))
