"""Makes the graphs of `test/fixtures/models`. Run it from this folder; it writes the same bytes every time."""

from dataclasses import replace
from pathlib import Path

import networks as n
import numpy as np
from graph import Graph, write
from tokenizers_made import write_tokenizers

FOLDER = Path(__file__).parents[2] / "test/fixtures/models"

SMALL = n.Shape(hidden=64, heads=4, inner=128, layers=1, vocabulary=251, positions=128)


def hidden_states(shape):
    return [*n.TEXTS, shape.hidden]


def save(name, g, inputs, outputs):
    path = FOLDER / f"{name}.onnx"
    path.parent.mkdir(parents=True, exist_ok=True)
    write(path, g, g.model(path.stem, inputs, outputs))


def embedding(name, shape, body, inputs):
    """In both number formats; `body` gives the vectors of tokens."""
    for int8 in (False, True):
        g = Graph(int8)
        save(name + ("-int8" if int8 else ""), g, inputs, {"last_hidden_state": (body(g, shape), hidden_states(shape))})


def reranker(name, shape, body, inputs, labels):
    for int8 in (False, True):
        g = Graph(int8)
        logits = n.classifier(g, body(g, shape), shape, labels)
        save(name + ("-int8" if int8 else ""), g, inputs, {"logits": (logits, ["texts", labels])})


def published():
    """One graph for each width of the models whose metadata the tests read."""
    bert = {**n.IDS, **n.TYPES}
    embedding("bert-384", n.Shape(384, 12, 256, 2), n.bert, bert)
    embedding("bert-512", n.Shape(512, 8, 256, 2), n.bert, bert)
    embedding("bert-1024", n.Shape(1024, 16, 128, 1, vocabulary=127, positions=1024), n.bert, bert)
    embedding("mpnet-768", n.Shape(768, 12, 256, 1, positions=514, epsilon=1e-5), n.mpnet, n.IDS)
    wide = n.Shape(1024, 16, 128, 1, vocabulary=127, positions=514, epsilon=1e-5)
    embedding("xlm-roberta-1024", wide, n.xlm_roberta, n.IDS)
    reranker("xlm-roberta-1024-one-logit", wide, n.xlm_roberta, n.IDS, 1)


def wide():
    """As wide as MiniLM-L6 is published, with two of its six layers, for benchmarks."""
    shape, bert = n.Shape(384, 12, 1536, 2), {**n.IDS, **n.TYPES}
    g = Graph()
    save("minilm", g, bert, {"last_hidden_state": (n.bert(g, shape), hidden_states(shape))})
    g = Graph()
    logits = n.classifier(g, n.bert(g, shape), shape, 1)
    save("minilm-one-logit", g, bert, {"logits": (logits, ["texts", 1])})


def made_up():
    bert = {**n.IDS, **n.TYPES}
    embedding("bert-64", SMALL, n.bert, bert)
    reranker("bert-64-one-logit", SMALL, n.bert, bert, 1)
    reranker("bert-64-two-logits", SMALL, n.bert, bert, 2)
    g = Graph(number=np.float16)
    half = n.bert(g, replace(SMALL, epsilon=1e-5))
    save("bert-64-fp16", g, bert, {"last_hidden_state": (half, hidden_states(SMALL))})
    # The same numbers, otherwise computed.
    g = Graph()
    fused = n.bert(g, replace(SMALL, fused=True))
    save("bert-64-fused", g, bert, {"last_hidden_state": (fused, hidden_states(SMALL))})
    sentence_embedding()
    static()
    for cached in (False, True):
        last_token("last-token-cached" if cached else "last-token", cached)
    g = Graph()
    stored = n.bert(g, SMALL, stored=True)
    # In a folder of its own, as a graph names the file beside it.
    save("external-data/model", g, bert, {"last_hidden_state": (stored, hidden_states(SMALL))})


def sentence_embedding():
    """As sentence-transformers' own export: the graph pools, and gives the vectors of tokens too."""
    g = Graph()
    tokens = n.bert(g, SMALL)
    pooled = g.op("Tanh", g.linear(n.mean(g, tokens), SMALL.hidden, 48))
    outputs = {"token_embeddings": (tokens, hidden_states(SMALL)), "sentence_embedding": (pooled, ["texts", 48])}
    save("sentence-embedding", g, {**n.IDS, **n.TYPES}, outputs)


def static():
    shape = n.Shape(hidden=96, heads=1, inner=0, layers=0, vocabulary=1021)
    g = Graph()
    outputs = {"embeddings": (n.bags(g, shape), ["texts", shape.hidden])}
    save("static-flat", g, {"input_ids": ["tokens"], "offsets": ["texts"]}, outputs)
    g = Graph()
    save("static-masked", g, n.IDS, {"sentence_embedding": (n.mean(g, n.words(g, shape)), ["texts", shape.hidden])})


def last_token(name, cached):
    g = Graph()
    x, presents = n.decoder(g, SMALL, cached)
    inputs = {"input_ids": n.TEXTS, "attention_mask": ["texts", "read"], "position_ids": n.TEXTS}
    outputs = {"last_hidden_state": (x, hidden_states(SMALL))}
    for i, present in enumerate(presents if cached else []):
        for half, tensor in zip(("key", "value"), present):
            cache = ["texts", SMALL.heads, "past", SMALL.hidden // SMALL.heads]
            inputs[f"past_key_values.{i}.{half}"] = cache
            outputs[f"present.{i}.{half}"] = (tensor, [*cache[:2], "read", cache[3]])
    save(name, g, inputs, outputs)


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    published()
    wide()
    made_up()
    write_tokenizers(FOLDER)
