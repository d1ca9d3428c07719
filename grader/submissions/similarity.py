"""How much two answers to one exercise have in common, by the fingerprints of their code.

What one can do with it:

* turn code into a `Print`: its tokens, without names, texts, numbers, comments and layout, and
  without every run of tokens that the stub has too (`print_of`);
* compare two of them (`compared`): the share of each that is also in the other, and in which lines;
* find the pairs of a class that share most (`pairs_of`).

The method is that of Schleimer, Wilkerson and Aiken (Winnowing, SIGMOD 2003) as `copydetect` has
it, the optional dependency behind this module. Every run of `RUN` tokens counts: what is sampled
there would change from process to process.
"""

from __future__ import annotations

import io
import keyword
import tokenize
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import median
from typing import Any

from grader.submissions.submission import UnreadableInput

RUN = 12
"""Tokens that have to be equal, one after the other, to count."""
ROUGHLY = 0.6
"""How far below the share asked for the rough one may be for the exact one to be computed."""
LEAST = 60
"""Tokens beyond the stub that an answer must have: shorter ones are alike by themselves."""
NEEDED = (
    "topograde similar needs copydetect, which is not installed: "
    "pip install 'topograde[similar]', or in your checkout, pip install -e '.[similar]'"
)


class NotInstalled(UnreadableInput):
    """The library that compares is not there."""


@dataclass(frozen=True, slots=True)
class Print:
    """The fingerprints of one answer. lines: the line of each token; cells: the text itself."""

    cells: tuple[str, ...]
    lines: tuple[int, ...]
    marks: Any

    @property
    def tokens(self) -> int:
        """How many tokens count: those of runs that the stub does not have."""
        return int(self.marks.token_coverage)


@dataclass(frozen=True, slots=True)
class Common:
    """What two answers share: a share of each, 0 to 1, and the runs of lines on either side."""

    shares: tuple[float, float]
    left: tuple[tuple[int, int], ...]
    right: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """Somebody's answer to an exercise. of_class: handed in now, not only given to compare with."""

    who: str
    exercise: str
    print: Print
    of_class: bool = True


@dataclass(frozen=True, slots=True)
class Pair:
    """Two answers to one exercise and what they have in common."""

    left: Answer
    right: Answer
    common: Common

    @property
    def share(self) -> float:
        """The larger of the two shares: a part of a longer answer may be a whole shorter one."""
        return max(self.common.shares)


def pairs_of(answers: Sequence[Answer], least: float) -> tuple[list[Pair], float]:
    """The pairs of which one shares `least` (0 to 1) or more with the other, the most first.

    Also what the middle pair of the class shares: answers to one task are alike by themselves. All
    answers are to the same exercise; those that were only given are compared with the class.
    """
    pairs, shares = [], []
    for place, left in enumerate(answers):
        for right in answers[place + 1 :]:
            if not (left.of_class or right.of_class):
                continue
            share = _rough_share(left.print, right.print)
            if left.of_class and right.of_class:
                shares.append(share)
            if share >= ROUGHLY * least:
                pair = Pair(left, right, compared(left.print, right.print))
                if pair.share >= least:
                    pairs.append(pair)
    pairs.sort(key=lambda pair: (-pair.share, pair.left.who.casefold(), pair.right.who.casefold()))
    return pairs, median(shares) if shares else 0.0


def _rough_share(left: Print, right: Print) -> float:
    """The share of fingerprints, which is fast; that of tokens is about the same."""
    smaller = min(len(left.marks.hashes), len(right.marks.hashes))
    return len(left.marks.hashes & right.marks.hashes) / smaller if smaller else 0.0


def print_of(cells: Sequence[str], stub: str) -> Print:
    """The fingerprints of an answer. Raises `NotInstalled`."""
    text, lines = _normal("\n".join(cells))
    marks = _marks(text)
    skeleton = _marks(_normal(stub)[0]).hashes
    marks.hashes = marks.hashes - skeleton
    marks.hash_idx = {each: at for each, at in marks.hash_idx.items() if each not in skeleton}
    marks.token_coverage = _library().utils.get_token_coverage(marks.hash_idx, RUN, len(text))
    return Print(tuple(cells), lines, marks)


def compared(left: Print, right: Print) -> Common:
    """What two answers have in common."""
    _, shares, slices = _library().compare_files(left.marks, right.marks)
    runs = [
        tuple(
            (print_.lines[int(start)], print_.lines[int(end) - 1])
            for start, end in zip(*found, strict=True)
        )
        if len(found)
        else ()
        for print_, found in zip((left, right), slices, strict=True)
    ]
    return Common((float(shares[0]), float(shares[1])), runs[0], runs[1])


def _marks(text: str) -> Any:
    return _library().CodeFingerprint("", RUN, 1, filter=False, fp=io.StringIO(text))


def _library() -> Any:
    try:
        import copydetect
        import copydetect.utils
    except ImportError as error:
        raise NotInstalled(NEEDED) from error
    return copydetect


@lru_cache(maxsize=64)
def _normal(code: str) -> tuple[str, tuple[int, ...]]:
    """One character a token, and each one's line. Names, texts and numbers are one character each.

    Where the code is not Python any more, the tokens end.
    """
    found: list[str] = []
    lines: list[int] = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(code).readline):
            if token.type in _PASSED_OVER:
                continue
            found.append(_character(token))
            lines.append(token.start[0])
    except (tokenize.TokenError, SyntaxError, ValueError):
        pass
    return "".join(found), tuple(lines)


_PASSED_OVER = frozenset(
    {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.ENDMARKER, tokenize.ENCODING}
)
_KEYWORDS = {word: chr(0xE000 + place) for place, word in enumerate(sorted(keyword.kwlist))}


def _character(token: tokenize.TokenInfo) -> str:
    if token.type == tokenize.NAME:
        return _KEYWORDS.get(token.string, "n")
    if token.type == tokenize.OP:
        return _operator(token.string)
    return chr(0xF000 + token.type)


@lru_cache(maxsize=256)
def _operator(sign: str) -> str:
    """A sign of one or more characters as one: `**=` is not `*` and `*=`."""
    return sign if len(sign) == 1 else chr(0xE100 + sorted(_SIGNS).index(sign))


_SIGNS = frozenset(tokenize.EXACT_TOKEN_TYPES)
