"""What a reranker is given: for every pair of every second passage the first passages of an ensemble.

As the shipped pipeline, within parts of a source as large as small collections: half BM25, half the cosine of a small
embedding model, each min-max normalised. That model was trained on the *other* passages: to one that had seen these, the
right ones would look easier than they are. Wrong passages that are the best of one retriever alone teach that its score is
a bad sign, so candidates are those of the ensemble, and pairs whose passage it does not find are left out. To each part
come passages of other languages, or for pairs across languages of both: a passage is not right for its language. Questions
are those of the pairs, and pseudo-questions: a sentence of the passage, cut, with pieces dropped and a question word put in.

Usage: python mine.py WORK   (reads corpus.npz and half.pt, writes candidates.npz)
"""

import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy import sparse
from tokenizers import Tokenizer

from corpus import Corpus
from embedding_model import embed, load_embedding
from features import PIECE, WORD, bigram_mask
from pipeline import CANDIDATES, minmax

# A pair is kept where its passage is among so many of the ensemble.
FOUND = 50
# Passages of a part: from the first to the second number, evenly on a logarithmic scale.
PART = (400, 4_000)
# Passages of other sources, as a share of a part; none of a domain that has the same texts in several languages.
STRANGERS = 1 / 3
PARALLEL = ("techdocs", "kyotowiki", "wordnet")
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


@dataclass
class Found:
    """A question, its passage, how many the ensemble places before it, and the wrong ones that it places first."""

    query: np.ndarray
    passage: int
    before: int
    wrong: np.ndarray
    pseudo: bool


class Miner:
    def __init__(self, work: Path, seed: int = 0):
        self.corpus = Corpus.load(work / "corpus.npz")
        self.model = load_embedding(work / "half.pt", len(self.corpus.kinds))
        self.random = np.random.default_rng(seed)
        tokenizer, rows = Tokenizer.from_file(str(work / "tokenizer.json")), np.load(work / "rows.npy")
        self.question_words = {
            language: [rows[tokenizer.encode(word, add_special_tokens=False).ids].astype(np.uint16) for word in words]
            for language, words in QUESTION_WORDS.items()
        }
        self.ends_sentence = np.zeros(len(self.corpus.kinds), dtype=bool)
        for end in SENTENCE_ENDS:
            self.ends_sentence[rows[tokenizer.encode(end, add_special_tokens=False).ids]] = True

    def candidates(self, queries: list[np.ndarray], answers: np.ndarray, passages: list[np.ndarray]):
        """For each query: how many the ensemble places before its passage, and CANDIDATES wrong ones."""
        kinds, every = self.corpus.kinds, np.arange(len(passages))
        vectors, asked = embed(self.model, passages, kinds), embed(self.model, queries, kinds)
        weights = bm25_matrix(passages, kinds)
        for at in range(0, len(queries), 500):
            lexical = np.asarray((term_matrix(queries[at : at + 500], kinds) @ weights).todense())
            scores = (minmax(lexical) + minmax(asked[at : at + 500] @ vectors.T)) / 2
            for row, answer in zip(scores, answers[at : at + 500]):
                order = np.lexsort((self.random.random(len(every)), -row))[: CANDIDATES + 1]
                yield (row > row[answer]).sum(), order[order != answer][:CANDIDATES]

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

    def pairs_of(self, source: int) -> np.ndarray:
        """Those whose passage the embedding model has not seen."""
        return np.flatnonzero((self.corpus.source_of == source) & (self.corpus.passage_of % 2 == 1))

    def strangers(self, name: str, number: int) -> np.ndarray:
        """Passages of other languages; for a source across languages, passages of both."""
        corpus = self.corpus
        across = name.startswith("cross")
        mine = name.split("-")[1:3] if across else name.split("-")[:1]
        sources = [i for i, other in enumerate(corpus.sources)
                   if not other.startswith("cross") and other not in LEFT_OUT and (other[:2] in mine) == across
                   and not any(domain in name and domain in other for domain in PARALLEL)]
        # Each source as often as another: the large ones would be all.
        shares = self.random.multinomial(number, np.full(len(sources), 1 / len(sources)))
        pairs = [self.random.choice(self.pairs_of(i), share) for i, share in zip(sources, shares)]
        return np.unique(corpus.passage_of[np.concatenate(pairs)])

    def of_source(self, source: int) -> list[Found]:
        corpus, name = self.corpus, self.corpus.sources[source]
        pairs = self.pairs_of(source)
        left = self.random.permutation(np.unique(corpus.passage_of[pairs]))
        real: int = 0
        found: list[Found] = []
        while len(left) > CANDIDATES and real < cap(name):
            size = int(np.exp(self.random.uniform(*np.log(PART))))
            part, left = left[:size], left[size:]
            place = {passage: i for i, passage in enumerate(part)}
            whole = np.concatenate([part, np.setdiff1d(self.strangers(name, int(len(part) * STRANGERS)), part)])
            passages = [corpus.passages[i] for i in whole]
            chosen = [i for i in pairs if corpus.passage_of[i] in place][: cap(name) - real]
            queries = [corpus.queries[i] for i in chosen]
            answers = [place[corpus.passage_of[i]] for i in chosen]
            real += len(chosen)
            if not name.startswith("cross") and name not in DICTIONARIES:
                share = 0.3 if cap(name) == 40_000 else 0.8
                for i in self.random.permutation(len(part))[: int(len(part) * share)]:
                    question = self.pseudo_question(passages[i], name[:2])
                    if question is not None:
                        queries.append(question)
                        answers.append(int(i))
            every = self.candidates(queries, np.array(answers), passages)
            found += [Found(query, whole[answer], before, whole[wrong], i >= len(chosen))
                      for i, (query, answer, (before, wrong)) in enumerate(zip(queries, answers, every))
                      if before < FOUND and len(wrong) == CANDIDATES]
        return found


def main() -> None:
    work = Path(sys.argv[1])
    miner, began = Miner(work), time.time()
    rows: list[Found] = []
    source_of: list[int] = []
    for source, name in enumerate(miner.corpus.sources):
        if name in LEFT_OUT:
            continue
        found = miner.of_source(source)
        rows += found
        source_of += [source] * len(found)
        first = np.mean([each.before == 0 for each in found])
        print(f"{name} {len(found)}, first by the ensemble {first:.3f} ({time.time() - began:.0f} s)", flush=True)
    np.savez(work / "candidates.npz", queries=np.concatenate([each.query for each in rows]),
             offsets=np.concatenate([[0], np.cumsum([len(each.query) for each in rows])]),
             positives=np.array([each.passage for each in rows]), negatives=np.array([each.wrong for each in rows]),
             source_of=np.array(source_of), pseudo=np.array([each.pseudo for each in rows]))


if __name__ == "__main__":
    main()
