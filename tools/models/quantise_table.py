"""Quantises the token table of an ONNX model to int8, one scale a row; everything else stays fp32.

Usage: python quantise_table.py model.onnx model_quantized.onnx [initializer]

`onnxruntime.quantization.quantize_dynamic` would also quantise the activations of every MatMul, with a scale taken over
the whole batch: the score of a pair then depends on which other pairs are scored with it, and a cached score is not the
score that another batch would give. The table holds 95 % of the bundled reranker's weights, so little is lost in size.
"""

import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper


def quantise(model: onnx.ModelProto, name: str) -> None:
    graph = model.graph
    table = next(each for each in graph.initializer if each.name == name)
    weights = numpy_helper.to_array(table)
    scale = np.abs(weights).max(axis=1, keepdims=True) / 127
    scale[scale == 0] = 1
    rows = np.round(weights / scale).astype(np.int8)
    graph.initializer.remove(table)
    graph.initializer.append(numpy_helper.from_array(rows, f"{name}_int8"))
    graph.initializer.append(numpy_helper.from_array(scale.astype(np.float32), f"{name}_scale"))
    for node in [each for each in graph.node if name in each.input]:
        assert node.op_type == "Gather" and node.input[0] == name, node
        at = list(graph.node).index(node)
        out = node.output[0]
        graph.node.remove(node)
        new = [
            helper.make_node("Gather", [f"{name}_int8", node.input[1]], [f"{out}_int8"]),
            helper.make_node("Cast", [f"{out}_int8"], [f"{out}_float"], to=TensorProto.FLOAT),
            helper.make_node("Gather", [f"{name}_scale", node.input[1]], [f"{out}_scale"]),
            helper.make_node("Mul", [f"{out}_float", f"{out}_scale"], [out]),
        ]
        for offset, each in enumerate(new):
            graph.node.insert(at + offset, each)


def main() -> None:
    source, target, *names = sys.argv[1:]
    model = onnx.load(source)
    largest = max(model.graph.initializer, key=lambda each: np.prod(each.dims)).name
    quantise(model, names[0] if names else largest)
    onnx.checker.check_model(model)
    onnx.save(model, target)


if __name__ == "__main__":
    main()
