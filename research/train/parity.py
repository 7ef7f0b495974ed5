"""Reference values for the tests: token ids by the trainer's tokenizer, cosines and logits by the fp32 graphs.

Usage: python parity.py MODELS WORK SAMPLE TARGET
"""

import base64
import gzip
import json
import random
import sys
from pathlib import Path

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

TEXTS = 1_000
SEED = 11
ODD = ["😀", "👩‍👩‍👧‍👦", "🇯🇵", "ｆｕｌｌ　ｗｉｄｔｈ　１２３", "ﾊﾝｶｸ ｶﾅ", "①②㈱㍿", "𠮷野家", "㐂", "龘靐", "鬱", "é vs e\u0301", "ﬁne", "ĳ", "ß ẞ",
       "Ωμέγα", "Привет", "العربية", "हिन्दी", "ไทย", "한국어", "\u200b", "\u00a0", "\t", "\n\n", "…", "——", "「」『』", "％＄", "a_b-c.d@e", "3.14",
       "İstanbul", "[SEP]", "[MASK]", "臺灣鐵路", "台湾铁路", "為甚麼", "国鉄", "國鐵", "゛", "か\u3099", "ヴ", "々", "〇", "x" * 80, "0" * 30]


def odd_texts(sentences: list[str], count: int) -> list[str]:
    """Sentences of the sample as they are, cut, joined across languages and with odd characters put in."""
    random_ = random.Random(SEED)
    texts = ["", " ", "\n", *ODD, "long " * 3_000, "很长的文字" * 2_000, "とても長い文。" * 1_500]
    while len(texts) < count:
        text = random_.choice(sentences)
        kind = random_.randrange(4)
        if kind == 1:
            start = random_.randrange(len(text))
            text = text[start : start + random_.randrange(1, 80)]
        elif kind == 2:
            text = random_.choice(["", " "]).join([text[:60], random_.choice(ODD), random_.choice(sentences)[:60]])
        elif kind == 3:
            at = random_.randrange(len(text))
            text = (text[:at] + random_.choice(ODD) + text[at:]).upper()
        texts.append(text[:400])
    return texts


def encode_float32(values: np.ndarray) -> str:
    return base64.b64encode(values.astype("<f4").tobytes()).decode()


def run(session, encodings) -> np.ndarray:
    """Outputs of the rows, one at a time: without padding."""
    names = {each.name for each in session.get_inputs()}
    out = []
    for encoding in encodings:
        feeds = {"input_ids": encoding.ids, "attention_mask": encoding.attention_mask, "token_type_ids": encoding.type_ids}
        out.append(session.run(None, {k: np.array([v], dtype=np.int64) for k, v in feeds.items() if k in names})[0][0])
    return np.array(out)


def main() -> None:
    models, work, sample, target = map(Path, sys.argv[1:])
    target.mkdir(parents=True, exist_ok=True)
    read = lambda name: [json.loads(line) for line in (sample / name).read_text(encoding="utf-8").splitlines()]
    documents, queries = read("corpus.jsonl"), read("queries.jsonl")
    passages = [f"{each.get('title') or ''}\n{each['text']}".strip() for each in documents]
    questions = [each["text"] for each in queries]

    names = ("hitrate-embedding", "hitrate-reranker")
    embedding, reranker = (Tokenizer.from_file(str(models / name / "tokenizer.json")) for name in names)
    texts = odd_texts(passages + questions, TEXTS)
    ids = {name: [e.ids for e in each.encode_batch(texts)] for name, each in zip(names, (embedding, reranker))}
    with gzip.open(target / "tokens.json.gz", "wt", encoding="utf-8") as file:
        json.dump({"texts": texts, "ids": ids}, file, ensure_ascii=False)

    vectors = run(onnxruntime.InferenceSession(work / "embedding/model.onnx"), embedding.encode_batch(questions + passages))
    asked, found = vectors[: len(questions)], vectors[len(questions) :]
    pairs = [(question, passage) for question in questions for passage in passages]
    logits = run(onnxruntime.InferenceSession(work / "reranker/model.onnx"), reranker.encode_batch(pairs))
    values = {"questions": [each["_id"] for each in queries], "passages": [each["_id"] for each in documents],
              "cosines": encode_float32(asked @ found.T), "logits": encode_float32(logits)}
    with gzip.open(target / "sample.json.gz", "wt", encoding="utf-8") as file:
        json.dump(values, file)


if __name__ == "__main__":
    main()
