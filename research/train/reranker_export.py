"""Writes the reranker as ONNX: fp32 (WORK/reranker/model.onnx) and with its table in eight bits, one step a row
(onnx/model_quantized.onnx).

Usage: python reranker_export.py WORK TARGET

The table holds nine tenths of the weights. Matrix products stay fp32: `onnxruntime.quantization.quantize_dynamic` would
give the activations of a batch one scale, and a pair's score would depend on the pairs that are scored with it.
"""

import sys
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from export import save_onnx, write_model_folder
from reranker_model import QUESTION_TOKENS, Reranker

MAX_TOKENS = 512
# Of [PAD], [CLS], [SEP] and [MASK]; the unknown token is read as a token.
SPECIAL_TOKENS = (0, 2, 3, 4)
# [CLS] stands before the question.
BEFORE = 1


class QuantisedTable(nn.Module):
    """Vectors of rows from a table of int8, with one step a row."""

    def __init__(self, table: torch.Tensor):
        super().__init__()
        step = (table.abs().amax(1, keepdim=True) / 127).clamp(min=1e-9)
        self.register_buffer("levels", torch.round(table / step).to(torch.int8))
        self.register_buffer("step", step)

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        return F.embedding(rows, self.levels).float() * F.embedding(rows, self.step)


class RerankerGraph(nn.Module):
    """input_ids, attention_mask, token_type_ids → logits [B, 1]"""

    def __init__(self, model: Reranker, rows: np.ndarray, quantised: bool):
        super().__init__()
        self.model = model
        self.register_buffer("rows", torch.from_numpy(rows.astype(np.int32)))
        self.vectors = QuantisedTable(model.table.detach()) if quantised else None

    def forward(self, input_ids, attention_mask, token_type_ids):
        model = self.model
        read = attention_mask > 0
        for special in SPECIAL_TOKENS:
            read = read & (input_ids != special)
        rows, read = F.embedding(input_ids, self.rows[:, None])[..., 0].long(), read.float()
        type_ = token_type_ids.float()
        vectors = self.vectors(rows) if self.vectors is not None else None
        sides = model.sides[0] * (1 - type_)[..., None] + model.sides[1] * type_[..., None]
        # Both at once: a layer sees one neighbour, and between the two texts is a token that is always 0.
        both = model.read(rows, read, sides, vectors)
        question = both.only(1 - type_).first(QUESTION_TOKENS + BEFORE)
        return model.score(question, both.only(type_))[:, None]


def main() -> None:
    work, target = map(Path, sys.argv[1:])
    rows = np.load(work / "rows.npy")
    state = torch.load(work / "reranker.pt")
    model = Reranker(*state["table"].shape)
    model.load_state_dict(state)
    model.eval()
    write_model_folder(target, work / "tokenizer.json", MAX_TOKENS, {
        "model_type": "bert", "architectures": ["BertForSequenceClassification"], "hidden_size": model.dimensions,
        "vocab_size": len(rows), "max_position_embeddings": MAX_TOKENS, "num_hidden_layers": 2, "num_attention_heads": 1,
        "intermediate_size": model.dimensions, "type_vocab_size": 2, "pad_token_id": 0, "num_labels": 1,
        "id2label": {"0": "LABEL_0"}, "label2id": {"LABEL_0": 0},
    })
    example = torch.randint(5, len(rows), (2, 200))
    types = torch.zeros_like(example)
    types[:, 20:] = 1
    names = ["input_ids", "attention_mask", "token_type_ids"]
    axes = {name: {0: "batch", 1: "tokens"} for name in names} | {"logits": {0: "batch"}}
    for quantised, path in ((False, work / "reranker/model.onnx"), (True, target / "onnx/model_quantized.onnx")):
        save_onnx(RerankerGraph(model, rows, quantised).eval(), (example, torch.ones_like(example), types), path, names, "logits", axes)


if __name__ == "__main__":
    main()
