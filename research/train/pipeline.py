"""The pipeline as it is shipped, in Python, for choosing its defaults: BM25+, cosine, min-max sum, reranking in windows,
interpolation. What is reported is measured in the app."""

import collections
import re

import numpy as np
import torch

from reranker_model import QUESTION_TOKENS, Reranker
from text import CJK, normalise

DEPTH, CANDIDATES = 100, 20
K1, B, DELTA = 1.2, 0.7, 0.5
RUN = re.compile(rf"([{CJK}]+)|([^\W_{CJK}]+)")
# Of a pair of 512: [CLS], question, [SEP], passage, [SEP].
PAIR_TOKENS = 512


def lexical_terms(text: str) -> list[str]:
    """Words, and bigrams of Chinese and Japanese."""
    terms = []
    for characters, word in RUN.findall(normalise(text)):
        if len(characters) > 1:
            terms += [characters[i : i + 2] for i in range(len(characters) - 1)]
        elif characters:
            terms.append(characters)
        else:
            terms.append(word)
    return terms


def bm25_scores(questions: list[str], passages: list[str]) -> np.ndarray:
    """BM25+ [questions, passages], as MiniSearch computes it."""
    postings: dict[str, list[tuple[int, int]]] = collections.defaultdict(list)
    lengths = np.zeros(len(passages))
    for i, passage in enumerate(passages):
        counts = collections.Counter(lexical_terms(passage))
        lengths[i] = len(counts)  # MiniSearch's length of a field is its number of distinct terms
        for term, count in counts.items():
            postings[term].append((i, count))
    relative = lengths / lengths.mean()
    scores = np.zeros((len(questions), len(passages)))
    for q, question in enumerate(questions):
        for term in set(lexical_terms(question)):
            if term in postings:
                at, tf = np.array(postings[term]).T
                idf = np.log(1 + (len(passages) - len(at) + 0.5) / (len(at) + 0.5))
                scores[q, at] += idf * (DELTA + tf * (K1 + 1) / (tf + K1 * (1 - B + B * relative[at])))
    return scores


def minmax(scores: np.ndarray) -> np.ndarray:
    """The best DEPTH of each row from 1 to 0, the others 0. A score of exactly 0 is none: no term matched."""
    found = np.where(scores == 0, -np.inf, scores)
    depth = min(DEPTH, scores.shape[1])
    last = np.partition(found, -depth, axis=1)[:, -depth][:, None]
    least = np.where(np.isfinite(found), found, np.inf).min(1, keepdims=True)
    lowest = np.where(np.isfinite(last), last, np.where(np.isfinite(least), least, 0))
    highest = np.maximum(scores.max(1, keepdims=True), lowest)
    return np.clip((scores - lowest) / np.maximum(highest - lowest, 1e-9), 0, 1)


def windows(passage: np.ndarray, room: int) -> list[np.ndarray]:
    if len(passage) <= room:
        return [passage]
    starts = [*range(0, len(passage) - room, room // 2), len(passage) - room]
    return [passage[start : start + room] for start in starts]


def rerank(model: Reranker, questions: list[np.ndarray], passages: list[np.ndarray], candidates: np.ndarray) -> np.ndarray:
    """Logits [questions, CANDIDATES]: of a long passage the highest of its windows."""
    logits = np.zeros(candidates.shape)
    with torch.no_grad():
        for row, question, out in zip(candidates, questions, logits):
            room = PAIR_TOKENS - 3 - len(question)
            parts = [(i, window) for i, passage in enumerate(row) for window in windows(passages[passage], room)]
            longest = max(16, max(len(window) for _, window in parts))
            rows = np.zeros((len(parts), longest), dtype=np.int64)
            for to, (_, window) in zip(rows, parts):
                to[: len(window)] = window
            asked = torch.from_numpy(question[:QUESTION_TOKENS].astype(np.int64))[None]
            scores = model.score_candidates(asked, torch.from_numpy(rows))[0].numpy()
            out[:] = -np.inf
            np.maximum.at(out, [i for i, _ in parts], scores)
    return logits
