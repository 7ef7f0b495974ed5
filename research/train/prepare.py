"""Reads the pairs, trains the tokenizer and writes both as the trainers need them.

Usage: python prepare.py PAIRS WORK   (WORK/forms.json: see variants.mjs)
"""

import json
import sys
from pathlib import Path

import numpy as np

from corpus import encode_pairs
from pairs import read_pairs
from tokenizer import rows_of, save, train_tokenizer

WORDS = 16_000


def main() -> None:
    folder, work = map(Path, sys.argv[1:])
    pairs = read_pairs(folder)
    forms = json.loads((work / "forms.json").read_text())
    tokenizer = train_tokenizer(pairs, forms, WORDS)
    save(tokenizer, work / "tokenizer.json")
    rows = np.array(rows_of(tokenizer, forms))
    np.save(work / "rows.npy", rows)
    encode_pairs(pairs, tokenizer, rows).save(work / "corpus.npz")
    print(f"{len(pairs.queries)} pairs, {len(pairs.passages)} passages, {len(rows)} tokens, {rows.max() + 1} rows")


if __name__ == "__main__":
    main()
