"""The development collections: BEIR folders and one LlamaIndex file, and questions across languages made of two of them."""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np


@dataclass
class Collection:
    """relevance[q] is the gain of each relevant passage of question q, by its position."""

    passages: list[str]
    questions: list[str]
    relevance: list[dict[int, float]]
    question_ids: list[str]


def read_beir(folder: Path) -> Collection:
    lines = lambda name: [json.loads(line) for line in (folder / name).read_text(encoding="utf-8").splitlines() if line]
    documents, queries = lines("corpus.jsonl"), lines("queries.jsonl")
    position = {document["_id"]: i for i, document in enumerate(documents)}
    relevance: dict[str, dict[int, float]] = {}
    for line in (folder / "qrels/test.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        query, document, gain = line.split("\t")
        if float(gain) > 0 and document in position:
            relevance.setdefault(query, {})[position[document]] = float(gain)
    asked = [query for query in queries if query["_id"] in relevance]
    return Collection(
        [f"{document.get('title') or ''}\n{document['text']}".strip() for document in documents],
        [query["text"] for query in asked],
        [relevance[query["_id"]] for query in asked],
        [query["_id"] for query in asked],
    )


def read_llama_index(path: Path) -> Collection:
    file = json.loads(path.read_text(encoding="utf-8"))
    position = {key: i for i, key in enumerate(file["corpus"])}
    asked = list(file["queries"])
    return Collection(
        list(file["corpus"].values()),
        [file["queries"][key] for key in asked],
        [{position[document]: 1.0 for document in file["relevant_docs"][key]} for key in asked],
        asked,
    )


def across(questions: Collection, passages: Collection) -> Collection:
    """The questions of one translation, the passages and judgments of the other."""
    at = {question: i for i, question in enumerate(passages.question_ids)}
    shared = [(i, at[question]) for i, question in enumerate(questions.question_ids) if question in at]
    return Collection(
        passages.passages,
        [questions.questions[i] for i, _ in shared],
        [passages.relevance[j] for _, j in shared],
        [questions.question_ids[i] for i, _ in shared],
    )


def development_sets(folder: Path) -> dict[str, Collection]:
    """All that choices are made on. semiconductor-zh is not among them."""
    sets = {name: read_beir(folder / name) for name in ("xquad-en", "xquad-zh", "jsquad-ja", "cranfield")}
    sets["xquad-zh-en"] = across(sets["xquad-zh"], sets["xquad-en"])
    sets["xquad-en-zh"] = across(sets["xquad-en"], sets["xquad-zh"])
    return sets


def hit_and_ndcg(scores: np.ndarray, relevance: list[dict[int, float]]) -> tuple[float, float]:
    """Mean Hit@1 and nDCG@10; scores[q, d]. To watch a training by: Hitrate's own measures are what is reported."""
    hits, gains = [], []
    for row, judged in zip(scores, relevance):
        best = np.argsort(-row, kind="stable")[:10]
        discount = 1 / np.log2(np.arange(2, 12))
        ideal = sorted(judged.values(), reverse=True)[:10]
        gained = sum(judged.get(int(document), 0) * d for document, d in zip(best, discount))
        hits.append(int(best[0]) in judged)
        gains.append(gained / sum(g * d for g, d in zip(ideal, discount)))
    return float(np.mean(hits)), float(np.mean(gains))
