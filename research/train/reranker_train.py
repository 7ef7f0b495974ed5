"""Trains the reranker: listwise softmax over a question's passage, wrong ones of the ensemble and one at random.

By its logits alone: trained on what the ensemble leaves over, it was worse by itself and no better interpolated.

Usage: python reranker_train.py WORK --minutes 16
Reads corpus.npz, half.pt (initial vectors) and candidates.npz, writes reranker.pt.
"""

import json
import time

import numpy as np
import torch
import torch.nn.functional as F

from corpus import Corpus, Ragged
from options import prepared, trainer_parser
from reranker_model import QUESTION_TOKENS, Reranker

CANDIDATES = 8
RATE = 2e-3
QUESTIONS = 12
PASSAGE_TOKENS, LONG_TOKENS = 256, 512
ACROSS_ENCYCLOPAEDIA = ("cross-en-zh-sentences", "cross-en-ja-kyotowiki-passages", "cross-en-ja-kyotowiki", "cross-en-zh-wordnet")


def group_weight(source: str, pseudo: bool, questions: int) -> float:
    """How often questions of a source are drawn: human ones most, headings and dictionary entries little."""
    weight = questions**0.5
    if pseudo:
        return weight * (1.6 if source.startswith("en") else 1.2 if source.startswith("zh") else 1)
    if source.startswith("cross"):
        return weight * (0.6 if source in ACROSS_ENCYCLOPAEDIA else 0.35)
    if source in ("ja-jaquad-qa", "zh-wiki-qa"):
        return weight * 2.5
    if "qa" in source:
        return weight * 0.6
    if "desc" in source:
        return weight * 0.5
    return weight * (0.15 if any(each in source for each in ("wordnet", "wordset", "idiom")) else 0.4)


def padded(texts: list[np.ndarray], length: int) -> torch.Tensor:
    rows = np.zeros((len(texts), length), dtype=np.int64)
    for row, text in zip(rows, texts):
        row[: min(len(text), length)] = text[:length]
    return torch.from_numpy(rows)


class Batches:
    def __init__(self, corpus: Corpus, file, seed: int, long: float):
        self.passages, self.long = corpus.passages, long
        self.queries = Ragged(file["queries"], file["offsets"])
        self.positives, self.negatives = file["positives"], file["negatives"]
        self.random = np.random.default_rng(seed)
        group = file["source_of"] * 2 + file["pseudo"]
        self.groups = [np.flatnonzero(group == each) for each in np.unique(group)]
        self.names = [corpus.sources[each // 2] for each in np.unique(group)]
        weights = np.array([group_weight(name, bool(each % 2), len(members))
                            for name, each, members in zip(self.names, np.unique(group), self.groups)])
        self.weights = weights / weights.sum()

    def draw(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Questions [B, q] of one source, and their candidates [B · CANDIDATES, n], the right one first."""
        random = self.random
        group = random.choice(len(self.groups), p=self.weights)
        members = self.groups[group]
        chosen = members[random.integers(0, len(members), QUESTIONS)]
        long = not self.names[group].startswith("cross") and random.random() < self.long
        texts = []
        for i in chosen:
            other = self.positives[chosen[random.integers(QUESTIONS)]]
            wrong = random.choice(self.negatives.shape[1], CANDIDATES - 2, replace=False)
            for passage in (self.positives[i], *self.negatives[i][wrong], other if other != self.positives[i] else self.negatives[i][0]):
                text = self.passages[passage]
                texts.append(self.lengthened(text, members) if long else text)
        questions = [self.queries[i] for i in chosen]
        most = LONG_TOKENS if long else PASSAGE_TOKENS
        return (padded(questions, min(QUESTION_TOKENS, max(8, *map(len, questions)))),
                padded(texts, max(16, min(most, max(map(len, texts))))))

    def lengthened(self, text: np.ndarray, members: np.ndarray) -> np.ndarray:
        """The passage among others of its source: an answer that is a small part of what is read."""
        before, after = [], []
        text = text[:400]
        room = int(self.random.integers(200, 500)) - len(text)
        while room > 0:
            other = self.passages[self.positives[members[self.random.integers(len(members))]]][:room]
            (before if self.random.random() < 0.5 else after).append(other)
            room -= max(1, len(other))
        return np.concatenate([*before, text, *after])


def initial(corpus: Corpus, half: dict[str, torch.Tensor]) -> Reranker:
    """Vectors of a model that has not seen the passages trained on: similarity looks as good as it will be."""
    tokens = len(corpus.kinds)
    model = Reranker(tokens, half["table"].shape[1])
    frequency = (np.bincount(corpus.passages.rows, minlength=tokens) + 1) / len(corpus.passages.rows)
    model.table.data.copy_(half["table"][:tokens])
    model.weights.data[:, 0] = torch.from_numpy(-np.log(frequency) / 10)
    model.weights.data[:, 1] = half["weights"][:tokens]
    return model


def train(model: Reranker, batches: Batches, minutes: float, watch=None) -> dict:
    # The vectors stay as they are: moved, they fit the sources trained on, and other collections are ordered worse.
    model.table.requires_grad_(False)
    rest = [value for name, value in model.named_parameters() if name != "table"]
    optimiser = torch.optim.Adam(rest, lr=RATE, fused=True)
    began, steps, mean, right = time.time(), 0, 0.0, 0.0
    while (done := (time.time() - began) / 60 / minutes) < 1:
        optimiser.param_groups[0]["lr"] = RATE * max(0.02, min(1, steps / 100) * (1 - done))
        scores = model.score_candidates(*batches.draw())
        loss = F.cross_entropy(scores, torch.zeros(len(scores), dtype=torch.long))
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_([each for each in rest if each is not model.weights], 1.0)
        optimiser.step()
        steps += 1
        mean = mean * 0.99 + loss.item() * 0.01
        right = right * 0.99 + (scores.argmax(1) == 0).float().mean().item() * 0.01
        if steps % 200 == 0:
            full = 1 - 0.99**steps
            print(f"{steps} {time.time() - began:.0f} s loss {mean / full:.3f} first {right / full:.3f}", flush=True)
        if watch and steps % 1_500 == 0:
            watch(model)
    return {"steps": steps, "minutes": (time.time() - began) / 60}


def main() -> None:
    parser = trainer_parser(minutes=16)
    parser.add_argument("--long", type=float, default=0.15, help="share of batches of lengthened passages")
    options = prepared(parser)
    corpus = Corpus.load(options.work / "corpus.npz")
    model = initial(corpus, torch.load(options.work / "half.pt"))
    watch = None
    if options.collections:
        from watch import rerank_watcher

        watch = rerank_watcher(options.collections, options.work)
    told = train(model, Batches(corpus, np.load(options.work / "candidates.npz"), options.seed, options.long), options.minutes, watch)
    told |= {"seed": options.seed, "threads": options.threads}
    (options.work / "reranker.json").write_text(json.dumps(told))
    torch.save(model.state_dict(), options.work / "reranker.pt")
    if watch:
        watch(model)


if __name__ == "__main__":
    main()
