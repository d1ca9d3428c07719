"""What is said to a student, said of students: for pages that an instructor reads."""

from __future__ import annotations

import re

_SENTENCE = re.compile(r"(?<=[.?!]) (?=[A-Z`])")
_SWAPS = (
    (re.compile(r"\bYour engine\b"), "The engine"),
    (re.compile(r"\bYour\b"), "Their"),
    (re.compile(r"\byour\b"), "their"),
    (re.compile(r"\bYou\b"), "They"),
    (re.compile(r"\byou\b"), "they"),
)


def third_person(explanation: str) -> str:
    """What an explanation says is wrong, of somebody else; not what it asks or advises."""
    said = _SENTENCE.split(explanation, maxsplit=1)[0]
    for pattern, word in _SWAPS:
        said = pattern.sub(word, said)
    return said
