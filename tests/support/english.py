"""Prose in the repository, and how plain it is: words to avoid, length of sentences, reading grade.

* `messages`, `docstrings`, `pages` find prose, each text with the place it comes from;
* `avoided` finds words that this project has a plainer one for, `sentences` splits a text,
  `grade` is the US reading grade (Flesch and Kincaid, 1975).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.support.paths import ROOT

AVOIDED = {
    r"mend(s|ed|ing)?": "fix",
    r"hang(s|ing)? on": "depends on",
    r"(can|could|to) be had": "is available",
    r"hand(s|ed|ing)? (it |its \w+ |them )?on\b(?! (time|a|the) )": "passes on",
    r"pa(ys|id) (in|by)": "contributes",
    r"(before|until|when|waits? .*) (it|they|anybody) (speaks?|spoke)": "has contributed",
    r"one less": "one fewer",
    r"shall": "will",
    r"(was|were) expected": "say what happened, where, and what to do",
    r"(?<=[.:;?!] )(whichever|whatever)\b|^(whichever|whatever)\b": "every, each",
    r"stand(s|ing)? (in|among) [^.;]*twice|stands? twice": "appears twice",
}
"""Left column: what is not said; right column: what is."""
ELSE = r"(?<=[,;:] )else\b(?!:)"
"""As a word of its own in prose; `something else` is English."""
SHARE = r"(?<!to )(?<!not )\bshares?\b(?! (one|a|an|the|no|nodes|storage|its|code)\b)"
"""In a text about gradients. The verb, as in "two losses share a node", is another word."""
TERMS = frozenset(
    "gradient gradients operator operators operation operations consumer consumers contribution "
    "contributions contribute contributes contributed engine engines backward value values "
    "topological iterative recursion recursive exercise exercises identity multiplies "
    "derivative".split()
)
"""The course's own words: explained where first used, so each counts as two syllables."""


@dataclass(frozen=True, slots=True)
class Prose:
    """A text that somebody reads, and where it is."""

    place: str
    text: str


def messages(paths: Iterable[Path]) -> Iterator[Prose]:
    """Every string in code that reads as words; what is put into it counts as one word, X."""
    for path in paths:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        texts = {id(node) for node in _bare(tree)}
        for line, text in _strings(tree, texts):
            if len(text.split()) >= 4 and re.search(r"[a-z]{2,} [a-z]", text):
                yield Prose(f"{path.relative_to(ROOT)}:{line}", " ".join(text.split()))


def docstrings(paths: Iterable[Path], start: str = "") -> Iterator[Prose]:
    """The docstring of everything whose name has this start, without Examples and code."""
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
                name = getattr(node, "name", "")
                text = ast.get_docstring(node)
                if text and name.startswith(start):
                    line = getattr(node, "lineno", 1)
                    yield Prose(f"{path.relative_to(ROOT)}:{line}", text)


def pages(paths: Iterable[Path]) -> Iterator[Prose]:
    """Each paragraph of Markdown; blocks of code are left out."""
    for path in paths:
        start, kept, code = 1, list[str](), False
        for number, line in enumerate([*path.read_text(encoding="utf-8").splitlines(), ""], 1):
            if line.lstrip().startswith("```"):
                code = not code
            elif line.strip() and not code and not line.startswith("    "):
                start = start if kept else number
                kept.append(line.strip())
                continue
            if kept:
                yield Prose(f"{path.relative_to(ROOT)}:{start}", " ".join(kept))
                kept = []


def avoided(text: str, *more: str) -> list[str]:
    """What a text says that has a plainer word, with that word."""
    flat = " ".join(re.sub(r"`[^`]*`", "X", text).split())
    found = []
    for words, better in [*AVOIDED.items(), *((each, "the plain word") for each in more)]:
        pattern = words if words.startswith("(?") else rf"\b(?:{words})\b"
        for match in re.finditer(pattern, flat, re.IGNORECASE):
            found.append(f"{match[0]!r} (say: {better})")
    return found


def sentences(text: str) -> list[list[str]]:
    """The words of each sentence. A colon, a semicolon, a table's row and a list's item end one."""
    text = re.sub(r"`[^`]*`", "X", text)
    parts = re.split(r"(?<=[.?!:;])[\s)\"']+|\n\s*\n|\n\s*[*-] | {3,}|\n {4,}|\n-{3,}", text)
    return [words for part in parts if (words := re.findall(r"[A-Za-z][\w'-]*|\d+", part))]


def syllables(word: str) -> int:
    """An estimate by groups of vowels."""
    word = word.lower()
    if word in TERMS:
        return 2
    groups = len(re.findall(r"[aeiouy]+", word.removesuffix("e").removesuffix("es")))
    return max(1, groups)


def grade(text: str) -> float:
    """The reading grade: 9 is read without effort by a 15-year-old."""
    found = sentences(text)
    words = [word for sentence in found for word in sentence]
    return 0.39 * len(words) / len(found) + 11.8 * sum(map(syllables, words)) / len(words) - 15.59


def _bare(tree: ast.Module) -> Iterator[ast.AST]:
    """Strings that are statements: docstrings and what is written below a constant."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value


def _strings(node: ast.AST, left_out: set[int]) -> Iterator[tuple[int, str]]:
    if isinstance(node, ast.JoinedStr):
        parts = [each.value if isinstance(each, ast.Constant) else "X" for each in node.values]
        yield node.lineno, "".join(map(str, parts))
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in left_out:
        yield node.lineno, node.value
    for child in ast.iter_child_nodes(node):
        yield from _strings(child, left_out)
