"""Shows how a training goes on the development collections."""

from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer

from corpus import Corpus, Ragged, encode
from devsets import development_sets, hit_and_ndcg
from embedding_model import embed, load_embedding
from pipeline import CANDIDATES, bm25_scores, minmax, rerank


def watcher(collections: Path, work: Path):
    tokenizer, rows = Tokenizer.from_file(str(work / "tokenizer.json")), np.load(work / "rows.npy")
    sets = development_sets(collections)
    encoded = {name: (encode(tokenizer, rows, each.questions, 512), encode(tokenizer, rows, each.passages, 512))
               for name, each in sets.items()}

    def vectors(trainer, texts: Ragged) -> np.ndarray:
        every = [texts[i] for i in range(len(texts.offsets) - 1)]
        with torch.no_grad():
            return torch.cat([trainer.embed(every[at : at + 500]) for at in range(0, len(every), 500)]).numpy()

    def watch(trainer) -> None:
        for name, (questions, passages) in encoded.items():
            hit, ndcg = hit_and_ndcg(vectors(trainer, questions) @ vectors(trainer, passages).T, sets[name].relevance)
            print(f"  {name} Hit@1 {hit:.3f} nDCG@10 {ndcg:.3f}", flush=True)

    return watch


def rerank_watcher(collections: Path, work: Path, questions: int = 80):
    """The first 20 by cosine plus BM25, reordered by the logits alone and interpolated."""
    tokenizer, rows = Tokenizer.from_file(str(work / "tokenizer.json")), np.load(work / "rows.npy")
    kinds = Corpus.load(work / "corpus.npz").kinds
    embedding = load_embedding(work / "embedding.pt", len(kinds))
    prepared = {}
    for name, each in development_sets(collections).items():
        chosen = np.sort(np.random.default_rng(1).permutation(len(each.questions))[:questions])
        asked = [each.questions[i] for i in chosen]
        tokens = lambda texts: [np.array([rows[i] for i in e.ids] or [1])
                                for e in tokenizer.encode_batch_fast(texts, add_special_tokens=False)]
        read, passages = tokens(asked), tokens(each.passages)
        cosine = embed(embedding, read, kinds) @ embed(embedding, passages, kinds).T
        first = (minmax(bm25_scores(asked, each.passages)) + minmax(cosine)) / 2
        candidates = np.argsort(-first, axis=1, kind="stable")[:, :CANDIDATES]
        prepared[name] = (first, candidates, read, passages, [each.relevance[i] for i in chosen])

    def watch(model) -> None:
        model.eval()
        for name, (first, candidates, asked, passages, relevance) in prepared.items():
            logits = rerank(model, asked, passages, candidates)
            told = [f"first {hit_and_ndcg(first, relevance)}"]
            for alpha in (0, 0.2, 0.5):
                scores = first - 1e6
                mixed = logits + 10 * alpha * np.take_along_axis(first, candidates, 1)
                np.put_along_axis(scores, candidates, mixed, 1)
                told.append(f"α {alpha} " + "{:.3f} {:.3f}".format(*hit_and_ndcg(scores, relevance)))
            print(f"  {name} {'; '.join(told)}", flush=True)
        model.train()

    return watch
