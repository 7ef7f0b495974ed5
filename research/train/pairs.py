"""Training pairs: read, capped per source, without duplicates, in the order of a seed."""

import gzip
import json
import random
from dataclasses import dataclass
from pathlib import Path

# Sources of short dictionary entries would drown the others.
CAPS = {"cross-en-ja-kyoto-lexicon": 10_000, "en-wordnet": 30_000}


@dataclass
class Pairs:
    """Questions and the passages that answer them.

    queries[i] belongs to passages[passage_of[i]] and comes from sources[source_of[i]].
    """

    queries: list[str]
    passages: list[str]
    passage_of: list[int]
    source_of: list[int]
    sources: list[str]
    kinds: list[str]


def read_pairs(folder: Path, seed: int = 5) -> Pairs:
    random_ = random.Random(seed)
    pairs = Pairs([], [], [], [], [], [])
    seen: dict[str, int] = {}
    for number, path in enumerate(sorted(folder.glob("*.jsonl.gz"))):
        source = path.name.removesuffix(".jsonl.gz")
        pairs.sources.append(source)
        with gzip.open(path, "rt", encoding="utf-8") as file:
            rows = [json.loads(line) for line in file]
        random_.shuffle(rows)
        for row in rows[: CAPS.get(source)]:
            passage = row["positive"]
            at = seen.setdefault(passage, len(seen))
            if at == len(pairs.passages):
                pairs.passages.append(passage)
            pairs.queries.append(row["query"])
            pairs.passage_of.append(at)
            pairs.source_of.append(number)
            pairs.kinds.append(row["kind"])
    return pairs
