"""Writes the embedding model as ONNX: fp32 (WORK/embedding/model.onnx) and with its table in four bits
(onnx/model_quantized.onnx). The graph makes the bags of `features.py` by itself, from token ids.

Usage: python embedding_export.py WORK TARGET
"""

import sys
from pathlib import Path

import numpy as np
import torch
from torch import nn

from corpus import Corpus
from embedding_model import LEVELS, quantise
from export import save_onnx, write_model_folder
from features import CHARACTER, FACTORS, PIECE, PRIME, WORD

# A bag has no positions: the limit is what counting (tokens squared) costs.
MAX_TOKENS = 1_024
SPECIAL_TOKENS = (0, 2, 3, 4)


class EmbeddingGraph(nn.Module):
    """input_ids, attention_mask → sentence_embedding.

    A feature that occurs c times is there c times, each with the weight c^(sublinearity − 1).
    """

    def __init__(self, state: dict[str, torch.Tensor], rows: np.ndarray, kinds: np.ndarray, packed: bool):
        super().__init__()
        table = state["table"]
        levels, step = quantise(table)
        self.tokens, self.buckets = len(kinds), len(table) - len(kinds)
        self.packed = packed
        self.exponent = float(state["sublinearity"]) - 1
        # int32: Gather of int64 is no faster, and int16 has no kernel for Equal.
        self.register_buffer("rows", torch.from_numpy(rows.astype(np.int32)))
        self.register_buffer("kinds", torch.from_numpy(kinds.astype(np.uint8)))
        weights = state["weights"].exp()
        if packed:
            half = table.shape[1] // 2
            self.register_buffer("table", (levels[:, :half] * LEVELS + levels[:, half:]).to(torch.uint8))
            self.register_buffer("weights", step[:, 0] * weights)
        else:
            self.register_buffer("table", (levels - (LEVELS - 1) / 2) * step)
            self.register_buffer("weights", weights)

    def forward(self, input_ids: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
        features, weights = self.features(input_ids, attention_mask)
        summed = self.weighted_sum(features, weights.unsqueeze(1))
        return summed / torch.sqrt((summed * summed).sum(-1, keepdim=True) + 1e-20)

    def features(self, input_ids: torch.Tensor, attention_mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Rows of the table and their weights: first one a token, then one for each token but the last and the next."""
        rows = self.rows[input_ids].long()
        read = attention_mask > 0
        for special in SPECIAL_TOKENS:
            read = read & (input_ids != special)
        kinds = self.kinds[rows].int() * read.int()
        first, second = kinds[:, :-1], kinds[:, 1:]
        characters = (first == CHARACTER) & (second == CHARACTER)
        pieces = ((first == WORD) | (first == PIECE)) & (second == PIECE)
        bigrams = (rows[:, :-1] * FACTORS[0] + rows[:, 1:] * FACTORS[1]) % PRIME % self.buckets + self.tokens
        weights = torch.cat([self.weigh(rows, read), self.weigh(bigrams, characters | pieces)], 1)
        return torch.cat([rows, bigrams], 1), weights

    def weigh(self, features: torch.Tensor, present: torch.Tensor) -> torch.Tensor:
        same = (features.unsqueeze(2) == features.unsqueeze(1)) & present.unsqueeze(1)
        counts = same.float().sum(-1).clamp(min=1)
        return self.weights[features] * counts**self.exponent * present.float()

    def weighted_sum(self, features: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
        vectors = self.table[features].float()
        if not self.packed:
            return torch.matmul(weights, vectors).squeeze(1)
        high = torch.floor(vectors * (1 / LEVELS))
        low = vectors - high * LEVELS
        halves = torch.cat([torch.matmul(weights, high), torch.matmul(weights, low)], 2)
        return (halves - weights.sum(-1, keepdim=True) * ((LEVELS - 1) / 2)).squeeze(1)


def main() -> None:
    work, target = map(Path, sys.argv[1:])
    state = torch.load(work / "embedding.pt")
    kinds, rows = Corpus.load(work / "corpus.npz").kinds, np.load(work / "rows.npy")
    dimensions = state["table"].shape[1]
    write_model_folder(target, work / "tokenizer.json", MAX_TOKENS, {
        "model_type": "bert", "architectures": ["BertModel"], "hidden_size": dimensions, "vocab_size": len(rows),
        "max_position_embeddings": MAX_TOKENS, "num_hidden_layers": 0, "num_attention_heads": 1,
        "intermediate_size": dimensions, "type_vocab_size": 2, "pad_token_id": 0,
    })
    example = torch.randint(5, len(rows), (2, 7))
    shape = {0: "batch", 1: "tokens"}
    for packed, path in ((False, work / "embedding/model.onnx"), (True, target / "onnx/model_quantized.onnx")):
        graph = EmbeddingGraph(state, rows, kinds, packed)
        save_onnx(graph, (example, torch.ones_like(example)), path, ["input_ids", "attention_mask"],
                  "sentence_embedding", {"input_ids": shape, "attention_mask": shape, "sentence_embedding": {0: "batch"}})


if __name__ == "__main__":
    main()
