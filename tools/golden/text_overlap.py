"""Writes test/golden/text-overlap.json: recall, precision and IoU of text as chunking_evaluation defines them.

Usage: python3 tools/golden/text_overlap.py [REFERENCE] > test/golden/text-overlap.json

REFERENCE, base_evaluation.py of chunking_evaluation (github.com/brandonstarxel/chunking_evaluation), is compared with on
the cases that it can have: without a budget, and spans and chunks of the first one's document alone.

Smith and Troynikov, "Evaluating Chunking Strategies for Retrieval", Chroma 2024: with t the relevant and r the retrieved
text, recall = |t and r| / |t|, precision = |t and r| / |r|, IoU = |t and r| / (|r| + |t without r|), where |r| is the sum
of the lengths of the chunks, so that text that two chunks share counts twice. `base_evaluation.py` of the package computes
the same with ranges; here texts are sets of characters. A budget of n characters reads chunks in their order and of the
one that crosses it the first characters up to n; a budget of tokens as many characters of that one as its share of tokens.

`wrong` has what plausible other readings give: overlaps counted once, the crossing chunk left out or counted whole,
relevance decided chunk by chunk (half of the shorter one). Needs nothing but Python 3.
"""

import importlib.util
import json
import random
import sys
from fractions import Fraction
from types import SimpleNamespace
from unittest.mock import MagicMock

draw = random.Random(11)
DOCS = {"a": 400, "b": 150, "c": 60}


def characters(places):
    return {(doc, i) for doc, start, end in places for i in range(start, end)}


def length(places):
    return sum(end - start for _, start, end in places)


def within(chunks, tokens, k, budget, unit, crossing="cut"):
    read, left = [], budget
    for (doc, start, end), cost in zip(chunks[:k], tokens):
        price = end - start if unit == "chars" else cost
        if unit is None or price <= left:
            read.append((doc, start, end))
            left = left - price if unit else left
            continue
        if crossing == "whole":
            read.append((doc, start, end))
        if crossing == "cut":
            share = left if unit == "chars" else (end - start) * left // cost
            read.append((doc, start, start + share))
        break
    return read


def scores(spans, read, once=False):
    relevant, retrieved = characters(spans), characters(read)
    shared = len(relevant & retrieved)
    r = len(retrieved) if once else length(read)
    return {
        "recall": shared / len(relevant),
        "precision": shared / r if r else 0.0,
        "iou": shared / (r + len(relevant - retrieved)),
    }


def by_hits(spans, read):
    """Hit by half a span: recall as the share of spans, precision as the share of chunks."""

    def met(span, chunk):
        both = len(characters([span]) & characters([chunk]))
        return both > 0 and Fraction(both, min(length([span]), length([chunk]))) >= Fraction(1, 2)

    return {
        "recall": sum(any(met(s, c) for c in read) for s in spans) / len(spans),
        "precision": sum(any(met(s, c) for s in spans) for c in read) / len(read) if read else 0.0,
    }


def place(most):
    doc = draw.choice("aaab") if draw.random() < 0.9 else "c"
    start = draw.randrange(DOCS[doc] - 5)
    return doc, start, min(DOCS[doc], start + draw.randint(1, most))


def apart(count):
    spans = []
    while len(spans) < count:
        new = place(40)
        if not characters([new]) & characters(spans):
            spans.append(new)
    return spans


cases = []
for case in range(120):
    spans = apart(draw.randint(1, 4))
    chunks = []
    while len(chunks) < draw.randint(1, 8):
        # Every other one stands near a span, so that most cases share text.
        if draw.random() < 0.5:
            doc, start, _ = draw.choice(spans)
            start = max(0, start - draw.randint(0, 30))
            new = (doc, start, min(DOCS[doc], start + draw.randint(5, 70)))
        else:
            new = place(70)
        if new not in chunks:
            chunks.append(new)
    tokens = [max(1, length([c]) // draw.randint(2, 6)) for c in chunks]
    unit = [None, "chars", "tokens"][case % 3]
    k = draw.randint(1, 6) if case % 2 else len(chunks)
    budget = {None: None, "chars": draw.randint(10, 180), "tokens": draw.randint(3, 50)}[unit]
    read = within(chunks, tokens, k, budget, unit)
    cases.append(
        {
            "spans": spans,
            "chunks": chunks,
            "tokens": tokens,
            "k": k,
            "unit": unit,
            "budget": budget,
            **scores(spans, read),
            "shares": [len(characters([s]) & characters(read)) / length([s]) for s in spans],
            "wrong": {
                "overlaps counted once": scores(spans, read, once=True),
                "the crossing chunk left out": scores(spans, within(chunks, tokens, k, budget, unit, "none")),
                "the crossing chunk counted whole": scores(spans, within(chunks, tokens, k, budget, unit, "whole")),
                "hit by half a span": by_hits(spans, read),
            },
        }
    )



def by_reference(evaluation, spans, chunks):
    range_of = lambda doc, start, end: {"start_index": start, "end_index": end, "corpus_id": doc, "content": ""}
    row = {"question": "", "references": [range_of(*span) for span in spans], "corpus_id": spans[0][0]}
    own = SimpleNamespace(questions_df=SimpleNamespace(iterrows=lambda: [(0, row)]))
    metadatas = [range_of(*chunk) for chunk in chunks]
    iou, recall, precision = evaluation._scores_from_dataset_and_retrievals(own, [metadatas], [len(chunks)])
    return {"recall": recall[0], "precision": precision[0], "iou": iou[0]}


if len(sys.argv) > 1:
    for absent in ("chromadb", "chromadb.utils", "chromadb.utils.embedding_functions", "pandas", "numpy"):
        sys.modules[absent] = MagicMock()
    sys.modules["chunking_evaluation"] = MagicMock()
    sys.modules["chunking_evaluation.utils"] = MagicMock()
    spec = importlib.util.spec_from_file_location("reference", sys.argv[1])
    reference = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(reference)
    compared = 0
    for case in cases:
        read = case["chunks"][: case["k"]]
        spans = [span for span in case["spans"] if span[0] == case["spans"][0][0]]
        if case["unit"] is not None:
            continue
        expected, own = by_reference(reference.BaseEvaluation, spans, read), scores(spans, read)
        assert all(abs(expected[name] - own[name]) < 1e-12 for name in own), (spans, read, expected, own)
        compared += 1
    print(f"{compared} cases as the reference", file=sys.stderr)

print(json.dumps({"documents": DOCS, "cases": cases}))
