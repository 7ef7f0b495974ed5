"""
Tokenizers of the classes that published models have, small, with vocabularies made by counting: the same bytes every
time, which the trainers of the library do not promise.
"""

import json
import math
import re
import unicodedata
from collections import Counter

from sentences import ENGLISH, OTHERS
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors


def save(folder, tokenizer, **config):
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer.save(str(folder / "tokenizer.json"), pretty=False)
    (folder / "tokenizer_config.json").write_text(json.dumps(config, indent=2) + "\n")


def words_of(sentences):
    plain = lambda s: "".join(c for c in unicodedata.normalize("NFD", s.lower()) if not unicodedata.combining(c))
    return Counter(word for s in sentences for word in re.findall(r"\w+|[^\w\s]", plain(s)))


def wordpiece(specials):
    """BERT's: words that occur, their first halves, ends of three and all letters, so that most words have pieces."""
    words = sorted(words_of(ENGLISH))
    letters = [chr(c) for c in range(33, 127) if not chr(c).isupper()]
    starts = sorted({w[:4] for w in words if len(w) > 5})
    ends = sorted({"##" + w[-3:] for w in words if len(w) > 5})
    cjk = sorted({c for s in OTHERS for c in s if ord(c) > 0x3000})
    pieces = dict.fromkeys([*specials, *letters, *("##" + c for c in letters), *words, *starts, *ends, *cjk])
    vocabulary = {piece: i for i, piece in enumerate(pieces)}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]", continuing_subword_prefix="##"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    return tokenizer, vocabulary


BERT = {"pad_token": "[PAD]", "unk_token": "[UNK]", "cls_token": "[CLS]", "sep_token": "[SEP]", "mask_token": "[MASK]"}


def bert(folder):
    tokenizer, ids = wordpiece(BERT.values())
    tokenizer.add_special_tokens([AddedToken(t, special=True) for t in BERT.values()])
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS]:0 $A:0 [SEP]:0",
        pair="[CLS]:0 $A:0 [SEP]:0 $B:1 [SEP]:1",
        special_tokens=[(t, ids[t]) for t in ("[CLS]", "[SEP]")],
    )
    save(folder, tokenizer, tokenizer_class="BertTokenizer", do_lower_case=True, model_max_length=128, **BERT)


def static(folder):
    """Without special tokens around a text: each of its vectors counts."""
    tokenizer, _ = wordpiece(["[PAD]", "[UNK]"])
    tokenizer.add_special_tokens([AddedToken(t, special=True) for t in ("[PAD]", "[UNK]")])
    tokens = {"pad_token": "[PAD]", "unk_token": "[UNK]"}
    save(folder, tokenizer, tokenizer_class="PreTrainedTokenizerFast", model_max_length=1_000_000, **tokens)


XLM = {"bos_token": "<s>", "pad_token": "<pad>", "eos_token": "</s>", "unk_token": "<unk>", "mask_token": "<mask>"}


def unigram(folder):
    """XLM-RoBERTa's: pieces of a Unigram model with `▁` for blanks, and two separators between the texts of a pair."""
    counts = Counter()
    for sentence in ENGLISH + OTHERS:
        for word in unicodedata.normalize("NFKC", sentence).split():
            marked = "▁" + word
            counts.update(marked[i : i + n] for n in range(1, 7) for i in range(len(marked) - n + 1))
    often = {p: c for p, c in counts.items() if len(p) == 1 or c > 1 or (p[0] == "▁" and len(p) > 3)}
    letters = {chr(c): 1 for c in range(33, 127)} | {"▁": 50}
    pieces = letters | often
    total = sum(pieces.values())
    scored = sorted(((p, round(math.log(c / total), 4)) for p, c in pieces.items()), key=lambda ps: (-ps[1], ps[0]))
    vocabulary = [(t, 0.0) for t in ("<s>", "<pad>", "</s>", "<unk>")] + scored + [("<mask>", 0.0)]
    tokenizer = Tokenizer(models.Unigram(vocabulary, unk_id=3, byte_fallback=False))
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Replace(Regex(" {2,}"), " ")])
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")
    tokenizer.decoder = decoders.Metaspace(replacement="▁", prepend_scheme="always")
    tokenizer.add_special_tokens([AddedToken(t, special=True, lstrip=t == "<mask>") for t in XLM.values()])
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", pair="<s> $A </s> </s> $B </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    tokens = XLM | {"cls_token": "<s>", "sep_token": "</s>"}
    save(folder, tokenizer, tokenizer_class="XLMRobertaTokenizer", model_max_length=512, **tokens)


END = "<|endoftext|>"


def byte_pairs(folder):
    """Qwen's: byte-level pairs, an end token after each text, padding on the left."""
    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    pairs = Counter()
    for word, count in words_of(ENGLISH).items():
        marked = "Ġ" + word
        pairs.update({(marked[i : i + 1], marked[i + 1 : i + 2]): count for i in range(len(marked) - 1)})
    often = sorted(pairs.items(), key=lambda pc: (-pc[1], pc[0]))
    merges = [pair for pair, _ in often if all(c in letters for c in pair)][:150]
    pieces = dict.fromkeys([*letters, *("".join(pair) for pair in merges), END])
    vocabulary = {piece: i for i, piece in enumerate(pieces)}
    tokenizer = Tokenizer(models.BPE(vocabulary, merges))
    tokenizer.normalizer = normalizers.NFC()
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens([AddedToken(END, special=True)])
    ended = processors.TemplateProcessing(single=f"$A {END}", special_tokens=[(END, vocabulary[END])])
    tokenizer.post_processor = ended
    tokens = {"eos_token": END, "pad_token": END, "padding_side": "left"}
    save(folder, tokenizer, tokenizer_class="Qwen2Tokenizer", model_max_length=128, **tokens)


def write_tokenizers(folder):
    bert(folder / "wordpiece")
    static(folder / "wordpiece-bare")
    unigram(folder / "unigram")
    byte_pairs(folder / "byte-pairs")
