"""The embedding model: a weighted sum of a text's token and bigram vectors, of length 1."""

import math
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from features import Bags, bags

# A feature that occurs c times counts c^0.6 times.
SUBLINEARITY = 0.6
# Levels of a quantised number: -7.5 to 7.5 steps of its row.
LEVELS = 16
# The outermost level lies at so many standard deviations of a row: the least squared error for normal values.
REACH = 2.7


def quantise(table: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Level (0 to 15) of each number and the step of each row: number ≈ (level − 7.5) · step."""
    step = table.pow(2).mean(1, keepdim=True).sqrt().clamp(min=1e-9) * (REACH / (LEVELS / 2 - 0.5))
    levels = torch.round(table / step + (LEVELS - 1) / 2).clamp(0, LEVELS - 1)
    return levels, step


class BagEmbedding(nn.Module):
    """vector = Σ weight(f) · count(f)^sublinearity · table[f] over the features f of a text, scaled to length 1.

    Weights start at smooth inverse frequency (Arora et al. 2017); they and the table are learned.
    """

    def __init__(self, frequencies: torch.Tensor, dimensions: int, tokens: int):
        """@param frequencies share of each feature among the training passages' tokens; the first `tokens` are tokens"""
        super().__init__()
        self.table = nn.Parameter(torch.randn(len(frequencies), dimensions) / dimensions**0.5)
        weights = torch.log(1e-3 / (1e-3 + frequencies) + 1e-4)
        weights[tokens:] += math.log(0.6)
        self.weights = nn.Parameter(weights.float())
        # Not learned: training passages are short, and what they teach loses on long ones.
        self.register_buffer("sublinearity", torch.tensor(SUBLINEARITY))
        self.scale = nn.Parameter(torch.tensor(math.log(20.0)))
        self.quantised = False

    def forward(self, bags: Bags) -> torch.Tensor:
        rows = torch.from_numpy(bags.rows)
        table = self.table
        if self.quantised:  # gradients pass as if it were not
            levels, step = quantise(table.detach())
            table = table + ((levels - (LEVELS - 1) / 2) * step - table).detach()
        weights = self.weights[rows].exp() * torch.from_numpy(bags.counts) ** self.sublinearity
        summed = F.embedding_bag(rows, table, torch.from_numpy(bags.offsets), mode="sum", per_sample_weights=weights)
        return F.normalize(summed, dim=-1)


def load_embedding(path: Path, tokens: int) -> BagEmbedding:
    """@param tokens number of rows that are tokens; the others are buckets of bigrams"""
    state = torch.load(path)
    model = BagEmbedding(torch.ones(len(state["table"])), state["table"].shape[1], tokens)
    model.load_state_dict(state)
    return model


def embed(model: BagEmbedding, texts: list[np.ndarray], kinds: np.ndarray) -> np.ndarray:
    """Vectors of texts given as rows of tokens, [texts, dimensions]."""
    buckets = len(model.table) - len(kinds)
    with torch.no_grad():
        return torch.cat([model(bags(texts[at : at + 500], kinds, buckets)) for at in range(0, len(texts), 500)]).numpy()
