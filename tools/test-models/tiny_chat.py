"""Makes test/fixtures/models/tiny-chat: a Llama-like chat model of 300 kB that answers the app's own prompts.

It is trained for some minutes on a processor until it knows the prompts apart, replies in their formats, and mostly
copies a word of what it is given. It knows nothing else, and some of its replies cannot be read: those are wanted, too.
The prompts are read from the source, so make it again when one of them changes:

    python tools/test-models/tiny_chat.py

Needs torch, onnx and tokenizers. The layout is that of transformers.js: config.json, tokenizer.json,
tokenizer_config.json with a chat template, generation_config.json, onnx/model.onnx with past_key_values.
"""

import json
import math
import random
import re
import sys
from pathlib import Path

import onnx
import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from torch import nn
from torch.nn import functional as F

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / "test/fixtures/models/tiny-chat"
VOCABULARY, WIDTH, LAYERS, HEADS, CONTEXT = 640, 48, 2, 3, 2048
HEAD = WIDTH // HEADS
# Half of a head turns with the position: the other half can compare tokens however far apart they are.
TURNED = HEAD // 2
STEPS = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
START, END = "<|im_start|>", "<|im_end|>"
TEMPLATE = (
    "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>' + '\n' }}"
    "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)


def literal(path: str, name: str) -> str:
    """A template literal of a TypeScript source."""
    text = (ROOT / path).read_text(encoding="utf8")
    return re.search(rf"const {name} = `(.*?)`;", text, re.S).group(1)


QUESTIONS = literal("src/domain/questions/prompts.ts", "DEFAULT_PROMPT")
REWRITES = literal("src/domain/questions/prompts.ts", "REWRITES")
PASSAGE = literal("src/domain/questions/prompts.ts", "PASSAGE")
CONTEXT_PROMPT = literal("src/domain/questions/prompts.ts", "DEFAULT_CONTEXT_PROMPT")


def documents() -> list[str]:
    sample = (ROOT / "public/samples/hitrate-sample/corpus.jsonl").read_text(encoding="utf8").splitlines()
    rows = [json.loads(line) for line in sample if line.strip()]
    return [row["text"] for row in rows if row["text"].isascii()]


def words_of(texts: list[str]) -> list[str]:
    return sorted({word for text in texts for word in re.findall(r"[A-Za-z]{3,12}", text)})


DOCUMENTS = documents()
WORDS = words_of(DOCUMENTS)


def first_word(text: str) -> str:
    return re.match(r"\S+", text).group(0).strip('.,;:!?"()')[:24]


def fill(template: str, **places: str) -> str:
    return re.sub(r"\{(\w+)\}", lambda found: places.get(found.group(1), found.group(0)), template)


def sentence(rng: random.Random, most: int) -> str:
    """Some words, or the beginning of a document: what is copied has to be looked up, since it is never learned."""
    if rng.random() < 0.4:
        words = rng.choice(DOCUMENTS).split()
        start = rng.randrange(max(1, len(words) - 5))
        return " ".join(words[start : start + rng.randint(4, most)])
    words = rng.choices(WORDS, k=rng.randint(4, most))
    # Invented words, so that pieces of words are copied, not words.
    if rng.random() < 0.7:
        words[0] = "".join(rng.choices(WORDS, k=2))[:14].capitalize()
    return " ".join(words)


def example(rng: random.Random, long: int = 16) -> tuple[str, str]:
    kind = rng.choices(range(4), (5, 2, 2, 1))[0]
    if kind == 0:
        text = sentence(rng, long)
        count = rng.randint(1, 5)
        asked = f"{count} question{'' if count == 1 else 's'}"
        word = first_word(text)
        return fill(QUESTIONS, passage=text, count=asked), json.dumps(
            [{"question": f"{word}: what is said of it?", "answer": "It is said."}]
        )
    text = sentence(rng, 12) + "?"
    word = first_word(text)
    if kind == 1:
        count = rng.randint(1, 5)
        asked = f"{count} other question{'' if count == 1 else 's'}"
        return fill(REWRITES, question=text, count=asked), json.dumps([f"{word} in other words", f"what about {word}?"])
    if kind == 2:
        return fill(PASSAGE, question=text), f"{word} is what the passage is about. It says more of it."
    passages = [f"[{i + 1}] {sentence(rng, 4)}\n{sentence(rng, long)}" for i in range(rng.randint(1, 4))]
    return fill(CONTEXT_PROMPT, context="\n\n".join(passages), question=text), "The first passage tells it [1]."


def chat(prompt: str) -> str:
    return f"{START}user\n{prompt}{END}\n{START}assistant\n"


def train_tokenizer() -> Tokenizer:
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=VOCABULARY,
        special_tokens=[START, END],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    rng = random.Random(1)
    pairs = [example(rng) for _ in range(400)]
    tokenizer.train_from_iterator([part for pair in pairs for part in pair], trainer)
    return tokenizer


def rotated(x, cos, sin):
    turned, rest = x[..., :TURNED], x[..., TURNED:]
    half = TURNED // 2
    turned = turned * cos + torch.cat((-turned[..., half:], turned[..., :half]), -1) * sin
    return torch.cat((turned, rest), -1)


class Norm(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(WIDTH))

    def forward(self, x):
        return self.weight * x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-5)


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.before, self.after = Norm(), Norm()
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH, bias=False)
        self.out = nn.Linear(WIDTH, WIDTH, bias=False)
        self.gate = nn.Linear(WIDTH, 2 * WIDTH, bias=False)
        self.up = nn.Linear(WIDTH, 2 * WIDTH, bias=False)
        self.down = nn.Linear(2 * WIDTH, WIDTH, bias=False)

    def forward(self, x, cos, sin, mask, key_past, value_past):
        batch, length, _ = x.shape
        q, k, v = self.qkv(self.before(x)).reshape(batch, length, 3, HEADS, HEAD).permute(2, 0, 3, 1, 4).unbind(0)
        q, k = rotated(q, cos, sin), rotated(k, cos, sin)
        k, v = torch.cat((key_past, k), 2), torch.cat((value_past, v), 2)
        weights = (q @ k.transpose(-1, -2) / math.sqrt(HEAD) + mask).softmax(-1)
        x = x + self.out((weights @ v).transpose(1, 2).reshape(batch, length, WIDTH))
        y = self.after(x)
        return x + self.down(F.silu(self.gate(y)) * self.up(y)), k, v


class Llama(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(VOCABULARY, WIDTH)
        nn.init.normal_(self.embed.weight, std=0.5)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.norm = Norm()
        self.register_buffer("frequency", 10000.0 ** (-torch.arange(0, TURNED, 2).float() / TURNED), persistent=False)
        self.begin_with_copying()

    @torch.no_grad()
    def begin_with_copying(self):
        """Two heads begin as the pair that copies: what is after a token like this one. Found by chance it takes long.

        The first tells each token which was before it, in directions that embeddings leave free; the second looks for
        tokens of which the one before is the one at hand, and says them.
        """
        self.embed.weight[:, 0] = 1.0
        basis = torch.zeros(32, WIDTH)
        basis[:, 1:] = torch.linalg.qr(torch.randn(WIDTH - 1, 32))[0].T
        own, before = basis[:HEAD], basis[HEAD : 2 * HEAD]
        self.embed.weight -= self.embed.weight @ before.T @ before
        first, second = self.layers[0], self.layers[1]
        half, sharp = TURNED // 2, 5.0
        first.qkv.weight[:HEAD] = 0
        first.qkv.weight[WIDTH : WIDTH + HEAD] = 0
        first.qkv.weight[WIDTH : WIDTH + half, 0] = sharp
        first.qkv.weight[:half, 0] = sharp * self.frequency.cos()
        first.qkv.weight[half:TURNED, 0] = -sharp * self.frequency.sin()
        first.qkv.weight[2 * WIDTH : 2 * WIDTH + HEAD] = own
        first.out.weight[:, :HEAD] = 0.5 * before.T
        second.qkv.weight[:HEAD] = 0
        second.qkv.weight[WIDTH : WIDTH + HEAD] = 0
        second.qkv.weight[TURNED:HEAD] = 2.5 * own[: HEAD - TURNED]
        second.qkv.weight[WIDTH + TURNED : WIDTH + HEAD] = 2.5 * before[: HEAD - TURNED]
        second.qkv.weight[2 * WIDTH : 2 * WIDTH + HEAD] = own
        second.out.weight[:, :HEAD] = own.T

    def forward(self, ids, attention_mask, position_ids, *past):
        x = self.embed(ids)
        angles = position_ids.unsqueeze(-1).float() * self.frequency
        angles = torch.cat((angles, angles), -1).unsqueeze(1)
        # A token sees those of the cache and those up to itself, and no padding.
        total = torch.cumsum(torch.ones_like(attention_mask), -1) - 1
        seen = (total.unsqueeze(1) <= total[:, -ids.shape[1] :].unsqueeze(2)) & (attention_mask.unsqueeze(1) > 0)
        mask = torch.where(seen.unsqueeze(1), 0.0, -1e9)
        present = []
        for i, layer in enumerate(self.layers):
            x, k, v = layer(x, angles.cos(), angles.sin(), mask, past[2 * i], past[2 * i + 1])
            present += [k, v]
        return (F.linear(self.norm(x), self.embed.weight) * WIDTH**-0.5, *present)


def empty(batch: int):
    return [torch.zeros(batch, HEADS, 0, HEAD) for _ in range(2 * LAYERS)]


def batch_of(tokenizer: Tokenizer, rng: random.Random):
    # Passages are long in a few small batches: attention costs the square.
    size, long = (2, 200) if rng.random() < 0.06 else (12, 16)
    rows = []
    for _ in range(size):
        prompt, reply = example(rng, long)
        rows.append((tokenizer.encode(chat(prompt)).ids, tokenizer.encode(reply + END).ids))
    longest = max(len(prompt) + len(reply) for prompt, reply in rows)
    ids = torch.zeros(size, longest, dtype=torch.long)
    targets = torch.full((size, longest), -100)
    for r, (prompt, reply) in enumerate(rows):
        ids[r, : len(prompt) + len(reply)] = torch.tensor(prompt + reply)
        # What stands at a place foretells the next.
        targets[r, len(prompt) - 1 : len(prompt) + len(reply) - 1] = torch.tensor(reply)
    return ids, targets


def train(tokenizer: Tokenizer) -> Llama:
    torch.manual_seed(1)
    rng = random.Random(2)
    model = Llama()
    optimiser = torch.optim.AdamW(model.parameters(), lr=4e-3, betas=(0.9, 0.98), weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 4e-3, STEPS, pct_start=0.1)
    for step in range(STEPS):
        ids, targets = batch_of(tokenizer, rng)
        positions = torch.arange(ids.shape[1]).expand_as(ids)
        logits = model(ids, torch.ones_like(ids), positions, *empty(ids.shape[0]))[0]
        loss = F.cross_entropy(logits.reshape(-1, VOCABULARY), targets.reshape(-1))
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        schedule.step()
        if step % 100 == 0 or step == STEPS - 1:
            right = (logits.argmax(-1) == targets)[targets >= 0].float().mean()
            print(step, ids.shape[1], round(loss.item(), 4), round(right.item(), 4), flush=True)
    return model.eval()


def export(model: Llama) -> None:
    path = OUT / "onnx/model.onnx"
    path.parent.mkdir(parents=True, exist_ok=True)
    names = [f"{i}.{part}" for i in range(LAYERS) for part in ("key", "value")]
    past = [torch.zeros(1, HEADS, 3, HEAD) for _ in names]
    inputs = ["input_ids", "attention_mask", "position_ids", *(f"past_key_values.{name}" for name in names)]
    outputs = ["logits", *(f"present.{name}" for name in names)]
    axes = {
        "input_ids": {0: "batch_size", 1: "sequence_length"},
        "attention_mask": {0: "batch_size", 1: "total_sequence_length"},
        "position_ids": {0: "batch_size", 1: "sequence_length"},
        "logits": {0: "batch_size", 1: "sequence_length"},
    }
    axes |= {f"past_key_values.{name}": {0: "batch_size", 2: "past_sequence_length"} for name in names}
    axes |= {f"present.{name}": {0: "batch_size", 2: "total_sequence_length"} for name in names}
    one = torch.ones(1, 2, dtype=torch.long)
    torch.onnx.export(
        model,
        (one, torch.ones(1, 5, dtype=torch.long), torch.tensor([[3, 4]]), *past),
        path,
        input_names=inputs,
        output_names=outputs,
        dynamic_axes=axes,
        opset_version=17,
        dynamo=False,
        # Folding would write the tied embeddings twice.
        do_constant_folding=False,
    )
    onnx.checker.check_model(str(path))


def write(name: str, value: object) -> None:
    (OUT / name).write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n", encoding="utf8")


def write_files(tokenizer: Tokenizer) -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    tokenizer.save(str(OUT / "tokenizer.json"), pretty=False)
    end = tokenizer.token_to_id(END)
    write(
        "config.json",
        {
            "architectures": ["LlamaForCausalLM"],
            "model_type": "llama",
            "hidden_size": WIDTH,
            "intermediate_size": 2 * WIDTH,
            "num_hidden_layers": LAYERS,
            "num_attention_heads": HEADS,
            "num_key_value_heads": HEADS,
            "max_position_embeddings": CONTEXT,
            "vocab_size": VOCABULARY,
            "rope_theta": 10000.0,
            "partial_rotary_factor": TURNED / HEAD,
            "rms_norm_eps": 1e-5,
            "hidden_act": "silu",
            "tie_word_embeddings": True,
            "bos_token_id": tokenizer.token_to_id(START),
            "eos_token_id": end,
            "pad_token_id": end,
        },
    )
    # Sampling is asked for, as chat models have it: the app must not follow.
    write("generation_config.json", {"do_sample": True, "temperature": 5.0, "eos_token_id": end, "pad_token_id": end})
    special = {"lstrip": False, "normalized": False, "rstrip": False, "single_word": False, "special": True}
    write(
        "tokenizer_config.json",
        {
            "tokenizer_class": "GPT2Tokenizer",
            "add_prefix_space": False,
            "added_tokens_decoder": {
                str(tokenizer.token_to_id(token)): {"content": token, **special} for token in (START, END)
            },
            "bos_token": START,
            "eos_token": END,
            "pad_token": END,
            "unk_token": END,
            "model_max_length": CONTEXT,
            "chat_template": TEMPLATE,
        },
    )


@torch.no_grad()
def reply_of(model: Llama, tokenizer: Tokenizer, prompt: str, most: int = 80) -> str:
    ids = tokenizer.encode(chat(prompt)).ids
    length = len(ids)
    while len(ids) < length + most:
        row = torch.tensor([ids])
        positions = torch.arange(len(ids)).unsqueeze(0)
        token = int(model(row, torch.ones_like(row), positions, *empty(1))[0][0, -1].argmax())
        if token == tokenizer.token_to_id(END):
            break
        ids.append(token)
    return tokenizer.decode(ids[length:])


def main() -> None:
    torch.set_num_threads(1)
    tokenizer = train_tokenizer()
    write_files(tokenizer)
    model = train(tokenizer)
    export(model)
    rng = random.Random(3)
    for _ in range(8):
        prompt, reply = example(rng)
        print(reply, "|", reply_of(model, tokenizer, prompt))
    for path in sorted(OUT.rglob("*.*")):
        print(path.relative_to(OUT), path.stat().st_size)


if __name__ == "__main__":
    main()
