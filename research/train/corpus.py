"""The training pairs as token rows, in flat arrays: what the trainers sample from."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from features import CHARACTER, OTHER, PIECE, WORD
from pairs import Pairs
from text import CJK_CHARACTER
from tokenizer import SPECIAL

QUERY_TOKENS, PASSAGE_TOKENS = 64, 512
CHARACTERS_READ = 1_500


@dataclass
class Ragged:
    """Texts of different lengths, one after the other."""

    rows: np.ndarray
    offsets: np.ndarray

    def __getitem__(self, i: int) -> np.ndarray:
        return self.rows[self.offsets[i] : self.offsets[i + 1]]


@dataclass
class Corpus:
    queries: Ragged
    passages: Ragged
    passage_of: np.ndarray
    source_of: np.ndarray
    sources: list[str]
    kinds: np.ndarray

    def save(self, path: Path) -> None:
        np.savez(path, **{"q": self.queries.rows, "qo": self.queries.offsets, "p": self.passages.rows,
                          "po": self.passages.offsets, "passage_of": self.passage_of, "source_of": self.source_of,
                          "kinds": self.kinds, "sources": np.array(self.sources)})

    @staticmethod
    def load(path: Path) -> "Corpus":
        file = np.load(path)
        return Corpus(Ragged(file["q"], file["qo"]), Ragged(file["p"], file["po"]), file["passage_of"],
                      file["source_of"], file["sources"].tolist(), file["kinds"])


def encode(tokenizer: Tokenizer, rows: np.ndarray, texts: list[str], tokens: int) -> Ragged:
    """Rows of each text's first tokens, without special ones; a text without any has one unknown token."""
    parts: list[np.ndarray] = []
    for at in range(0, len(texts), 4_000):
        batch = [text[:CHARACTERS_READ] for text in texts[at : at + 4_000]]
        for encoding in tokenizer.encode_batch_fast(batch, add_special_tokens=False):
            parts.append(rows[np.array(encoding.ids[:tokens] or [1])].astype(np.uint16))
    return Ragged(np.concatenate(parts), np.concatenate([[0], np.cumsum([len(part) for part in parts])]))


def kinds_of(tokenizer: Tokenizer, rows: np.ndarray) -> np.ndarray:
    """Whether a row is a word, a later piece of one, a character of Chinese or Japanese, or neither."""
    kinds = np.full(rows.max() + 1, OTHER, dtype=np.int8)
    for piece, i in tokenizer.get_vocab().items():
        if i < len(SPECIAL):
            continue
        if CJK_CHARACTER.fullmatch(piece):
            kinds[rows[i]] = CHARACTER
        elif piece.startswith("##") and piece[2:3].isalnum():
            kinds[rows[i]] = PIECE
        elif piece[0].isalnum() or piece[0] == "_":
            kinds[rows[i]] = WORD
    return kinds


def encode_pairs(pairs: Pairs, tokenizer: Tokenizer, rows: np.ndarray) -> Corpus:
    return Corpus(
        encode(tokenizer, rows, pairs.queries, QUERY_TOKENS),
        encode(tokenizer, rows, pairs.passages, PASSAGE_TOKENS),
        np.array(pairs.passage_of),
        np.array(pairs.source_of),
        pairs.sources,
        kinds_of(tokenizer, rows),
    )
