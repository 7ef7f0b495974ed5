"""What the embedding model sees of a text: a bag of rows, tokens and bigrams, with their counts.

A bigram is two neighbouring characters of Chinese or Japanese, or two pieces of one word. It has a bucket by a hash: the
graph that is exported computes the same one (`embedding_export.py`).
"""

from dataclasses import dataclass

import numpy as np

OTHER, WORD, CHARACTER, PIECE = 0, 1, 2, 3
FACTORS = (40_503, 24_593)
PRIME = 65_521


@dataclass
class Bags:
    """Features of a batch, flat: bag b has rows[offsets[b]:offsets[b + 1]]."""

    rows: np.ndarray
    counts: np.ndarray
    offsets: np.ndarray


def bigram_mask(kinds: np.ndarray) -> np.ndarray:
    """Whether each row but the last makes a bigram with the next one."""
    first, second = kinds[:-1], kinds[1:]
    characters = (first == CHARACTER) & (second == CHARACTER)
    return characters | (((first == WORD) | (first == PIECE)) & (second == PIECE))


def bigram_buckets(rows: np.ndarray, buckets: int) -> np.ndarray:
    return (rows[:-1] * FACTORS[0] + rows[1:] * FACTORS[1]) % PRIME % max(1, buckets)


def bags(texts: list[np.ndarray], kinds: np.ndarray, buckets: int) -> Bags:
    """@param buckets 0 for tokens alone; @param texts rows of each text's tokens; @param kinds OTHER, WORD, CHARACTER or PIECE of each row"""
    tokens = len(kinds)
    lengths = np.array([len(text) for text in texts])
    rows = np.concatenate(texts).astype(np.int64)
    bag = np.repeat(np.arange(len(texts)), lengths)
    paired = bigram_mask(kinds[rows]) & (bag[:-1] == bag[1:]) & (buckets > 0)
    bigrams = tokens + bigram_buckets(rows, buckets)[paired]
    features = np.concatenate([bag, bag[:-1][paired]]) * (tokens + buckets) + np.concatenate([rows, bigrams])
    unique, counts = np.unique(features, return_counts=True)
    offsets = np.searchsorted(unique // (tokens + buckets), np.arange(len(texts)))
    return Bags(unique % (tokens + buckets), counts.astype(np.float32), offsets)
