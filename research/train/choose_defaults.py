"""The weight of the dense list and the interpolation that do best over the development sets (never semiconductor-zh).

Usage: python choose_defaults.py COLLECTIONS WORK [--questions 200]
Prints nDCG@10 of every set for every choice; the mean decides, and is printed last.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer

from corpus import Corpus
from devsets import development_sets, hit_and_ndcg
from embedding_model import embed, load_embedding
from pipeline import CANDIDATES, bm25_scores, minmax, rerank
from reranker_model import Reranker

# Tokens of a passage that the embedding model reads.
READ = 1_022
DENSE_WEIGHTS = (0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1)
ALPHAS = (0, 0.05, 0.1, 0.2, 0.3, 0.5, 0.8, 1.2)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("collections", type=Path)
    parser.add_argument("work", type=Path)
    parser.add_argument("--questions", type=int, default=200)
    options = parser.parse_args()
    work = options.work
    tokenizer, rows = Tokenizer.from_file(str(work / "tokenizer.json")), np.load(work / "rows.npy")
    kinds = Corpus.load(work / "corpus.npz").kinds
    embedding = load_embedding(work / "embedding.pt", len(kinds))
    embedding.quantised = True
    state = torch.load(work / "reranker.pt")
    reranker = Reranker(*state["table"].shape)
    reranker.load_state_dict(state)
    reranker.eval()

    def tokens(texts: list[str]) -> list[np.ndarray]:
        return [np.array([rows[i] for i in e.ids] or [1]) for e in tokenizer.encode_batch_fast(texts, add_special_tokens=False)]

    results: dict[tuple[float, float | None], list[float]] = {}
    for name, each in development_sets(options.collections).items():
        chosen = np.sort(np.random.default_rng(1).permutation(len(each.questions))[: options.questions])
        relevance = [each.relevance[i] for i in chosen]
        asked, passages = tokens([each.questions[i] for i in chosen]), tokens(each.passages)
        lexical = minmax(bm25_scores([each.questions[i] for i in chosen], each.passages))
        dense = minmax(embed(embedding, asked, kinds) @ embed(embedding, [text[:READ] for text in passages], kinds).T)
        # Every passage that some weight would rerank is scored once.
        firsts = {w: (1 - w) * lexical + w * dense for w in DENSE_WEIGHTS}
        tops = {w: np.argsort(-first, axis=1, kind="stable")[:, :CANDIDATES] for w, first in firsts.items()}
        union = [np.unique(np.concatenate([tops[w][q] for w in DENSE_WEIGHTS])) for q in range(len(asked))]
        width = max(map(len, union))
        candidates = np.array([np.resize(each_, width) for each_ in union])
        logits = np.full(lexical.shape, -np.inf)
        np.put_along_axis(logits, candidates, rerank(reranker, asked, passages, candidates), 1)
        for w in DENSE_WEIGHTS:
            results.setdefault((w, None), []).append(hit_and_ndcg(firsts[w], relevance)[1])
            for alpha in ALPHAS:
                scores = firsts[w] - 1e6
                top = tops[w]
                mixed = np.take_along_axis(logits, top, 1) + 10 * alpha * np.take_along_axis(firsts[w], top, 1)
                np.put_along_axis(scores, top, mixed, 1)
                results.setdefault((w, alpha), []).append(hit_and_ndcg(scores, relevance)[1])
        print(name, flush=True)
        for alpha in (None, *ALPHAS):
            print(f"  α {alpha}: " + " ".join(f"{results[w, alpha][-1]:.3f}" for w in DENSE_WEIGHTS), flush=True)
    print("mean over the sets; columns are the weight of the dense list", *DENSE_WEIGHTS)
    for alpha in (None, *ALPHAS):
        print(f"  α {alpha}: " + " ".join(f"{np.mean(results[w, alpha]):.4f}" for w in DENSE_WEIGHTS))
    fused = max(DENSE_WEIGHTS, key=lambda w: np.mean(results[w, None]))
    best = max((key for key in results if key[1] is not None), key=lambda key: np.mean(results[key]))
    print(f"best dense weight {fused} by itself; reranked: weight {best[0]}, interpolation {best[1]}")


if __name__ == "__main__":
    main()
