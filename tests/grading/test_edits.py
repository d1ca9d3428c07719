"""The edits that are tried: what students get wrong is among them, and each is valid Python."""

from __future__ import annotations

import pytest

from grader.grading.repair.edits import MOST, edits
from grader.grading.repair.nearness import Hints

ENGINE = """\
class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev

    def __add__(self, other):
        return Value(self.data + other.data, (self, other))

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t)

        def _backward():
            self.grad = t * out.grad

        out._backward = _backward
        return out

    def __iadd__(self, other):
        self.data += other.data
        return self

    def backward(self):
        topo, seen = [], set()
        walk(self, topo, seen)
        if self.grad == 0:
            self.grad = 1.0
        for node in topo:
            node._backward


def walk(node, topo, seen):
    for each in node._prev:
        topo.append(node)
        walk(each, topo, seen)
    seen.add(node)
"""


@pytest.mark.parametrize(
    ("operators", "words", "line", "new"),
    [
        (["tanh"], [], 15, "            self.grad += (1.0 - t ** 2) * out.grad"),
        (["tanh"], [], 15, "            self.grad += t * out.grad"),
        (["tanh"], [], 12, "        out = Value(t, (self,))"),
        ([], ["backward"], 29, "        for node in reversed(topo):"),
        ([], ["backward"], 30, "            node._backward()"),
        ([], ["backward"], 27, "        if True:"),
        ([], ["backward"], 27, "            if node._prev:"),  # inner nodes restart
        ([], ["walk"], 34, "        if each not in seen:"),
        ([], ["walk"], 36, "    topo.append(node)"),  # out of the loop
        (["add"], [], 20, "    def backward(self):"),  # no method of its own
        (["add"], [], 32, "    __radd__ = __add__"),
    ],
)
def test_what_students_get_wrong_is_among_them(
    operators: list[str], words: list[str], line: int, new: str
) -> None:
    before = ENGINE.splitlines()
    made = [text.splitlines() for text in edits(ENGINE, Hints((), operators, words))]
    assert any(new in text and new not in before[line - 1 : line] for text in made)
    found = [text for text in made if new in text[line - 3 : line + 4] and text != before]
    assert found, "not at its line"


def test_each_is_valid_differs_and_comes_once() -> None:
    made = list(edits(ENGINE, Hints([29], ["tanh"], ["backward"])))
    assert 50 < len(made) <= MOST
    assert len({ENGINE, *made}) == len(made) + 1
    for text in made:
        compile(text, "edited", "exec")


def test_those_of_the_marked_line_come_first() -> None:
    before = ENGINE.splitlines()
    made = [text.splitlines() for text in edits(ENGINE, Hints([15], ["tanh"]))]
    assert all(text[14] != before[14] for text in made[:5])


def test_lines_that_hold_more_than_ascii_are_cut_at_characters() -> None:
    text = "def f(é, ü):\n    x = 'ß' ; é.grad = ü.data\n"
    made = list(edits(text, Hints([2])))
    assert "    x = 'ß' ; é.grad += ü.data" in [each.splitlines()[1] for each in made]


def test_what_cannot_be_parsed_has_none() -> None:
    with pytest.raises(SyntaxError):
        list(edits("def f(:\n", Hints()))


def test_no_more_are_made_when_no_time_is_left() -> None:
    few = list(edits(ENGINE, Hints([29], ["tanh"], ["backward"]), lambda: True))
    assert 0 < len(few) < 50
