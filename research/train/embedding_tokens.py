"""Writes the graph that gives a vector for each token (onnx/tokens_quantized.onnx): what late chunking pools. It is made
from the finished model and holds no weights of its own: they are read out of onnx/model_quantized.onnx, by offset, so
that model stays as it is to the last bit and is as fast.

Usage: python embedding_tokens.py MODEL
"""

import sys
from pathlib import Path

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from onnx import numpy_helper
from onnx.external_data_helper import set_external_data
from torch import nn

from embedding_export import EmbeddingGraph
from embedding_model import LEVELS, SUBLINEARITY
from export import save_onnx

WEIGHTS = "model_quantized.onnx"


class TokenGraph(EmbeddingGraph):
    """input_ids, attention_mask → token_embeddings [batch, tokens, dimensions].

    The sum over the tokens, scaled to length 1, is the sentence_embedding. A token's vector is weighted as it is in the
    whole text: the more often it occurs there, the less. Of a bigram each of its two tokens has one half. Special tokens
    have zeros.
    """

    def __init__(self, buffers: dict[str, np.ndarray]):
        nn.Module.__init__(self)
        for name, values in buffers.items():
            self.register_buffer(name, torch.from_numpy(values.copy()))
        self.tokens, self.buckets = len(self.kinds), len(self.table) - len(self.kinds)
        self.exponent = float(torch.tensor(SUBLINEARITY)) - 1

    def forward(self, input_ids: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
        features, weights = self.features(input_ids, attention_mask)
        packed = self.table[features].float()
        high = torch.floor(packed * (1 / LEVELS))
        levels = torch.cat([high, packed - high * LEVELS], 2)
        vectors = (levels - (LEVELS - 1) / 2) * weights.unsqueeze(2)
        length = input_ids.shape[1]
        halves = vectors[:, length:] * 0.5
        return vectors[:, :length] + F.pad(halves, (0, 0, 0, 1)) + F.pad(halves, (0, 0, 1, 0))


def main() -> None:
    folder = Path(sys.argv[1]) / "onnx"
    source = {each.name: each for each in onnx.load(folder / WEIGHTS).graph.initializer}
    names = ("rows", "kinds", "table", "weights")
    graph = TokenGraph({name: numpy_helper.to_array(source[name]) for name in names})
    target = folder / "tokens_quantized.onnx"
    shape = {0: "batch", 1: "tokens"}
    example = torch.randint(5, len(graph.rows), (2, 7))
    save_onnx(graph, (example, torch.ones_like(example)), target, ["input_ids", "attention_mask"], "token_embeddings",
              {"input_ids": shape, "attention_mask": shape, "token_embeddings": shape})

    model = onnx.load(target)
    stored = (folder / WEIGHTS).read_bytes()
    for tensor in model.graph.initializer:
        if tensor.name not in names:
            continue
        raw = source[tensor.name].raw_data
        if tensor.raw_data != raw or stored.count(raw) != 1:
            raise ValueError(f"{tensor.name} does not stand in {WEIGHTS} as it is")
        set_external_data(tensor, WEIGHTS, offset=stored.index(raw), length=len(raw))
        tensor.ClearField("raw_data")
    onnx.save(model, target)
    onnx.checker.check_model(str(target))
    print(f"{target} {target.stat().st_size:,} bytes without weights")


if __name__ == "__main__":
    main()
