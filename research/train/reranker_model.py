"""The reranker: how a passage answers a question, from how their tokens meet.

A kernel model (Xiong et al. 2017, Dai et al. 2018) with exact matches: for each token of the question, how often and how
well it, its bigram and its trigram are in the passage, exactly and by cosine, raw and in context; the question's tokens
weighted by a learned term weight; how much of the question stands together in windows of 12, 32 and 96 tokens; and
whether the topic of a stretch of the passage is what the question asks for.
"""

import torch
import torch.nn.functional as F
from torch import nn

# Tokens of a question that are read.
QUESTION_TOKENS = 48
# Centres of the kernels over cosines in context; the first one counts near-identical tokens.
CENTRES = (1.0, 0.85, 0.65, 0.45, 0.25, 0.05)
WIDTHS = (0.08, 0.1, 0.1, 0.1, 0.1, 0.1)
# Windows of the passage in tokens, and how far they move.
WINDOWS = ((12, 4), (32, 8), (96, 24))
# The topic is read from stretches of so many tokens.
STRETCH, STEP = 24, 8
# A passage of this length counts as one of ordinary length where counts are saturated.
ORDINARY = 200


def unit(x: torch.Tensor) -> torch.Tensor:
    return x / (x.square().sum(-1, keepdim=True) + 1e-6).sqrt()


class Side:
    """One text of a pair: rows and mask [B, n], vectors [B, n, d] and their inverse lengths [B, n], vectors in context,
    term weights [B, n, 1] and the weights in the sum of all vectors [B, n]. What is masked is 0, but for the vectors."""

    def __init__(self, rows, mask, vectors, inverse, context, weights, shares):
        self.rows, self.mask, self.vectors, self.inverse, self.context, self.weights, self.shares = (
            rows, mask, vectors, inverse, context, weights, shares)

    def repeat(self, times: int) -> "Side":
        return Side(*(each.repeat_interleave(times, 0) for each in vars(self).values()))

    def only(self, mask: torch.Tensor) -> "Side":
        """Without the tokens that the mask [B, n] has 0 for."""
        wide = mask[..., None]
        return Side(self.rows, self.mask * mask, self.vectors, self.inverse * mask, self.context * wide,
                    self.weights * wide, self.shares * mask)

    def first(self, tokens: int) -> "Side":
        return Side(*(each[:, :tokens] for each in vars(self).values()))

    def mean(self) -> torch.Tensor:
        """Weighted sum of the vectors, as a unit vector [B, d]."""
        return unit((self.shares[:, None] @ self.vectors)[:, 0])


class Reranker(nn.Module):
    def __init__(self, rows: int, dimensions: int = 256, context: int = 128, layers: int = 2):
        super().__init__()
        self.dimensions = dimensions
        self.table = nn.Parameter(torch.randn(rows, dimensions) / dimensions**0.5)
        # Of each row: its term weight in a question, and the logarithm of its weight in the sum of all vectors.
        self.weights = nn.Parameter(torch.zeros(rows, 2))
        self.enter = nn.Linear(dimensions, context)
        self.sides = nn.Parameter(torch.zeros(2, context))
        self.layers = nn.ModuleList([nn.Conv1d(context, context, 3, padding=1) for _ in range(layers)])
        self.norms = nn.ModuleList([nn.LayerNorm(context) for _ in range(layers + 1)])
        self.term_weight = nn.Sequential(nn.Linear(context + 1, 48), nn.GELU(), nn.Linear(48, 1))
        self.project = nn.Linear(context, 96)
        self.register_buffer("centres", torch.tensor(CENTRES))
        self.register_buffer("sharpness", 1 / (2 * torch.tensor(WIDTHS) ** 2))
        self.token_score = nn.Sequential(nn.Linear(11 + len(CENTRES), 48), nn.GELU(), nn.Linear(48, 1))
        self.match = nn.Parameter(torch.tensor([0.6, 0.5, 0.3, 0.5, 0.5]))
        self.match_bias = nn.Parameter(torch.tensor(-0.2))
        self.asked, self.told = nn.Linear(context, 64), nn.Linear(context, 64)
        features = 6 + 2 * len(WINDOWS)
        self.final = nn.Sequential(nn.Linear(features, 32), nn.GELU(), nn.Linear(32, 1))
        self.linear = nn.Linear(features, 1)
        nn.init.zeros_(self.linear.bias)
        self.linear.weight.data.fill_(1.0)

    def read(self, rows: torch.Tensor, mask: torch.Tensor, side: torch.Tensor, vectors: torch.Tensor | None = None) -> Side:
        """@param mask 1 for tokens of the text, 0 for padding and the other text; @param side the side's vector;
        @param vectors of the rows, where they are not those of the table"""
        mask = mask[..., None]
        vectors = F.embedding(rows, self.table) if vectors is None else vectors
        weights = F.embedding(rows, self.weights)
        x = self.norms[0](self.enter(vectors) + side) * mask
        for layer, norm in zip(self.layers, self.norms[1:]):
            with torch.autocast("cpu", torch.bfloat16, enabled=self.training):
                y = F.gelu(layer(x.transpose(1, 2))).transpose(1, 2)
            x = norm(x + y.float()) * mask
        mask = mask[..., 0]
        inverse = mask / (vectors.square().sum(-1) + 1e-6).sqrt()
        return Side(rows, mask, vectors, inverse, x, weights[..., :1] * mask[..., None], weights[..., 1].exp() * mask)

    def score(self, question: Side, passage: Side) -> torch.Tensor:
        """Logit of each pair, [B]."""
        term = F.softplus(self.term_weight(torch.cat([question.context, question.weights], -1))[..., 0]) * question.mask
        term = term / (term.sum(1, keepdim=True) + 1e-6)
        both = question.mask[:, :, None] * passage.mask[:, None, :]
        length = passage.mask.sum(1)

        exact = [(question.rows[:, :, None] == passage.rows[:, None, :]).to(both.dtype) * both]
        starts = exact[0]  # of a matching n-gram
        for n in (2, 3):
            starts = F.pad(starts[:, :-1, :-1] * starts[:, 1:, 1:], (0, 1, 0, 1))
            within = starts
            for shift in range(1, n):
                within = torch.maximum(within, F.pad(starts[:, :-shift, :-shift], (shift, 0, shift, 0)))
            exact.append(within)
        raw = question.vectors @ passage.vectors.transpose(1, 2) * question.inverse[:, :, None] * passage.inverse[:, None]
        raw = raw - (1 - both)
        asked = unit(self.project(question.context)) * question.mask[..., None]
        told = unit(self.project(passage.context)) * passage.mask[..., None]
        near = asked @ told.transpose(1, 2) - (1 - both)

        counts = [each.sum(2) for each in exact]
        ordinary = (0.3 + 0.7 * length / ORDINARY)[:, None]
        of_token = [torch.log1p(count) for count in counts] + [count / (count + ordinary) for count in counts]
        of_token += [raw.amax(2) * question.mask, near.amax(2) * question.mask]
        # Far from the centre it is nothing, but no denormal number either: those are a hundred times slower.
        of_token += [torch.log1p(torch.exp((-((near - self.centres[k]) ** 2) * self.sharpness[k]).clamp(min=-40)).sum(2))
                     for k in range(len(CENTRES))]
        of_token += [exact[1].amax(2), exact[2].amax(2), question.weights[..., 0] * question.mask]
        features = [(term * self.token_score(torch.stack(of_token, -1))[..., 0]).sum(1)]

        kinds = [*exact, torch.relu(raw - 0.3), torch.relu(near - 0.3)]
        found = torch.sigmoid(4 * (sum(w * kind for w, kind in zip(self.match, kinds)) + self.match_bias - 0.5)) * both
        for width, step in WINDOWS:
            together = (F.max_pool1d(F.pad(found, (0, width)), width, step) * term[:, :, None]).sum(1)
            # Padding is no window: scores must not depend on the batch.
            empty = 1 - F.max_pool1d(F.pad(passage.mask, (0, width))[:, None], width, step)[:, 0]
            features += [together.amax(1), (torch.softmax(together * 12 - 1e4 * empty, 1) * together).sum(1)]
        features.append((found.amax(2) * term).sum(1))

        question_topic = unit(self.asked((question.context * term[..., None]).sum(1)))
        told_vectors = self.told(passage.context) * passage.mask[..., None]
        stretches = F.avg_pool1d(F.pad(told_vectors.transpose(1, 2), (0, STRETCH)), STRETCH, STEP)
        stretches = stretches / (stretches.square().sum(1, keepdim=True) + 1e-8).sqrt()
        topics = (question_topic[:, :, None] * stretches).sum(1)
        short = (F.avg_pool1d(F.pad(passage.mask, (0, STRETCH))[:, None], STRETCH, STEP)[:, 0] < 0.2).to(topics.dtype)
        topics = topics - 2 * short * (length > STRETCH)[:, None].to(topics.dtype)
        features += [topics.amax(1), (question_topic * unit(told_vectors.sum(1))).sum(1), torch.log1p(length) / 6]
        features.append((question.mean() * passage.mean()).sum(1))
        every = torch.stack(features, -1)
        return (self.linear(every) + self.final(every))[:, 0] * 4

    def score_candidates(self, questions: torch.Tensor, passages: torch.Tensor) -> torch.Tensor:
        """Logits [B, C] of rows [B, q] and [B · C, n], where 0 is padding."""
        candidates = len(passages) // len(questions)
        question = self.read(questions, (questions > 0).float(), self.sides[0]).repeat(candidates)
        passage = self.read(passages, (passages > 0).float(), self.sides[1])
        return self.score(question, passage).view(len(questions), candidates)
