"""All that a person reads is plain English: short sentences, everyday words, one for a thing.

Each failure names the file, the line and the words. The rules, and why, are in docs/design.md.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from functools import cache

import pytest

from tests.support import english
from tests.support.english import Prose
from tests.support.paths import ROOT

GRADER = sorted((ROOT / "grader").rglob("*.py"))
BUILTIN = sorted((ROOT / "solutions" / "checks").rglob("*.py"))
BELIEFS = sorted((ROOT / "grader" / "explain" / "answers").rglob("*.py"))
SOLUTIONS = sorted((ROOT / "solutions").rglob("*.py"))
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
MOST_WORDS = 25
"""In one sentence; a colon or a semicolon ends one."""
MOST_GRADE = 9.0
FEWEST_WORDS = 40
"""In shorter texts the reading grade depends on a single word."""
NO_MESSAGES = {"worker/lock", "classroom/database.py", "classroom/gradebook.py", "modules.py"}
"""SQL and lists of names, which are strings of many words but no messages."""


def hints() -> Iterator[Prose]:
    """The hints of the course, and what it says of its milestones and at its end."""
    path = ROOT / "exercises" / "course.toml"
    course = tomllib.loads(path.read_text(encoding="utf-8"))
    for exercise in course["exercise"]:
        place = f"{path.relative_to(ROOT)}, {exercise['id']}"
        for text in exercise.get("hints", ()):
            yield Prose(place, text)
        for milestone in exercise.get("milestone", ()):
            yield Prose(place, milestone["hint"])
    for text in course["finish"]:
        yield Prose(f"{path.relative_to(ROOT)}, finish", text)


@cache
def messages() -> list[Prose]:
    paths = [p for p in GRADER if not any(name in p.as_posix() for name in NO_MESSAGES)]
    return [*english.messages(paths)]


def check_sentences() -> Iterator[Prose]:
    return english.docstrings(BUILTIN, "test_")


def explanations() -> Iterator[Prose]:
    """What a report says after "Your engine" about a belief."""
    for prose in english.docstrings(BELIEFS):
        if "?" in prose.text:
            yield Prose(prose.place, f"Your engine {' '.join(prose.text.split())}")


def stubs() -> Iterator[Prose]:
    """What a student reads of an exercise, task and docstrings."""
    return english.docstrings(SOLUTIONS)


@cache
def of_course() -> list[Prose]:
    return [*hints(), *check_sentences(), *explanations(), *stubs()]


@pytest.mark.parametrize(
    "text",
    [
        "Mend those first.",
        "The answer hangs on the order.",
        "`+` hands its gradient on.",
        "A node waits for both before it speaks.",
        "A file was expected, it is not there.",
        "One node stands in it twice.",
        "Nobody shall know.",
        "Here is one less.",
        "A loop, else a recursion.",
    ],
)
def test_a_word_to_avoid_is_found(text: str) -> None:
    assert english.avoided(text, english.ELSE)


def test_plain_english_is_left_alone() -> None:
    for text in (
        "Something else is shallow.", "A rule depends on its input.", "Two losses share a node.",
        "It passes its gradient on.", "`else` is a keyword.",
    ):  # fmt: skip
        assert not english.avoided(text, english.ELSE, english.SHARE)


def test_a_short_word_makes_a_text_easier() -> None:
    hard = "Differentiation necessitates considerable mathematical sophistication."
    assert english.grade("The cat sat on the mat. It was glad.") < 3 < 20 < english.grade(hard)


def _fail_with(found: Iterable[str]) -> None:
    lines = list(found)
    assert not lines, "\n".join(lines)


def test_no_word_is_used_that_has_a_plainer_one() -> None:
    for_users = [*messages(), *hints(), *stubs(), *english.pages(PAGES)]
    found = [(prose, english.avoided(prose.text, english.ELSE)) for prose in for_users]
    _fail_with(f"{prose.place}: {', '.join(words)}" for prose, words in found if words)


def test_a_contribution_is_not_called_by_a_second_name_in_the_course() -> None:
    _fail_with(
        f"{prose.place}: {', '.join(found)}"
        for prose in of_course()
        if (found := english.avoided(prose.text, english.SHARE))
    )


def test_sentences_are_short() -> None:
    _fail_with(
        f"{prose.place}: {len(words)} words: {' '.join(words)}"
        for prose in [*messages(), *of_course()]
        for words in english.sentences(prose.text)
        if len(words) > MOST_WORDS
    )


def test_longer_texts_are_easy_to_read() -> None:
    _fail_with(
        f"{prose.place}: reading grade {grade:.1f}: {prose.text[:80]}"
        for prose in [*messages(), *of_course()]
        if len(prose.text.split()) >= FEWEST_WORDS
        and (grade := english.grade(prose.text)) > MOST_GRADE
    )
