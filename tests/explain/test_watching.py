"""What is seen in a watched run is true, names the line, and is nothing for a right engine."""

from __future__ import annotations

import pytest

from grader.explain.watching.record import methods
from grader.judging.finding import Finding
from grader.programs.compare import same_answer
from grader.text import FLOAT_WORDS
from tests.support.engines import RIGHT, UNUSUAL
from tests.support.hand_ins import patched
from tests.support.watched_run import ask, programs, seen_in

ADD = "self.grad += out.grad\n            other.grad += out.grad"
MUL = "self.grad += other.data * out.grad\n            other.grad += self.data * out.grad"
POWER = "exponent * self.data ** (exponent - 1)"


def line_of(found: Finding, text: str) -> str:
    """The marked line."""
    assert found.where is not None
    return text.splitlines()[found.where.marked - 1].strip()


def first(text: str) -> Finding:
    found = seen_in(text)
    assert found, "nothing was seen"
    return found[0]


@pytest.mark.parametrize(
    ("old", "new", "says", "line"),
    [
        (MUL, ADD, "`a * b` contributes `out.grad` to its left input", "self.grad += out.grad"),
        (
            "self.grad += other.data * out.grad",
            "self.grad += out.grad",
            "`a * b` contributes `out.grad` to its left input",
            "self.grad += out.grad",
        ),
        (
            MUL,
            MUL.replace("other.data", "self.data", 1),
            "`a * b` contributes `self.data * out.grad` to its left input",
            "self.grad += self.data * out.grad",
        ),
        (
            ADD,
            ADD.replace("other.grad +=", "other.grad ="),
            "`a + b` overwrites the gradient of its right input",
            "other.grad = out.grad",
        ),
        (
            POWER,
            "exponent * self.data ** exponent",
            "`a**n` contributes `n * self.data**n * out.grad` to its input",
            "self.grad += exponent * self.data ** exponent * out.grad",
        ),
        (
            "(1.0 - t * t)",
            "(1.0 - t)",
            "`a.tanh()` contributes `(1 - out.data) * out.grad` to its input",
            "self.grad += (1.0 - t) * out.grad",
        ),
    ],
)
def test_a_wrong_rule_is_what_the_student_wrote_on_its_line(
    old: str, new: str, says: str, line: str
) -> None:
    text = patched(RIGHT, (old, new))
    found = first(text)
    assert says in found.explanation
    assert line_of(found, text) == line
    assert found.explained <= found.of


def test_a_right_engine_shows_nothing() -> None:
    assert seen_in(RIGHT) == []


@pytest.mark.parametrize("name", UNUSUAL)
def test_an_unusual_engine_answers_the_same_when_it_is_watched(name: str) -> None:
    asked = programs()[::4]
    plain = [each.answer for each in ask(UNUSUAL[name], asked)]
    watch = [
        {"task": "watch", "steps": e.to_json(), "methods": [*methods().values()]} for e in asked
    ]
    for each, answer in zip(ask(UNUSUAL[name], watch), plain, strict=True):
        if isinstance(each.value, dict) and answer is not None:
            said = [FLOAT_WORDS[x] if isinstance(x, str) else x for x in each.value["answer"]]
            assert same_answer(said, answer)
