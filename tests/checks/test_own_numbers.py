"""A hand-in is asked at the numbers that its own code names, and a right one passes there."""

from __future__ import annotations

import pytest

from grader.checks.bounds import agrees
from grader.packs.scalar import own_numbers as asked
from grader.programs.compare import same_answer
from grader.programs.interpreter import run
from grader.programs.operators import forms
from grader.programs.pytorch import Oracle
from grader.programs.reference import ReferenceEngine
from grader.submissions.sources.own_numbers import MOST, own_numbers
from tests.support.engines import RIGHT
from tests.support.hand_ins import Grade, patched

TEXT = """
from collections import deque
TAPE = deque(maxlen=1 << 16)
EPS: float = 1e-9
class Value:
    size = 10**3
    def tanh(self):
        return 1.0 if self.data > 19.5 else "20" if self.data < -0.5 else 2
def given():
    return 77
def test_it():
    assert 4711
for _ in range(4712):
    pass
"""

SLOPE = "self.grad += other.data * out.grad"
START = "    def backward(self):\n"
END = "for node in reversed(topo):\n            node._backward()\n"


CLEARED = "build_topo(root, set(), topo)\n    for node in topo:"
LEAVES_FORGOTTEN = (
    "build_topo(root, set(), topo)\n    leaves = [node for node in topo if not node._prev]\n"
    "    inner = [node for node in topo if node._prev]\n    for node in inner + leaves[:1000]:"
)


def test_the_numbers_of_code_are_read_and_no_others() -> None:
    stub = "def given():\n    return 77\n"
    assert own_numbers([TEXT], stub) == (1 << 16, 1e-9, 1000, 19.5)
    assert own_numbers([TEXT], "") == (1 << 16, 1e-9, 1000, 19.5, 77)
    assert own_numbers([RIGHT], "") == ()
    assert own_numbers(["def broken(:", "y = (2 << 60)**64**64", "z = 1e999"], "") == (60, 64)
    assert own_numbers(["x = 5.0", "y = deque(maxlen=5)"], "") == (5.0, 5)
    widths = 'def name(n):\n    return f"v{n:05d}" + "n%03d" % n + "0d" + "100%" + f"{n:05.1f}"'
    assert {*own_numbers([widths], "")} == {10**5, 10**3}
    many = "\n".join(f"x{n} = {n}" for n in range(3, 1000))
    assert own_numbers([many], "") == tuple(range(3, 3 + MOST))


def test_a_text_of_many_numbers_is_gone_through_once() -> None:
    """It would take hours if it were gone through again for each."""
    sums = "\n    ".join("y = x" + " + 3" * 100 for _ in range(200))
    many = ", ".join(f"{n}.5" for n in range(1, 15_000))
    found = own_numbers([f"def f(x):\n    {sums}\n    return [{many}]"], "")
    assert found == (3, *(n + 0.5 for n in range(1, MOST)))


@pytest.mark.parametrize("number", [1e-6, 7, 19.5, 1000])
def test_what_is_asked_is_what_two_right_engines_agree_on(number: float) -> None:
    oracle = Oracle()
    programs = [each for form in sorted(forms()) for each in asked.at(form, number)]
    assert len(programs) > 100
    for of_size in (
        asked.sized,
        asked.called,
        asked.many,
        asked.many_again,
        asked.deep,
        asked.cleared,
    ):
        programs += of_size(number)
    for program in programs:
        assert agrees(program)
        assert same_answer(run(program, ReferenceEngine()), oracle.answer(program))


@pytest.mark.parametrize(
    ("changes", "missed"),
    [
        ([(SLOPE, f"if not 6.3 < abs(other.data) < 6.4:\n                {SLOPE}")], "rule_mul"),
        ([(SLOPE, f"if abs(out.grad) > 5e-8:\n                {SLOPE}")], "rule_mul"),
        (
            [
                (START, f"    calls = 0\n\n{START}        Value.calls += 1\n"),
                (
                    END,
                    f"for node in reversed(topo if Value.calls < 1700 else []):\n{END[-29:]}",
                ),
            ],
            "nothing_leaks",
        ),
        (
            [
                (
                    END,
                    f"{END}\n        for node in topo if len(topo) > 2_000 else []:\n"
                    "            node._backward = lambda: None",
                )
            ],
            "backward_three_times",
        ),
        ([(CLEARED, f"{CLEARED[:-1]}[-10_000:]:")], "depth_20000"),
        ([(CLEARED, LEAVES_FORGOTTEN)], "zero_grad_then_again"),
    ],
)
def test_who_is_wrong_at_a_number_of_their_own_loses_points(
    grade: Grade, changes: list[tuple[str, str]], missed: str
) -> None:
    assert missed in grade("engine", patched(RIGHT, *changes), [missed]).missed


def test_who_is_right_at_a_number_of_their_own_loses_none(grade: Grade) -> None:
    text = patched(
        RIGHT,
        (SLOPE, f"if 6.3 < abs(other.data) < 6.4 or 1e-9 < 37 < 1000:\n                {SLOPE}"),
    )
    assert own_numbers([text], "") == (6.3, 6.4, 1e-9, 37, 1000)
    assert grade("engine", text).not_passed == {}
