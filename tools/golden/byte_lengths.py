"""BM25 with Lucene's one-byte lengths, in numpy-free Python: test/golden/retrievers/byte-lengths.json.

Usage: python3 tools/golden/byte_lengths.py COLLECTIONS/cranfield > test/golden/retrievers/byte-lengths.json

Lengths are written to a byte and read back as org.apache.lucene.util.SmallFloat (9.x) does; N and avgdl count documents
with a token. Tokens: /[a-z0-9]+/ of the lower-cased text. k1 1.2, b 0.75, without the factor k1 + 1. Every eleventh
question, the first 20 documents, equal scores in the order of the corpus.
"""

import json
import math
import re
import sys
from collections import Counter
from pathlib import Path

K1, B, DEPTH = 1.2, 0.75, 20


def long_to_int4(i):
    num_bits = i.bit_length()
    if num_bits < 4:
        return i
    shift = num_bits - 4
    return ((i >> shift) & 0x07) | ((shift + 1) << 3)


def int4_to_long(i):
    bits = i & 0x07
    shift = (i >> 3) - 1
    return bits if shift == -1 else (bits | 0x08) << shift


FREE = 255 - long_to_int4(2**31 - 1)


def through_a_byte(length):
    if length < FREE:
        return length
    encoded = FREE + long_to_int4(length - FREE)
    assert encoded < 256
    return FREE + int4_to_long(encoded - FREE)


def lines(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def tokens(line):
    return re.findall("[a-z0-9]+", line["text"].lower())


folder = Path(sys.argv[1])
documents = [(line["_id"], Counter(tokens(line))) for line in lines(folder / "corpus.jsonl")]
lengths = [sum(counts.values()) for _, counts in documents]
n = sum(length > 0 for length in lengths)
mean = sum(lengths) / n
df = Counter(term for _, counts in documents for term in counts)


def score(question, counts, length):
    norm = K1 * (1 - B + B * through_a_byte(length) / mean)
    return math.fsum(
        math.log(1 + (n - df[term] + 0.5) / (df[term] + 0.5)) * counts[term] / (counts[term] + norm)
        for term in question
        if counts[term] > 0
    )


results = {}
for line in lines(folder / "queries.jsonl")[::11]:
    question = tokens(line)
    scored = [(score(question, counts, length), i) for i, ((_, counts), length) in enumerate(zip(documents, lengths))]
    best = sorted(scored, key=lambda pair: (-pair[0], pair[1]))[:DEPTH]
    results[line["_id"]] = {"docs": [documents[i][0] for _, i in best], "scores": [s for s, _ in best]}
json.dump({"k1": K1, "b": B, "n": n, "mean": mean, "results": results}, sys.stdout)
print()
