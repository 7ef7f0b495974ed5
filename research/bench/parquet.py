"""Reads {"path", "rows"} from standard input: with rows, writes a corpus of so many texts of 1,000 characters to the path, in row
groups of 100,000 rows; else reads it by pandas, as one does, and prints milliseconds, peak memory in MB and the rows.
"""

import json
import random
import resource
import sys
import time

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

GROUP = 100_000
given = json.load(sys.stdin)
if "rows" in given:
    chance = random.Random(42)
    words = ["".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=chance.randint(2, 10))) for _ in range(50_000)]
    text = " ".join(chance.choices(words, k=5_000_000))
    schema = pa.schema([("_id", pa.string()), ("title", pa.string()), ("text", pa.string())])
    with pq.ParquetWriter(given["path"], schema) as writer:
        for start in range(0, given["rows"], GROUP):
            numbers = range(start, start + GROUP)
            starts = [chance.randrange(len(text) - 1000) for _ in numbers]
            columns = [[f"d{i}" for i in numbers], [f"Title {i}" for i in numbers], [text[at : at + 1000] for at in starts]]
            writer.write_table(pa.table(columns, schema=schema), row_group_size=GROUP)
    print("{}")
else:
    began = time.perf_counter()
    table = pd.read_parquet(given["path"])
    rows = int((table["text"].str.len() > 0).sum())
    milliseconds = (time.perf_counter() - began) * 1000
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    print(json.dumps({"milliseconds": milliseconds, "megabytes": peak, "rows": rows}))
