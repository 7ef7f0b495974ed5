"""vectors-faiss.py ROWS QUESTIONS ROW_COUNT QUESTION_COUNT

Exact search by faiss-cpu on one thread: processor milliseconds, as JSON. For `npm run bench`."""
import json
import os
import sys
import time

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
import faiss
import numpy as np

rows_file, questions_file, row_count, question_count = sys.argv[1:]
DIMENSIONS, DEPTH = 512, 100
rows = np.fromfile(rows_file, dtype="<f4", count=int(row_count) * DIMENSIONS).reshape(-1, DIMENSIONS)
questions = np.fromfile(questions_file, dtype="<f4", count=int(question_count) * DIMENSIONS).reshape(-1, DIMENSIONS)
faiss.omp_set_num_threads(1)
index = faiss.IndexFlatIP(DIMENSIONS)
index.add(rows)
began = time.process_time()
index.search(questions, DEPTH)
print(json.dumps({"milliseconds": (time.process_time() - began) * 1000 / len(questions)}))
