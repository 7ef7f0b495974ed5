"""Asks two rerankers what they think of passages in one language: lessons for a third (reranker_distil.py).

Usage: python teach.py WORK TEACHER [QUESTIONS]
TEACHER is a folder of a reranker in the layout of public/models, of another training than WORK/reranker.pt: what the two
agree on is closer to the truth than either. Reads corpus.npz, candidates.npz, tokenizer.json and rows.npy, writes
lessons.npz.
"""

import sys
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from tokenizers import Tokenizer

from corpus import Corpus
from reranker_model import QUESTION_TOKENS, Reranker
from reranker_train import PASSAGE_TOKENS, QUESTIONS, Batches, padded

CANDIDATES = 12
# Of a passage as the teacher reads it, whose tokens are shorter.
TEACHER_TOKENS = 380


class Texts:
    """Rows of the tokenizer as a text again: of all tokens that share a row, the shortest."""

    def __init__(self, work: Path):
        vocabulary = Tokenizer.from_file(str(work / "tokenizer.json")).get_vocab()
        rows = np.load(work / "rows.npy")
        self.tokens: dict[int, str] = {}
        for token, i in sorted(vocabulary.items(), key=lambda entry: (len(entry[0]), entry[1])):
            self.tokens.setdefault(int(rows[i]), token)

    def of(self, rows: np.ndarray) -> str:
        text = ""
        for row in rows:
            token = self.tokens[int(row)]
            is_word = token[0].isascii() and token[0].isalnum()
            text += token[2:] if token.startswith("##") else f" {token}" if is_word else token
        return text


class Teacher:
    def __init__(self, folder: Path):
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(str(folder / "onnx/model_quantized.onnx"), options)
        self.begin, self.end = (self.tokenizer.token_to_id(token) for token in ("[CLS]", "[SEP]"))

    def logits(self, question: str, passages: list[str]) -> np.ndarray:
        encode = lambda texts: [each.ids for each in self.tokenizer.encode_batch(texts, add_special_tokens=False)]
        asked = encode([question])[0][:64]
        told = [ids[:TEACHER_TOKENS] for ids in encode(passages)]
        width = len(asked) + max(map(len, told)) + 3
        ids, mask, types = (np.zeros((len(told), width), dtype=np.int64) for _ in range(3))
        for i, passage in enumerate(told):
            pair = [self.begin, *asked, self.end, *passage, self.end]
            ids[i, : len(pair)], mask[i, : len(pair)], types[i, len(asked) + 2 : len(pair)] = pair, 1, 1
        return self.session.run(None, {"input_ids": ids, "attention_mask": mask, "token_type_ids": types})[0][:, 0]


def draw(batches: Batches, count: int, random: np.random.Generator) -> list[np.ndarray]:
    """Questions of one language, as many of one source at a time as a batch of the training has."""
    kept = [i for i, name in enumerate(batches.names) if not name.startswith("cross")]
    weights = batches.weights[kept] / batches.weights[kept].sum()
    groups = random.choice(len(kept), count // QUESTIONS, p=weights)
    return [random.choice(batches.groups[kept[group]], QUESTIONS) for group in groups]


def main() -> None:
    work, folder = map(Path, sys.argv[1:3])
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 14_000
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    corpus, texts, teacher = Corpus.load(work / "corpus.npz"), Texts(work), Teacher(folder)
    batches = Batches(corpus, np.load(work / "candidates.npz"), seed=7, long=0)
    state = torch.load(work / "reranker.pt")
    own = Reranker(*state["table"].shape)
    own.load_state_dict(state)
    own.eval()
    random = np.random.default_rng(11)
    questions, candidates, logits = [], [], []
    for chosen in draw(batches, count, random):
        for i in chosen:
            wrong = random.choice(batches.negatives[i], CANDIDATES - 2, replace=False)
            passages = [batches.positives[i], *wrong, batches.positives[random.choice(chosen)]]
            rows = [corpus.passages[each][:PASSAGE_TOKENS] for each in passages]
            asked = batches.queries[i][:QUESTION_TOKENS]
            with torch.no_grad():
                read = own.score_candidates(padded([asked], max(8, len(asked))), padded(rows, max(16, *map(len, rows))))[0].numpy()
            questions.append(i)
            candidates.append(passages)
            logits.append((read + teacher.logits(texts.of(batches.queries[i]), [texts.of(each) for each in rows])) / 2)
        if len(questions) % (QUESTIONS * 50) == 0:
            first = np.mean([each.argmax() == 0 for each in logits])
            print(f"{len(questions)} questions, right passage first {first:.3f}", flush=True)
    np.savez(work / "lessons.npz", questions=questions, candidates=candidates, logits=np.array(logits, dtype=np.float32))


if __name__ == "__main__":
    main()
