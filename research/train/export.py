"""Files of a model as transformers and transformers.js load them."""

import json
import shutil
from pathlib import Path

import onnx
import torch
from torch import nn

SPECIAL = {"pad_token": "[PAD]", "unk_token": "[UNK]", "cls_token": "[CLS]", "sep_token": "[SEP]", "mask_token": "[MASK]"}


def write_json(path: Path, value: dict) -> None:
    path.write_text(json.dumps(value, indent=2) + "\n", encoding="utf-8")


def write_model_folder(folder: Path, tokenizer: Path, max_tokens: int, config: dict) -> None:
    (folder / "onnx").mkdir(parents=True, exist_ok=True)
    shutil.copyfile(tokenizer, folder / "tokenizer.json")
    write_json(folder / "config.json", config)
    write_json(folder / "special_tokens_map.json", SPECIAL)
    # BertTokenizer: the class that makes token_type_ids.
    write_json(folder / "tokenizer_config.json", {**SPECIAL, "tokenizer_class": "BertTokenizer", "model_max_length": max_tokens,
                                                  "do_lower_case": True, "clean_up_tokenization_spaces": False})


def save_onnx(graph: nn.Module, example: tuple, path: Path, inputs: list[str], output: str, axes: dict) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    graph.eval()
    # dynamo=False: the newer exporter writes operators that ONNX Runtime for the web has no kernels for.
    torch.onnx.export(graph, example, str(path), input_names=inputs, output_names=[output], dynamic_axes=axes,
                      opset_version=17, dynamo=False)
    model = onnx.load(path)
    onnx.checker.check_model(model)
    print(f"{path} {path.stat().st_size:,} bytes, {len(model.graph.node)} nodes")
