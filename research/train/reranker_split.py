"""Writes the two graphs by which the reranker reads each text once: onnx/read_quantized.onnx, from tokens to what the
network keeps of a text, and onnx/match_quantized.onnx, from a question and passages that were read to their logits.
They are `Reranker.read` and `Reranker.score` of `reranker_model.py` over the finished model, and hold no weights of their
own: those are read out of onnx/model_quantized.onnx, by offset, so that model stays as it is to the last bit.

Usage: python reranker_split.py MODEL

Logits are those of the whole graph for a pair alone, within the rounding of fp32. Windows of a passage begin where its
row begins, so the passage keeps its place in the row: `match` takes it behind as many empty tokens. What differs from
`score` is the order of the work: the windows of 12, 32 and 96 tokens are
maxima of the same blocks, and a question has as many rows as it has tokens.
"""

import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnx.external_data_helper import set_external_data

WEIGHTS = "model_quantized.onnx"
SPECIAL_TOKENS = (0, 2, 3, 4)
CENTRES = (1.0, 0.85, 0.65, 0.45, 0.25, 0.05)
WIDTHS = (0.08, 0.1, 0.1, 0.1, 0.1, 0.1)
STRETCH, STEP = 24, 8
ORDINARY = 200
# Tables of so many bytes are read out of the whole graph; what is smaller is copied.
SHARED_BYTES = 1_024


class Weights:
    """Initialisers of the whole graph, by what they are."""

    def __init__(self, graph: onnx.GraphProto):
        self.all = {each.name: each for each in graph.initializer}
        inputs = {name: node for node in graph.node for name in [node.name] if name}
        self.names = {
            "rows": inputs["/Gather"].input[0],
            "levels": "vectors.levels",
            "step": "vectors.step",
            "weights": "model.weights",
            "enter": inputs["/enter/MatMul"].input[1],
            "project": "onnx::MatMul_1224",
            "term": inputs["/term_weight/term_weight.0/MatMul"].input[1],
            "term out": inputs["/term_weight/term_weight.2/MatMul"].input[1],
            "score": inputs["/token_score/token_score.0/MatMul"].input[1],
            "score out": inputs["/token_score/token_score.2/MatMul"].input[1],
            "told": inputs["/told/MatMul"].input[1],
            "question side": inputs["/Mul"].input[0],
            "passage side": inputs["/Mul_1"].input[0],
        }

    def tensor(self, name: str) -> onnx.TensorProto:
        return self.all[self.names.get(name, name)]


class Builder:
    """Nodes one after the other, each named by its output."""

    def __init__(self, weights: Weights):
        self.weights, self.nodes, self.initialisers, self.constants = weights, [], {}, {}

    def __call__(self, kind: str, *inputs, **attributes) -> str:
        output = f"{kind.lower()}_{len(self.nodes)}"
        names = [each if isinstance(each, str) else self.constant(each) for each in inputs]
        self.nodes.append(helper.make_node(kind, names, [output], name=output, **attributes))
        return output

    def name(self, value: str, output: str) -> None:
        self.nodes.append(helper.make_node("Identity", [value], [output], name=f"give_{output}"))

    def constant(self, value) -> str:
        """@param value float, int or list of ints, each with the type that graphs take for it"""
        array = value if isinstance(value, np.ndarray) else np.array(value, np.float32 if isinstance(value, float) else np.int64)
        key = (str(array.dtype), array.shape, array.tobytes())
        if key not in self.constants:
            self.constants[key] = f"constant_{len(self.constants)}"
            self.initialisers[self.constants[key]] = numpy_helper.from_array(array, self.constants[key])
        return self.constants[key]

    def weight(self, name: str) -> str:
        tensor = self.weights.tensor(name)
        self.initialisers[tensor.name] = tensor
        return tensor.name

    def unsqueeze(self, value: str, *axes: int) -> str:
        return self("Unsqueeze", value, list(axes))

    def total(self, value: str, axis: int, keep: int = 0) -> str:
        return self("ReduceSum", value, [axis], keepdims=keep)

    def unit(self, value: str, axis: int = -1, epsilon: float = 1e-6) -> str:
        squares = self.total(self("Mul", value, value), axis, 1)
        return self("Div", value, self("Sqrt", self("Add", squares, epsilon)))

    def gelu(self, value: str) -> str:
        # As torch exports it, which ONNX Runtime knows as one node.
        erf = self("Erf", self("Div", value, float(np.sqrt(np.float32(2)))))
        return self("Mul", self("Mul", value, self("Add", erf, 1.0)), 0.5)

    def linear(self, value: str, weight: str, bias: str) -> str:
        return self("Add", self("MatMul", value, self.weight(weight)), self.weight(bias))

    def levels(self, rows: str) -> tuple[str, str]:
        """Levels of the table as numbers [.., n, 256], and the step of each row [.., n, 1]: a vector is their product."""
        levels = self("Cast", self("Gather", self.weight("levels"), rows), to=TensorProto.FLOAT)
        return levels, self("Gather", self.weight("step"), rows)

    def inverse_length(self, levels: str, step: str) -> str:
        """Of each vector [.., n, 1]."""
        squares = self("Mul", self.total(self("Mul", levels, levels), -1, 1), self("Mul", step, step))
        return self("Div", 1.0, self("Sqrt", self("Add", squares, 1e-6)))

    def shares(self, rows: str, mask: str) -> tuple[str, str]:
        """Term weights [.., n, 1] and weights in the sum of all vectors [.., n, 1]; mask as wide."""
        weights = self("Split", self("Gather", self.weight("weights"), rows), [1, 1], axis=2)
        self.nodes[-1].output.append(f"{weights}_1")
        return self("Mul", weights, mask), self("Mul", self("Exp", f"{weights}_1"), mask)

    def mean(self, levels: str, step: str, shares: str) -> str:
        """Weighted sum of vectors as a unit vector [.., 256]."""
        row = self("Transpose", self("Mul", step, shares), perm=[0, 2, 1])
        return self.unit(self("Squeeze", self("MatMul", row, levels), [1]))

    def model(self, name: str, inputs: list, outputs: list) -> onnx.ModelProto:
        graph = helper.make_graph(self.nodes, name, inputs, outputs, list(self.initialisers.values()))
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8, producer_name="hitrate")


def value(name: str, kind: int, *shape) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, kind, shape)


def read_graph(weights: Weights) -> onnx.ModelProto:
    """input_ids, token_type_ids [B, n] → rows [B, n], context [B, n, 128], near [B, 96, n], told [B, n, 64], scale [B, n],
    mean [B, 256].

    A text is a question (type 0) or a passage (type 1), without the special tokens around it: those would be zeros between
    the texts. `rows` are those of the table, as numbers, and −1 for what is not read. `near` has a column a token: so
    `match` multiplies it as it is.
    """
    g = Builder(weights)
    read = None
    for special in SPECIAL_TOKENS:
        other = g("Not", g("Equal", "input_ids", special))
        read = other if read is None else g("And", read, other)
    rows = g("Squeeze", g("Gather", g.weight("rows"), "input_ids"), [2])
    mask = g("Cast", read, to=TensorProto.FLOAT)
    wide = g.unsqueeze(mask, 2)
    g.name(g("Where", read, g("Cast", rows, to=TensorProto.FLOAT), -1.0), "rows")
    levels, step = g.levels(rows)
    kind = g.unsqueeze(g("Cast", "token_type_ids", to=TensorProto.FLOAT), 2)
    sides = g("Add", g("Mul", g.weight("question side"), g("Sub", 1.0, kind)), g("Mul", g.weight("passage side"), kind))
    entered = g("Mul", g("MatMul", levels, g.weight("enter")), step)
    x = g("Add", g("Add", entered, g.weight("model.enter.bias")), sides)

    def normed(value: str, layer: int) -> str:
        scale, bias = g.weight(f"model.norms.{layer}.weight"), g.weight(f"model.norms.{layer}.bias")
        return g("Mul", g("LayerNormalization", value, scale, bias, axis=-1, epsilon=float(np.float32(1e-5))), wide)

    x = normed(x, 0)
    for layer in (0, 1):
        # A convolution over three tokens, as one product.
        wider = g("Pad", x, [0, 1, 0, 0, 1, 0])
        three = g("Concat", *[g("Slice", wider, [from_], [to], [1]) for from_, to in ((0, -2), (1, -1), (2, 1 << 40))], axis=2)
        kernel = g("Reshape", g("Transpose", g.weight(f"model.layers.{layer}.weight"), perm=[2, 1, 0]), [-1, 128])
        y = g("Add", g("MatMul", three, kernel), g.weight(f"model.layers.{layer}.bias"))
        x = normed(g("Add", x, g.gelu(y)), layer + 1)
    g.name(x, "context")

    near = g("Mul", g.unit(g.linear(x, "project", "model.project.bias")), wide)
    g.name(g("Transpose", near, perm=[0, 2, 1]), "near")
    g.name(g("Mul", g.linear(x, "told", "model.told.bias"), wide), "told")
    scale = g("Mul", g("Mul", step, g.inverse_length(levels, step)), wide)
    g.name(g("Squeeze", scale, [2]), "scale")
    _, shares = g.shares(rows, wide)
    g.name(g.mean(levels, step, shares), "mean")

    real = TensorProto.FLOAT
    ids = [value(name, TensorProto.INT64, "texts", "tokens") for name in ("input_ids", "token_type_ids")]
    return g.model("read", ids, [
        value("rows", real, "texts", "tokens"), value("context", real, "texts", "tokens", 128),
        value("near", real, "texts", 96, "tokens"), value("told", real, "texts", "tokens", 64),
        value("scale", real, "texts", "tokens"), value("mean", real, "texts", 256),
    ])


def match_graph(weights: Weights) -> onnx.ModelProto:
    """One question and passages that were read → logits [P, 1].

    Of the question's first 48 tokens: question_rows [1, q + 4], context [1, q, 128]. Each passage stands where it stands in
    the row of the pair: passage_rows [P, n + 4], near [P, 96, n], told [P, n, 64], scale [P, n], where n is a multiple of
    8 and at least two more than the longest passage reaches, for the stretch that begins behind it. mean [P, 256]. end
    [P]: tokens of the row, its special ones included. Rows have two places more on each side; whatever is no token that
    is read has the row −1 and zeros.
    """
    g = Builder(weights)
    asked_rows, told_rows = (g("Slice", f"{text}_rows", [2], [-2], [1]) for text in ("question", "passage"))
    asked_wide, told_mask = g.unsqueeze(there(g, asked_rows), 2), there(g, told_rows)
    told_row = g.unsqueeze(told_mask, 1)
    length = g.total(told_mask, 1, 1)
    asked_rows, told_rows = (g("Max", rows, INT(0)) for rows in (asked_rows, told_rows))

    # The question: its term weights, and the vectors of its tokens. What is not read of it has no weight in any sum.
    term_weights, shares = g.shares(asked_rows, asked_wide)
    levels, step = g.levels(asked_rows)
    hidden = g.gelu(g.linear(g("Concat", "context", term_weights, axis=2), "term", "model.term_weight.0.bias"))
    term = g("Mul", g("Softplus", g.linear(hidden, "term out", "model.term_weight.2.bias")), asked_wide)
    term = g("Div", term, g("Add", g.total(term, 1, 1), 1e-6))
    term_row, term = g("Transpose", term, perm=[0, 2, 1]), g("Squeeze", term, [2])
    unit = g("Mul", levels, g("Mul", g("Mul", step, g.inverse_length(levels, step)), asked_wide))

    exact = grams(g)
    unread = g("Sub", told_row, 1.0)
    told_levels = g("Cast", g("Gather", g.weight("levels"), told_rows), to=TensorProto.FLOAT)
    raw = g("MatMul", unit, g("Transpose", told_levels, perm=[0, 2, 1]))
    raw = g("Add", g("Mul", raw, g.unsqueeze("scale", 1)), unread)
    asked = g("Mul", g.unit(g.linear("context", "project", "model.project.bias")), asked_wide)
    near = g("Add", g("MatMul", asked, "near"), unread)

    # Of each token of the question.
    counts = [g.total(each, 2) for each in exact]
    ordinary = g("Add", g("Div", g("Mul", length, 0.7), float(ORDINARY)), 0.3)
    of_token = [g("Log", g("Add", count, 1.0)) for count in counts]
    of_token += [g("Div", count, g("Add", count, ordinary)) for count in counts]
    of_token += [g("ReduceMax", each, axes=[2], keepdims=0) for each in (raw, near)]
    for centre, width in zip(CENTRES, WIDTHS):
        # exp(−(near − centre)² / 2 width²)
        sharpness = float(np.sqrt(np.float32(1) / (np.float32(2) * np.float32(width) ** 2)))
        apart = g("Mul", g("Sub", near, float(centre)), sharpness)
        kernel = g("Exp", g("Max", g("Neg", g("Mul", apart, apart)), -40.0))
        of_token.append(g("Log", g("Add", g.total(kernel, 2), 1.0)))
    of_token += [g("Min", count, 1.0) for count in counts[1:]]
    of_token.append(g("Expand", g("Squeeze", term_weights, [2]), g("Shape", counts[0])))
    stacked = g("Concat", *[g.unsqueeze(each, 2) for each in of_token], axis=2)
    hidden = g.gelu(g.linear(stacked, "score", "model.token_score.0.bias"))
    scored = g("Squeeze", g.linear(hidden, "score out", "model.token_score.2.bias"), [2])
    features = [g.total(g("Mul", scored, term), 1, 1)]

    # How much of the question stands together.
    kinds = [*exact, g("Relu", g("Sub", raw, 0.3)), g("Relu", g("Sub", near, 0.3))]
    weight = 4 * numpy_helper.to_array(weights.tensor("model.match"))
    found = 4 * (numpy_helper.to_array(weights.tensor("model.match_bias")) - np.float32(0.5))
    for each, kind in zip(weight, kinds):
        found = g("Add", g("Mul", kind, float(each)), found if isinstance(found, str) else float(found))
    found = g("Mul", g("Sigmoid", found), told_row)
    blocks, read = blocks_of(g, found), blocks_of(g, told_row)
    for size, reach in ((4, 3), (8, 4), (24, 4)):
        windows = g("MatMul", term_row, window(g, blocks[size], reach))
        empty = g("Sub", 1.0, window(g, read[size], reach))
        share = g("Softmax", g("Sub", g("Mul", windows, 12.0), g("Mul", empty, 1e4)), axis=2)
        features += [g("ReduceMax", windows, axes=[2], keepdims=0), g.total(g("Mul", share, windows), 2)]
    best = g("ReduceMax", blocks[4], axes=[2], keepdims=0)
    features.append(g.total(g("Mul", best, term), 1, 1))

    # Whether a stretch of the passage is about what is asked.
    topic = g("Squeeze", g("MatMul", term_row, "context"), [1])
    topic = g.unit(g("Gemm", topic, g.weight("model.asked.weight"), g.weight("model.asked.bias"), transB=1))
    eights = sums_of_eight(g, "told", 64)
    stretches = three_together(g, eights)
    length_of = g("Sqrt", g("Add", g.total(g("Mul", stretches, stretches), 2), STRETCH**2 * 1e-8))
    topics = g("Div", g("Squeeze", g("MatMul", stretches, g.unsqueeze(topic, 2)), [2]), length_of)
    tokens = three_together(g, sums_of_eight(g, g.unsqueeze(told_mask, 2), 1))
    short = g("Less", g("Div", g("Squeeze", tokens, [2]), float(STRETCH)), 0.2)
    is_long = g("Greater", length, float(STRETCH))
    topics = g("Sub", topics, g("Mul", g("Cast", g("And", short, is_long), to=TensorProto.FLOAT), 2.0))
    # Stretches that begin behind the row are there for the longest of the batch alone.
    starts = g("Mul", g("Range", 0, g("Gather", g("Shape", topics), 1), 1), STEP)
    beyond = g("Greater", starts, g.unsqueeze("end", 1))
    topics = g("Sub", topics, g("Mul", g("Cast", beyond, to=TensorProto.FLOAT), 1e4))
    features.append(g("ReduceMax", topics, axes=[1], keepdims=1))
    features.append(g.total(g("Mul", topic, g.unit(g.total(eights, 1))), 1, 1))
    features.append(g("Div", g("Log", g("Add", length, 1.0)), 6.0))
    features.append(g.total(g("Mul", g.mean(levels, step, shares), "mean"), 1, 1))

    every = g("Concat", *features, axis=1)

    def gemm(x: str, layer: str) -> str:
        return g("Gemm", x, g.weight(f"model.{layer}.weight"), g.weight(f"model.{layer}.bias"), transB=1)

    logits = g("Add", gemm(every, "linear"), gemm(g.gelu(gemm(every, "final.0")), "final.2"))
    g.name(g("Mul", logits, 4.0), "logits")

    real, rows = TensorProto.FLOAT, TensorProto.INT32
    return g.model("match", [
        value("question_rows", rows, 1, "asked_and_4"), value("context", real, 1, "asked", 128),
        value("passage_rows", rows, "passages", "tokens_and_4"), value("near", real, "passages", 96, "tokens"),
        value("told", real, "passages", "tokens", 64), value("scale", real, "passages", "tokens"),
        value("mean", real, "passages", 256), value("end", TensorProto.INT64, "passages"),
    ], [value("logits", real, "passages", 1)])


def INT(number: int) -> np.ndarray:
    return np.array(number, np.int32)


def there(g: Builder, rows: str) -> str:
    """1 where a token is read."""
    return g("Cast", g("GreaterOrEqual", rows, INT(0)), to=TensorProto.FLOAT)


def grams(g: Builder) -> list[str]:
    """1 where a token of the question is one of the passage, and where it lies in a bigram and in a trigram of both: [P, q, n]."""
    # −1 of the one is not −1 of the other.
    question = g("Where", g("Less", "question_rows", INT(0)), INT(-2), "question_rows")

    def same(by: int) -> str:
        """Whether the tokens so many places further are the same."""
        part = [[2 + by], [by - 2] if by < 2 else [1 << 40], [1]]
        return g("Equal", g.unsqueeze(g("Slice", question, *part), 2), g.unsqueeze(g("Slice", "passage_rows", *part), 1))

    at = {by: same(by) for by in (-2, -1, 0, 1, 2)}
    before, after = g("And", at[-1], at[0]), g("And", at[0], at[1])
    trigrams = g("Or", g("Or", g("And", at[-2], before), g("And", before, at[1])), g("And", after, at[2]))
    return [g("Cast", each, to=TensorProto.FLOAT) for each in (at[0], g("Or", before, after), trigrams)]


def blocks_of(g: Builder, value: str) -> dict[int, str]:
    """Maxima of the blocks of 4, 8 and 24 tokens, over the last axis."""

    def every(value: str, size: int) -> str:
        return g("MaxPool", value, kernel_shape=[size], strides=[size], pads=[0, size - 1])

    fours = every(value, 4)
    eights = every(fours, 2)
    return {4: fours, 8: eights, 24: every(eights, 3)}


def window(g: Builder, blocks: str, reach: int) -> str:
    """Maxima of so many blocks one after the other, fewer at the end."""
    return g("MaxPool", blocks, kernel_shape=[reach], strides=[1], pads=[0, reach - 1])


def sums_of_eight(g: Builder, value: str, width: int) -> str:
    """Sums of 8 tokens each: [P, n, width] → [P, n / 8, width]."""
    return g.total(g("Reshape", value, [0, -1, STEP, width]), 2)


def three_together(g: Builder, eights: str) -> str:
    """Sums of 24 tokens that begin every 8: behind the last are zeros."""
    longer = g("Pad", eights, [0, 0, 0, 0, 2, 0])
    parts = [g("Slice", longer, [from_], [to], [1]) for from_, to in ((0, -2), (1, -1), (2, 1 << 40))]
    return g("Add", g("Add", parts[0], parts[1]), parts[2])


def save(model: onnx.ModelProto, target: Path, stored: bytes) -> None:
    for tensor in model.graph.initializer:
        if len(tensor.raw_data) < SHARED_BYTES:
            continue
        if stored.count(tensor.raw_data) != 1:
            raise ValueError(f"{tensor.name} does not stand in {WEIGHTS} once")
        raw = tensor.raw_data
        set_external_data(tensor, WEIGHTS, offset=stored.index(raw), length=len(raw))
        tensor.ClearField("raw_data")
    onnx.save(model, target)
    onnx.checker.check_model(str(target))
    print(f"{target} {target.stat().st_size:,} bytes, {len(model.graph.node)} nodes, without weights")


def main() -> None:
    folder = Path(sys.argv[1]) / "onnx"
    stored = (folder / WEIGHTS).read_bytes()
    weights = Weights(onnx.load(folder / WEIGHTS).graph)
    for name, graph in (("read", read_graph(weights)), ("match", match_graph(weights))):
        save(graph, folder / f"{name}_quantized.onnx", stored)


if __name__ == "__main__":
    main()
