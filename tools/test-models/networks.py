"""Networks of the architectures that retrieval models have, with few layers and the published widths."""

import math
from dataclasses import dataclass

import numpy as np
from graph import DEVIATION, FACTOR, LEVELS, PRIME

TEXTS = ["texts", "tokens"]
IDS = {"input_ids": TEXTS, "attention_mask": TEXTS}
TYPES = {"token_type_ids": TEXTS}


@dataclass(frozen=True)
class Shape:
    hidden: int
    heads: int
    inner: int
    layers: int
    #: Token ids are reduced modulo this number: a table of 30,522 or 250,002 rows is not needed to test a tokenizer.
    vocabulary: int = 509
    #: As the configuration states it: a longer text is an error of the graph, as it is with the published one.
    positions: int = 512
    epsilon: float = 1e-12
    #: Attention as one operator of ONNX Runtime, as its own optimiser writes it.
    fused: bool = False


def attention(g, x, shape, masked, bias=None, past=None):
    """@param masked: added to the scores; @param past: keys and values of what was read before"""
    size = shape.hidden // shape.heads
    if shape.fused:
        given = [g.linear(x, shape.hidden, shape.hidden, gain) for gain in (1.5, 1.5, 1.0)]
        read = g.op("MultiHeadAttention", *given, "", masked, domain="com.microsoft", num_heads=shape.heads)
        return g.linear(read, shape.hidden, shape.hidden), None
    heads = g.whole([0, 0, shape.heads, size])
    turned = lambda t, order: g.op("Transpose", g.op("Reshape", t, heads), perm=order)
    query = turned(g.linear(x, shape.hidden, shape.hidden, 1.5), [0, 2, 1, 3])
    key = turned(g.linear(x, shape.hidden, shape.hidden, 1.5), [0, 2, 1, 3])
    value = turned(g.linear(x, shape.hidden, shape.hidden), [0, 2, 1, 3])
    if past:
        key, value = (g.op("Concat", before, now, axis=2) for before, now in zip(past, (key, value)))
    scores = g.op("MatMul", query, g.op("Transpose", key, perm=[0, 1, 3, 2]))
    scores = g.op("Add", g.op("Div", scores, g.constant(math.sqrt(size))), masked)
    if bias:
        scores = g.op("Add", scores, bias)
    read = g.op("MatMul", g.op("Softmax", scores, axis=-1), value)
    read = g.op("Reshape", g.op("Transpose", read, perm=[0, 2, 1, 3]), g.whole([0, 0, shape.hidden]))
    return g.linear(read, shape.hidden, shape.hidden), (key, value)


def layer(g, x, shape, masked, bias=None, past=None):
    read, present = attention(g, x, shape, masked, bias, past)
    x = g.normalised(g.op("Add", x, read), shape.epsilon)
    inner = g.gelu(g.linear(x, shape.hidden, shape.inner))
    return g.normalised(g.op("Add", x, g.linear(inner, shape.inner, shape.hidden)), shape.epsilon), present


def words(g, shape, stored=False):
    ids = g.op("Mod", "input_ids", g.whole(shape.vocabulary))
    if not stored:
        return g.op("Gather", g.weights(shape.vocabulary, shape.hidden, deviation=1), ids)
    mixed = np.arange(1, shape.vocabulary * shape.hidden + 1, dtype=np.int64) * FACTOR % PRIME
    table = mixed * mixed % PRIME % LEVELS - LEVELS // 2
    return g.op("Gather", g.stored("word_embeddings", table.reshape(shape.vocabulary, shape.hidden) / DEVIATION), ids)


def padding_mask(g):
    """Zero where there is a token, a large negative number where there is padding; shape [texts, 1, 1, tokens]."""
    kept = g.op("Cast", g.op("Unsqueeze", "attention_mask", g.whole([1, 2])), to=g.float)
    return g.op("Mul", g.op("Sub", g.constant(1), kept), g.constant(g.never))


def counted_positions(g):
    """Positions as RoBERTa and MPNet count them: from 2 on over all tokens that are no padding (id 1), which have 1."""
    present = g.op("Cast", g.op("Not", g.op("Equal", "input_ids", g.whole(1))), to=7)
    return g.op("Add", g.op("Mul", g.op("CumSum", present, g.whole(1)), present), g.whole(1))


def places(g):
    return g.op("Range", g.whole(0), g.size("input_ids", 1), g.whole(1))


def encoder(g, shape, x, bias=None):
    x = g.normalised(x, shape.epsilon)
    masked = g.op("Cast", "attention_mask", to=6) if shape.fused else padding_mask(g)
    for _ in range(shape.layers):
        x, _ = layer(g, x, shape, masked, bias)
    return x


def bert(g, shape, stored=False):
    table = lambda rows: g.weights(rows, shape.hidden, deviation=0.5)
    x = g.op("Add", words(g, shape, stored), g.op("Gather", table(2), "token_type_ids"))
    x = g.op("Add", x, g.op("Gather", table(shape.positions), places(g)))
    return encoder(g, shape, x)


def xlm_roberta(g, shape, stored=False):
    table = g.weights(shape.positions, shape.hidden, deviation=0.5)
    return encoder(g, shape, g.op("Add", words(g, shape, stored), g.op("Gather", table, counted_positions(g))))


def mpnet(g, shape):
    """With a bias by the distance of two tokens, which MPNet has beside its positions."""
    table = g.weights(shape.positions, shape.hidden, deviation=0.5)
    x = g.op("Add", words(g, shape), g.op("Gather", table, counted_positions(g)))
    here = places(g)
    apart = g.op("Sub", g.op("Unsqueeze", here, g.whole([0])), g.op("Unsqueeze", here, g.whole([1])))
    bucket = g.op("Add", g.op("Clip", apart, g.whole(-16), g.whole(15)), g.whole(16))
    bias = g.op("Transpose", g.op("Gather", g.weights(32, shape.heads, deviation=0.5), bucket), perm=[2, 0, 1])
    return encoder(g, shape, x, g.op("Unsqueeze", bias, g.whole([0])))


def decoder(g, shape, cached):
    """Reads from left to right, with given positions. @returns vectors of tokens, and keys and values by layer"""
    table = g.weights(shape.positions, shape.hidden, deviation=0.5)
    x = g.normalised(g.op("Add", words(g, shape), g.op("Gather", table, "position_ids")))
    now = places(g)
    before = g.size("past_key_values.0.key", 2) if cached else g.whole(0)
    reading = g.op("Unsqueeze", g.op("Add", now, before), g.whole([1]))
    read = g.op("Unsqueeze", g.op("Range", g.whole(0), g.size("attention_mask", 1), g.whole(1)), g.whole([0]))
    later = g.op("Cast", g.op("Greater", read, reading), to=g.float)
    masked = g.op("Add", padding_mask(g), g.op("Mul", later, g.constant(g.never)))
    presents = []
    for i in range(shape.layers):
        past = (f"past_key_values.{i}.key", f"past_key_values.{i}.value") if cached else None
        x, present = layer(g, x, shape, masked, past=past)
        presents.append(present)
    return x, presents


def first(g, x):
    return g.op("Gather", x, g.whole(0), axis=1)


def classifier(g, x, shape, labels):
    """A head over the first token. The gain spreads logits, so that a wrong one is seen."""
    pooled = g.op("Tanh", g.linear(first(g, x), shape.hidden, shape.hidden))
    return g.linear(pooled, shape.hidden, labels, 4.0)


def mean(g, x):
    kept = g.op("Cast", g.op("Unsqueeze", "attention_mask", g.whole([2])), to=g.float)
    total = g.op("ReduceSum", g.op("Mul", x, kept), g.whole([1]), keepdims=0)
    count = g.op("Max", g.op("ReduceSum", kept, g.whole([1]), keepdims=0), g.constant(1))
    return g.op("Div", total, count)


def bags(g, shape):
    """Means of token vectors, of one flat list of tokens that `offsets` divides: the interface of Model2Vec."""
    tokens = words(g, shape)
    here = g.op("Unsqueeze", g.op("Range", g.whole(0), g.size("input_ids", 0), g.whole(1)), g.whole([0]))
    starts = g.op("Unsqueeze", "offsets", g.whole([1]))
    begun = g.op("Cast", g.op("GreaterOrEqual", here, starts), to=g.float)
    # A token belongs to the last text that has begun: texts that begin at a token less those that begin one later.
    later = g.op("Slice", begun, g.whole([1]), g.whole([2**31]), g.whole([0]))
    none = g.op("Mul", g.op("Slice", begun, g.whole([0]), g.whole([1]), g.whole([0])), g.constant(0))
    belongs = g.op("Sub", begun, g.op("Concat", later, none, axis=0))
    count = g.op("Max", g.op("ReduceSum", belongs, g.whole([1]), keepdims=1), g.constant(1))
    return g.op("Div", g.op("MatMul", belongs, tokens), count)
