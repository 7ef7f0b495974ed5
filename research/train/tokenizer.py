"""One tokenizer for both models: WordPiece for words, single characters for Chinese and Japanese.

Single characters, because the models make their own bigrams of them, and so that traditional and Japanese forms of a
character can share its row. Lower case, NFKC.
"""

import collections
import json
import random
import re
from pathlib import Path

import snowballstemmer
from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, processors, trainers

from pairs import Pairs
from text import CJK, CJK_CHARACTER, language, normalise

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
CHARACTERS_READ = {"en": 16_000_000, "zh": 8_000_000, "ja": 8_000_000}
LONGEST_WORD = 64
STEMMED = re.compile("[a-z]{3,}")


def sample(pairs: Pairs, seed: int) -> dict[str, list[str]]:
    """Texts of each language up to CHARACTERS_READ, in random order, no source more than 24,000."""
    random_ = random.Random(seed)
    texts = {name: [] for name in CHARACTERS_READ}
    order = list(range(len(pairs.queries)))
    random_.shuffle(order)
    taken = collections.Counter()
    read = collections.Counter()
    for i in order:
        source = pairs.source_of[i]
        if taken[source] >= 12_000:
            continue
        taken[source] += 1
        for text in (pairs.queries[i], pairs.passages[pairs.passage_of[i]]):
            name = language(text)
            if read[name] < CHARACTERS_READ[name]:
                texts[name].append(text)
                read[name] += len(text)
    return texts


def train_tokenizer(pairs: Pairs, forms: dict[str, str], words: int, seed: int = 1) -> Tokenizer:
    """@param forms the simplified form of a traditional or Japanese character: both are in the vocabulary"""
    texts = sample(pairs, seed)
    normaliser = normalizers.Sequence(
        [normalizers.NFKC(), normalizers.Lowercase(), normalizers.Replace(Regex(r"\s+"), " ")]
    )
    splitter = pre_tokenizers.Sequence(
        [pre_tokenizers.BertPreTokenizer(), pre_tokenizers.Split(Regex(f"[{CJK}]"), "isolated")]
    )
    trained = Tokenizer(models.WordPiece(unk_token="[UNK]", max_input_chars_per_word=LONGEST_WORD))
    trained.normalizer, trained.pre_tokenizer = normaliser, splitter
    latin = [CJK_CHARACTER.sub(" ", normalise(text)) for text in texts["en"] + texts["zh"][:16_000] + texts["ja"][:16_000]]
    trained.train_from_iterator(
        latin,
        trainers.WordPieceTrainer(
            vocab_size=words, min_frequency=3, special_tokens=SPECIAL, continuing_subword_prefix="##", limit_alphabet=500
        ),
    )
    vocabulary = sorted(trained.get_vocab(), key=trained.get_vocab().get)
    known = set(vocabulary)
    counts = collections.Counter()
    for name in ("zh", "ja"):
        for text in texts[name]:
            counts.update(CJK_CHARACTER.findall(normalise(text)))
    common = [character for character, n in counts.most_common() if n >= 2]
    known_characters = set(common)
    # Other forms of characters that are known cost a line of the vocabulary, and no row.
    other_forms = sorted(c for c, form in forms.items() if form in known_characters and c not in known_characters
                         and CJK_CHARACTER.fullmatch(c) and normalise(c) == c)
    vocabulary += [c for c in common + other_forms if c not in known]

    tokenizer = Tokenizer(
        models.WordPiece({word: i for i, word in enumerate(vocabulary)}, unk_token="[UNK]", max_input_chars_per_word=LONGEST_WORD)
    )
    tokenizer.normalizer, tokenizer.pre_tokenizer = normaliser, splitter
    tokenizer.add_special_tokens(SPECIAL)
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    return tokenizer


def rows_of(tokenizer: Tokenizer, forms: dict[str, str]) -> list[int]:
    """The row of each token id: a character's other forms have the row of its simplified form, the inflections of an
    English word have one row (Snowball's English stemmer)."""
    vocabulary = tokenizer.get_vocab()
    stemmer = snowballstemmer.stemmer("english")

    def unit(token: str) -> str:
        if forms.get(token) in vocabulary:
            return forms[token]
        return f"stem:{stemmer.stemWord(token)}" if STEMMED.fullmatch(token) else token

    rows: dict[str, int] = {}
    return [rows.setdefault(unit(token), len(rows)) for token in sorted(vocabulary, key=vocabulary.get)]


def save(tokenizer: Tokenizer, path: Path) -> None:
    """Without white space: the vocabulary is most of the file."""
    path.write_text(json.dumps(json.loads(tokenizer.to_str()), ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
