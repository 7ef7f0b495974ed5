"""Trains the embedding model: symmetric InfoNCE over batches of pairs, at last with quantised vectors.

Usage: python embedding_train.py WORK --minutes 30 [--half] [--dimensions 512] [--buckets 17408]
Reads WORK/corpus.npz, writes WORK/<name>.pt.
"""

import json
import time

import numpy as np
import torch
import torch.nn.functional as F

from corpus import Corpus
from embedding_model import BagEmbedding
from features import bags, bigram_buckets, bigram_mask
from options import prepared, trainer_parser
from sampling import Batch, Sampler

CLUSTER = 16
POOL = 16_384


def feature_frequencies(corpus: Corpus, buckets: int) -> torch.Tensor:
    rows = corpus.passages.rows[:20_000_000].astype(np.int64)
    tokens = len(corpus.kinds)
    counts = np.bincount(rows, minlength=tokens + buckets) + 1.0
    if buckets:
        counts += np.bincount(tokens + bigram_buckets(rows, buckets)[bigram_mask(corpus.kinds[rows])], minlength=tokens + buckets)
    return torch.from_numpy(counts / len(rows))


def contrastive_loss(model: BagEmbedding, queries: torch.Tensor, passages: torch.Tensor, ids: np.ndarray) -> torch.Tensor:
    """Symmetric InfoNCE; a pair's own passage under another question is not a negative."""
    scores = queries @ passages.T * model.scale.exp().clamp(max=60)
    same = torch.from_numpy(ids[:, None] == ids[None, :]).fill_diagonal_(False)
    scores = scores.masked_fill(same, -1e4)
    target = torch.arange(len(ids))
    return (F.cross_entropy(scores, target) + F.cross_entropy(scores.T, target)) / 2


class Trainer:
    def __init__(self, corpus: Corpus, dimensions: int, buckets: int, sampler: Sampler):
        self.corpus, self.buckets, self.sampler = corpus, buckets, sampler
        self.model = BagEmbedding(feature_frequencies(corpus, buckets), dimensions, len(corpus.kinds))
        model = self.model
        self.optimiser = torch.optim.Adam(
            [{"params": [model.table], "rate": 2e-3}, {"params": [model.weights], "rate": 5e-3},
             {"params": [model.scale], "rate": 1e-3}], lr=1e-3, fused=True)
        self.pool: list[np.ndarray] = []

    def embed(self, texts: list[np.ndarray]) -> torch.Tensor:
        return self.model(bags(texts, self.corpus.kinds, self.buckets))

    def hard_pairs(self) -> np.ndarray:
        """Pairs in clusters of passages that the model finds alike: their questions are hard to tell apart."""
        if not self.pool:
            pairs = self.sampler.draw(POOL)
            passages = self.corpus.passages
            with torch.no_grad():
                vectors = torch.cat([self.embed([passages[self.corpus.passage_of[i]][:64] for i in pairs[at : at + 2_048]])
                                     for at in range(0, len(pairs), 2_048)])
            free = torch.ones(len(pairs), dtype=torch.bool)
            for _ in range(min(8, len(pairs) // self.sampler.size)):
                seeds = torch.from_numpy(self.sampler.random.permutation(torch.nonzero(free)[:, 0].numpy()))
                chosen: list[np.ndarray] = []
                similarity = vectors[seeds[: self.sampler.size // CLUSTER]] @ vectors.T
                for row in similarity:
                    row[~free] = -2
                    near = row.topk(CLUSTER).indices
                    free[near] = False
                    chosen.append(pairs[near.numpy()])
                self.pool.append(np.concatenate(chosen))
            if not self.pool:
                return pairs[: self.sampler.size]
        return self.pool.pop()

    def step(self, batch: Batch, rate: float) -> float:
        for group in self.optimiser.param_groups:
            group["lr"] = group["rate"] * rate
        loss = contrastive_loss(self.model, self.embed(batch.queries), self.embed(batch.passages), batch.ids)
        self.optimiser.zero_grad()
        loss.backward()
        self.optimiser.step()
        return loss.item()


def train(trainer: Trainer, minutes: float, hard: float, quantise_from: float, watch=None) -> dict:
    """Linear decay to nothing. Passages of 128 tokens, in the last third of 256.

    @param hard share of hard batches in the second half; @param quantise_from share of the time after which vectors are
    quantised as they will be shipped; @param watch called with the trainer every 1,000 steps and at the end
    """
    began, steps, mean = time.time(), 0, 0.0
    while (done := (time.time() - began) / 60 / minutes) < 1:
        trainer.model.quantised = done >= quantise_from
        is_hard = done > 0.5 and trainer.sampler.random.random() < hard
        pairs = trainer.hard_pairs() if is_hard else trainer.sampler.draw(trainer.sampler.size)
        batch = trainer.sampler.batch(pairs, 256 if done > 0.67 else 128)
        loss = trainer.step(batch, max(0.02, min(1, steps / 50) * (1 - done)))
        steps += 1
        mean = mean * 0.98 + loss * 0.02
        if steps % 200 == 0:
            model = trainer.model
            print(f"{steps} {time.time() - began:.0f} s loss {mean / (1 - 0.98**steps):.3f} scale {model.scale.exp().item():.1f}",
                  flush=True)
        if watch and steps % 1_000 == 0:
            watch(trainer)
    if watch:
        watch(trainer)
    return {"steps": steps, "minutes": (time.time() - began) / 60}


def main() -> None:
    parser = trainer_parser(minutes=30)
    parser.add_argument("--name", default="embedding")
    parser.add_argument("--dimensions", type=int, default=512)
    parser.add_argument("--buckets", type=int, default=17_408)
    parser.add_argument("--hard", type=float, default=0.2)
    parser.add_argument("--quantise-from", type=float, default=0.85)
    parser.add_argument("--cross", type=float, default=3.5, help="weight of the sources across languages")
    parser.add_argument("--inverse-cloze", type=float, default=0.4)
    parser.add_argument("--half", action="store_true", help="learn from every second passage alone")
    options = prepared(parser)
    corpus = Corpus.load(options.work / "corpus.npz")
    pairs = np.flatnonzero(corpus.passage_of % 2 == 0) if options.half else None
    sampler = Sampler(corpus, options.seed, inverse_cloze=options.inverse_cloze, cross=options.cross, pairs=pairs)
    trainer = Trainer(corpus, options.dimensions, options.buckets, sampler)
    watch = None
    if options.collections:
        from watch import watcher

        watch = watcher(options.collections, options.work)
    told = train(trainer, options.minutes, options.hard, options.quantise_from, watch)
    told |= {"seed": options.seed, "threads": options.threads}
    (options.work / f"{options.name}.json").write_text(json.dumps(told))
    torch.save(trainer.model.state_dict(), options.work / f"{options.name}.pt")


if __name__ == "__main__":
    main()
