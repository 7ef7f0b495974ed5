"""Trains the reranker on: in one language towards what two rerankers think together, across languages as before.

Usage: python reranker_distil.py WORK --minutes 12
Reads corpus.npz, candidates.npz, lessons.npz (teach.py) and reranker.pt, and writes over reranker.pt.
"""

import json
import time

import numpy as np
import torch
import torch.nn.functional as F

from corpus import Corpus
from options import prepared, trainer_parser
from reranker_export import QuantisedTable
from reranker_model import QUESTION_TOKENS, Reranker
from reranker_train import PASSAGE_TOKENS, QUESTIONS, Batches, padded

RATE = 8e-4
# Share of the batches that are across languages, of which no teacher knows anything.
ACROSS = 0.35
# Weight of the label beside the teachers' opinion.
LABEL = 0.3


class Lessons:
    def __init__(self, corpus: Corpus, batches: Batches, file, random: np.random.Generator):
        self.passages, self.queries, self.random = corpus.passages, batches.queries, random
        self.questions, self.candidates, self.logits = (file[name] for name in ("questions", "candidates", "logits"))
        self.order = np.zeros(0, dtype=np.int64)

    def draw(self) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Questions of one source, their candidates, the right one first, and the teachers' logits."""
        if len(self.order) == 0:
            self.order = self.random.permutation(len(self.questions) // QUESTIONS)
        at, self.order = self.order[0] * QUESTIONS + np.arange(QUESTIONS), self.order[1:]
        questions = [self.queries[i] for i in self.questions[at]]
        passages = [self.passages[i] for row in self.candidates[at] for i in row]
        return (padded(questions, min(QUESTION_TOKENS, max(8, *map(len, questions)))),
                padded(passages, max(16, min(PASSAGE_TOKENS, max(map(len, passages))))),
                torch.from_numpy(self.logits[at]))


def labelled(scores: torch.Tensor) -> torch.Tensor:
    return F.cross_entropy(scores, torch.zeros(len(scores), dtype=torch.long))


def taught(scores: torch.Tensor, logits: torch.Tensor) -> torch.Tensor:
    opinion = F.kl_div(F.log_softmax(scores, 1), F.log_softmax(logits, 1), log_target=True, reduction="batchmean")
    return opinion + LABEL * labelled(scores)


def train(model: Reranker, lessons: Lessons, across: Batches, minutes: float) -> dict:
    model.train()
    model.table.requires_grad_(False)
    rest = [value for name, value in model.named_parameters() if name != "table"]
    optimiser = torch.optim.Adam(rest, lr=RATE, fused=True)
    began, steps = time.time(), 0
    while (done := (time.time() - began) / 60 / minutes) < 1:
        optimiser.param_groups[0]["lr"] = RATE * max(0.02, min(1, steps / 100) * (1 - done))
        if lessons.random.random() < ACROSS:
            loss = labelled(model.score_candidates(*across.draw()))
        else:
            questions, passages, logits = lessons.draw()
            loss = taught(model.score_candidates(questions, passages), logits)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_([each for each in rest if each is not model.weights], 1.0)
        optimiser.step()
        steps += 1
        if steps % 200 == 0:
            print(f"{steps} {time.time() - began:.0f} s loss {loss.item():.3f}", flush=True)
    return {"steps": steps, "minutes": (time.time() - began) / 60}


def main() -> None:
    options = prepared(trainer_parser(minutes=12))
    work = options.work
    corpus = Corpus.load(work / "corpus.npz")
    state = torch.load(work / "reranker.pt")
    model = Reranker(*state["table"].shape)
    model.load_state_dict(state)
    # The table as it will be shipped: the rest learns to live with what eight bits lose.
    model.table.data.copy_(QuantisedTable(model.table.detach())(torch.arange(len(model.table))))
    across = Batches(corpus, np.load(work / "candidates.npz"), options.seed, long=0.15)
    weights = across.weights * [name.startswith("cross") for name in across.names]
    across.weights = weights / weights.sum()
    lessons = Lessons(corpus, across, np.load(work / "lessons.npz"), np.random.default_rng(options.seed))
    before = json.loads((work / "reranker.json").read_text())
    told = train(model, lessons, across, options.minutes)
    told = {key: before[key] + told[key] for key in told} | {"seed": options.seed, "threads": options.threads}
    (work / "reranker.json").write_text(json.dumps(told))
    torch.save(model.state_dict(), work / "reranker.pt")


if __name__ == "__main__":
    main()
