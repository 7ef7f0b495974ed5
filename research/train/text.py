"""What the tokenizer takes as one text unit: characters of Chinese and Japanese, words of everything else."""

import re
import unicodedata

CJK = "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
CJK_CHARACTER = re.compile(f"[{CJK}]")
KANA = re.compile("[\u3040-\u30ff]")


def normalise(text: str) -> str:
    """NFKC and lower case, as the tokenizer's normaliser does."""
    return unicodedata.normalize("NFKC", text).lower()


def language(text: str) -> str:
    """en, zh or ja, told by the script."""
    if KANA.search(text):
        return "ja"
    return "zh" if CJK_CHARACTER.search(text) else "en"
