"""Passages that are easily taken for the answer: the reranker's negatives.

For every pair of every second passage, the best wrong passages by BM25 and by a small embedding model that was trained
on the *other* passages: to one that had seen these, negatives would look easier than they are. Questions are those of the
pairs, and pseudo-questions: a sentence of the passage, cut, with pieces dropped and a question word put in.

Usage: python mine.py WORK   (reads corpus.npz and half.pt, writes candidates.npz)
"""

import sys
import time
from pathlib import Path

import numpy as np
import torch
from scipy import sparse
from tokenizers import Tokenizer

from corpus import Corpus
from embedding_model import BagEmbedding
from features import PIECE, WORD, bags, bigram_mask

EACH = 8
CHUNK = 6_000
TERMS = 1 << 21
LEFT_OUT = ("ja-jglue-short", "cross-en-ja-kyoto-lexicon")
DICTIONARIES = ("en-wordnet", "en-wordset", "zh-idioms")
QUESTION_WORDS = {
    "en": "what,who,when,where,which,how many,how,why,what is,what kind of,what year,whose,?".split(","),
    "zh": "什么,谁,何时,哪里,哪个,多少,如何,为什么,怎么样,哪一年,哪些,是什么,吗".split(","),
    "ja": "何,誰,いつ,どこ,どの,いくつ,なぜ,どのように,何年,どんな,何という,いくら,ですか".split(","),
}
SENTENCE_ENDS = "。.!?;；！？"


def cap(source: str) -> int:
    """Questions taken of a source."""
    if "qa" in source or "desc" in source or "exam" in source:
        return 40_000
    if source in DICTIONARIES:
        return 3_000
    return 6_000 if source.startswith("cross") else 9_000


def terms(rows: np.ndarray, kinds: np.ndarray) -> np.ndarray:
    """Words' pieces and bigrams, hashed."""
    rows = rows.astype(np.int64)
    kind = kinds[rows]
    words = rows[(kind == WORD) | (kind == PIECE)]
    bigrams = (rows[:-1] * 31_337 + rows[1:] * 7_919 + 11)[bigram_mask(kind)]
    return np.concatenate([words, bigrams]) % TERMS


def term_matrix(texts: list[np.ndarray], kinds: np.ndarray) -> sparse.csr_matrix:
    every = [terms(text, kinds) for text in texts]
    text_of = np.repeat(np.arange(len(texts)), [len(each) for each in every])
    columns = np.concatenate(every)
    return sparse.csr_matrix((np.ones(len(columns), np.float32), (text_of, columns)), shape=(len(texts), TERMS))


def bm25_matrix(passages: list[np.ndarray], kinds: np.ndarray, k1: float = 1.2, b: float = 0.75) -> sparse.csr_matrix:
    """Weights of terms by passages."""
    matrix = term_matrix(passages, kinds)
    frequency = np.bincount(matrix.indices, minlength=TERMS)
    idf = np.log(1 + (len(passages) - frequency + 0.5) / (frequency + 0.5)).astype(np.float32)
    lengths = np.asarray(matrix.sum(1)).ravel()
    of_row = np.repeat(lengths, np.diff(matrix.indptr)) / max(1, lengths.mean())
    matrix.data = idf[matrix.indices] * matrix.data * (k1 + 1) / (matrix.data + k1 * (1 - b + b * of_row))
    return matrix.T.tocsr()


def best(scores: np.ndarray, count: int) -> np.ndarray:
    some = np.argpartition(-scores, count - 1, axis=1)[:, :count]
    order = np.argsort(-np.take_along_axis(scores, some, 1), axis=1)
    return np.take_along_axis(some, order, 1)


class Miner:
    def __init__(self, work: Path, seed: int = 0):
        self.corpus = Corpus.load(work / "corpus.npz")
        state = torch.load(work / "half.pt")
        self.model = BagEmbedding(torch.ones(len(state["table"])), state["table"].shape[1], len(self.corpus.kinds))
        self.model.load_state_dict(state)
        self.buckets = len(state["table"]) - len(self.corpus.kinds)
        self.random = np.random.default_rng(seed)
        tokenizer, rows = Tokenizer.from_file(str(work / "tokenizer.json")), np.load(work / "rows.npy")
        self.question_words = {
            language: [rows[tokenizer.encode(word, add_special_tokens=False).ids].astype(np.uint16) for word in words]
            for language, words in QUESTION_WORDS.items()
        }
        self.ends_sentence = np.zeros(len(self.corpus.kinds), dtype=bool)
        for end in SENTENCE_ENDS:
            self.ends_sentence[rows[tokenizer.encode(end, add_special_tokens=False).ids]] = True

    def embed(self, texts: list[np.ndarray]) -> np.ndarray:
        with torch.no_grad():
            parts = [self.model(bags(texts[at : at + 1_000], self.corpus.kinds, self.buckets)) for at in range(0, len(texts), 1_000)]
        return torch.cat(parts).numpy()

    def wrong(self, queries: list[np.ndarray], answers: np.ndarray, passages: list[np.ndarray], lexical: bool) -> np.ndarray:
        """2 · EACH wrong passages of each query: half by BM25 where the language is the same, the others by cosine."""
        kinds = self.corpus.kinds
        vectors, asked = self.embed(passages), self.embed(queries)
        weights = bm25_matrix(passages, kinds) if lexical else None
        found = []
        for at in range(0, len(queries), 1_000):
            answer = answers[at : at + 1_000]
            every = np.arange(len(answer))
            cosine = asked[at : at + 1_000] @ vectors.T
            cosine[every, answer] = -9
            lists = [best(cosine, min(EACH if lexical else 2 * EACH, len(passages) - 1))]
            if weights is not None:
                scores = np.asarray((term_matrix(queries[at : at + 1_000], kinds) @ weights).todense())
                scores += self.random.random(scores.shape, dtype=np.float32) * 1e-3  # ties in random order
                scores[every, answer] = -1
                lists.append(best(scores, min(EACH, len(passages) - 1)))
            joined = np.concatenate(lists, 1)
            found.append(np.resize(joined.T, (2 * EACH, len(answer))).T)  # repeated where the source is tiny
        return np.concatenate(found)

    def pseudo_question(self, passage: np.ndarray, language: str) -> np.ndarray | None:
        random, words = self.random, self.question_words[language]
        ends = np.concatenate([[-1], np.flatnonzero(self.ends_sentence[passage]), [len(passage)]])
        sentences = [(a + 1, b) for a, b in zip(ends[:-1], ends[1:]) if b - a > 10]
        if len(passage) < 40 or not sentences:
            return None
        start, end = sentences[random.integers(len(sentences))]
        sentence = passage[start:end]
        longest = int(random.integers(8, 26) if language == "en" else random.integers(14, 40))
        if len(sentence) > longest:
            start = int(random.integers(0, len(sentence) - longest))
            sentence = sentence[start : start + longest]
        parts, at, asked, dropped = [], 0, False, random.uniform(0.1, 0.5)
        while at < len(sentence):
            length = int(random.integers(1, 4 if language == "en" else 6))
            if random.random() >= dropped:
                parts.append(sentence[at : at + length])
            elif not asked and random.random() < 0.7:
                parts.append(words[random.integers(len(words))])
                asked = True
            at += length
        if not parts:
            return None
        if random.random() < 0.25:
            parts = [parts[i] for i in random.permutation(len(parts))]
        elif language == "en" and random.random() < 0.4:
            parts = [words[random.integers(len(words))], *parts]
        return np.concatenate(parts)[:60]

    def of_source(self, source: int) -> list[tuple[np.ndarray, int, np.ndarray, int]]:
        """(query, its passage, wrong passages, 1 for a pseudo-question)"""
        corpus, name = self.corpus, self.corpus.sources[source]
        pairs = np.flatnonzero((corpus.source_of == source) & (corpus.passage_of % 2 == 1))
        passages_left = self.random.permutation(np.unique(corpus.passage_of[pairs]))
        across, real = name.startswith("cross"), 0
        found = []
        for at in range(0, len(passages_left), CHUNK):
            chunk = passages_left[at : at + CHUNK]
            if real >= cap(name) or (at > 0 and len(chunk) < 300):
                break
            place = {passage: i for i, passage in enumerate(chunk)}
            passages = [corpus.passages[i] for i in chunk]
            chosen = [i for i in pairs if corpus.passage_of[i] in place][: cap(name) - real]
            queries = [corpus.queries[i] for i in chosen]
            answers = [place[corpus.passage_of[i]] for i in chosen]
            real += len(chosen)
            if not across and name not in DICTIONARIES:
                share = 0.3 if cap(name) == 40_000 else 0.8
                for i in self.random.permutation(len(chunk))[: max(600, int(min(len(chunk), cap(name)) * share))]:
                    question = self.pseudo_question(passages[i], name[:2])
                    if question is not None:
                        queries.append(question)
                        answers.append(int(i))
            wrong = self.wrong(queries, np.array(answers), passages, not across)
            found += [(q, chunk[a], chunk[w], int(i >= len(chosen))) for i, (q, a, w) in enumerate(zip(queries, answers, wrong))]
        return found


def main() -> None:
    work = Path(sys.argv[1])
    miner, began = Miner(work), time.time()
    rows, source_of = [], []
    for source, name in enumerate(miner.corpus.sources):
        if name in LEFT_OUT:
            continue
        found = miner.of_source(source)
        rows += found
        source_of += [source] * len(found)
        print(f"{name} {len(found)} ({time.time() - began:.0f} s)", flush=True)
    queries, positives, negatives, pseudo = zip(*rows)
    np.savez(work / "candidates.npz", queries=np.concatenate(queries),
             offsets=np.concatenate([[0], np.cumsum([len(query) for query in queries])]),
             positives=np.array(positives), negatives=np.array(negatives), source_of=np.array(source_of), pseudo=np.array(pseudo))


if __name__ == "__main__":
    main()
