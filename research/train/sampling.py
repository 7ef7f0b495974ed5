"""Batches of pairs for contrastive training of the embedding model."""

from dataclasses import dataclass

import numpy as np

from corpus import Corpus

DICTIONARIES = ("wordnet", "wordset", "lexicon", "idiom", "short")


def source_weight(name: str, pairs: int, cross: float) -> float:
    """How often a source is drawn: human questions more than headings, dictionaries less, large ones below their size."""
    weight = pairs**0.6
    if "qa" in name:
        weight *= 3
    if "desc" in name:
        weight *= 1.5
    if any(each in name for each in DICTIONARIES):
        weight *= 0.8 if name == "cross-en-zh-wordnet" else 0.4
    if name.startswith("zh"):
        weight *= 1.3
    return weight * (cross if name.startswith("cross") else 1)


@dataclass
class Batch:
    queries: list[np.ndarray]
    passages: list[np.ndarray]
    ids: np.ndarray
    """The passage of each pair: two questions of one passage are no negatives of each other."""


class Sampler:
    def __init__(self, corpus: Corpus, seed: int, size: int = 1_024, inverse_cloze: float = 0.25, cross: float = 1.3,
                 pairs: np.ndarray | None = None):
        """@param pairs the pairs to draw from (all, unless given)"""
        self.corpus, self.size, self.inverse_cloze = corpus, size, inverse_cloze
        self.random = np.random.default_rng(seed)
        allowed = np.arange(len(corpus.passage_of)) if pairs is None else pairs
        self.members = [allowed[corpus.source_of[allowed] == i] for i in range(len(corpus.sources))]
        weights = np.array([source_weight(n, len(m), cross) if len(m) else 0 for n, m in zip(corpus.sources, self.members)])
        self.weights = weights / weights.sum()
        self.languages = np.array([name.split("-")[0] for name in corpus.sources])

    def draw(self, size: int) -> np.ndarray:
        """Pairs, half of the times of one source, else of the sources of one language."""
        source = self.random.choice(len(self.weights), p=self.weights)
        if self.random.random() < 0.5:
            return self.choose(source, size)
        sources = np.flatnonzero(self.languages == self.languages[source])
        weights = self.weights[sources] / self.weights[sources].sum()
        shares = self.random.multinomial(size, weights)
        return np.concatenate([self.choose(each, share) for each, share in zip(sources, shares) if share])

    def choose(self, source: int, size: int) -> np.ndarray:
        return self.random.choice(self.members[source], min(size, len(self.members[source])), replace=False)

    def batch(self, pairs: np.ndarray, longest: int) -> Batch:
        """@param longest tokens of a passage: of a longer one a part, half of the times not its beginning"""
        corpus, random = self.corpus, self.random
        cross = corpus.sources[corpus.source_of[pairs[0]]].startswith("cross")
        queries, passages = [], []
        for pair in pairs:
            query, passage = corpus.queries[pair], corpus.passages[corpus.passage_of[pair]]
            if not cross and len(passage) > 40 and random.random() < self.inverse_cloze:
                query, passage = self.cloze(passage)
            elif len(passage) > longest and random.random() < 0.5:
                start = random.integers(0, len(passage) - longest)
                passage = passage[start : start + longest]
            queries.append(query)
            passages.append(passage[:longest])
        return Batch(queries, passages, corpus.passage_of[pairs])

    def cloze(self, passage: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """A stretch of the passage with a quarter of its tokens dropped, and the passage, half of the times without it
        (inverse cloze task, Lee et al. 2019)."""
        length = int(self.random.integers(8, 28))
        start = int(self.random.integers(0, len(passage) - length))
        stretch = passage[start : start + length]
        query = stretch[self.random.random(length) < 0.75]
        if self.random.random() < 0.5:
            passage = np.concatenate([passage[:start], passage[start + length :]])
        return (query if len(query) else stretch), passage
