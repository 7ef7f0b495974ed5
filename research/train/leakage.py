"""Counts training pairs that hold a question or a stretch of a passage of an evaluation collection.

Usage: python leakage.py PAIRS COLLECTIONS   (exits with 1 where there are any)

A question counts where it equals one of theirs, a passage where it shares windows of text with one: 20 characters of
Chinese or Japanese, 48 of others, letters and digits alone. One shared window may be a name or a phrase of law, so two
are asked for, or one of a passage of at most four.
"""

import json
import sys
import unicodedata
from pathlib import Path

from devsets import development_sets, read_llama_index
from pairs import Pairs, read_pairs
from text import CJK_CHARACTER

WINDOW = {True: 20, False: 48}
SHORT = 4


def letters(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKC", text).casefold() if c.isalnum())


def is_cjk(text: str) -> bool:
    return len(CJK_CHARACTER.findall(text)) * 3 > len(text)


def evaluation_texts(folder: Path) -> tuple[set[str], set[int]]:
    """Questions, rewritten ones too, and hashes of all windows of the passages."""
    sets = [*development_sets(folder).values(), read_llama_index(folder / "semiconductor-zh/doc_qa_test.json")]
    questions = {letters(question) for each in sets for question in each.questions}
    rewritten = folder / "semiconductor-zh/query_rewrite.json"
    if rewritten.exists():
        for key, values in json.loads(rewritten.read_text(encoding="utf-8")).items():
            questions.update(letters(text) for text in [key, *(values if isinstance(values, list) else [values])] if isinstance(text, str))
    windows: set[int] = set()
    for passage in {passage for each in sets for passage in each.passages}:
        text = letters(passage)
        size = WINDOW[is_cjk(text)]
        windows.update(hash(text[i : i + size]) for i in range(len(text) - size + 1))
    return questions, windows


def shared_windows(text: str, windows: set[int]) -> tuple[int, int]:
    """How many of a text's windows, side by side, are in the evaluation passages, and how many it has."""
    size = WINDOW[is_cjk(text)]
    starts = range(0, len(text) - size + 1, size)
    return sum(hash(text[i : i + size]) in windows for i in starts), len(starts)


def leaks(pairs: Pairs, questions: set[str], windows: set[int]) -> tuple[int, int]:
    leaked = set()
    for i, passage in enumerate(pairs.passages):
        found, count = shared_windows(letters(passage), windows)
        if found >= 2 or (found == 1 and count <= SHORT):
            leaked.add(i)
    asked = sum(letters(query) in questions for query in pairs.queries)
    return asked, sum(passage in leaked for passage in pairs.passage_of)


def main() -> None:
    folder, collections = map(Path, sys.argv[1:])
    pairs = read_pairs(folder)
    questions, windows = evaluation_texts(collections)
    asked, found = leaks(pairs, questions, windows)
    print(f"{len(pairs.queries)} pairs against {len(questions)} questions and {len(windows)} windows of evaluation passages: "
          f"{asked} with an evaluation question, {found} with a stretch of an evaluation passage")
    sys.exit(1 if asked or found else 0)


if __name__ == "__main__":
    main()
