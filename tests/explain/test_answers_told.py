"""What a student reads under a wrong answer to a task: true, by name, and about that failure."""

from __future__ import annotations

import hashlib

import pytest

from grader.checks import order_mismatch
from grader.checks.looks import judge_of
from grader.course.course import Course
from grader.programs.listing import node_names
from grader.programs.program import Program
from grader.programs.tracing import trace
from grader.worker.forkserver import ForkServer
from grader.worker.observation import Observation
from tests.proving.answers import FOLDER, answers

DIGEST = "4f32455d001d0ae54dd5ffeb7d54711b4e0fa134d06f5c2e4dfa1e2639bad93f"


def test_what_once_misled_is_told(course: Course, server: ForkServer) -> None:
    found = list(answers(course, server, "named"))
    assert [each.name for each in found if not each.told] == []
    assert len(found) == 9


@pytest.mark.parametrize(
    "name", ["three-only-first-input", "eight-forgets-the-two", "nine-clears-data", "four-getattr"]
)
def test_answers_in_other_styles_are_told(course: Course, server: ForkServer, name: str) -> None:
    (found,) = answers(course, server, only=[name])
    assert found.told


def test_no_answer_was_changed_after_the_first_run() -> None:
    assert hashlib.sha256((FOLDER / "answers.toml").read_bytes()).hexdigest() == DIGEST


INPUTS = [(), (), (0, 1), (2, 0)]


@pytest.mark.parametrize(
    ("order", "told"),
    [
        ((0, 1, 2, 2, 3), "`m` appears twice. Your order: a, b, m, m, L"),
        ((0, 2, 3), "`b` is missing. Your order: a, m, L"),
        ((), "`a`, `b`, `m` and `L` are missing. The list that you were given, `topo`, is empty"),
        ((0, 1, 3, 2), "`L` comes before its input `m`. Your order: a, b, L, m"),
        (
            (0, 1, 9, 2, 3),
            "a node of another graph is not below the root. "
            "Your order: a, b, a node of another graph, m, L",
        ),
        ((0, 1, 4, 2, 3), "`x` is not below the root. Your order: a, b, x, m, L"),
    ],
)
def test_an_order_says_by_name_what_is_wrong(order: tuple[int, ...], told: str) -> None:
    inputs = [*INPUTS, ()]
    found = order_mismatch(order, inputs, {0, 1, 2, 3}, True, lambda: ["a", "b", "m", "L", "x"])
    assert found is not None
    assert found.found == told


def test_a_missing_node_is_told_apart_from_one_of_its_name_that_is_there() -> None:
    found = order_mismatch((0, 1, 2), [(), (), (0, 1), (0, 1)], {0, 1, 2, 3}, True,
                           lambda: ["a", "b", "a * b", "a * b"])  # fmt: skip
    assert found is not None
    assert found.found.startswith("one of the nodes called `a * b` is missing.")


def test_inputs_that_are_gone_are_not_told_as_changed_data() -> None:
    program = Program((("leaf", "a", 1.0), ("look", ("a",)), ("look", ("a",))))
    judge = judge_of(program, ("data", "inputs"), exactly=True, cleared=False)
    before, after = (1, 2, 3, 4, 5, 0, 7, 8), (1, 2, 3, 4, 6, 0)
    found = judge(Observation(answer=(before, after)))
    assert found is not None
    assert found.found == "a._prev has 0 nodes, and had 2"


def test_nodes_without_a_name_are_called_by_their_expression() -> None:
    program = trace(lambda a, b: (a * b).tanh() + b, a=1.0, b=2.0)
    assert node_names(program) == ["a", "b", "a * b", "(a * b).tanh()", "L"]


def test_two_nodes_of_one_round_have_two_names() -> None:
    ways = (("apply", "y", "add", "y", "a"), ("apply", "y", "add", "a", "y"))
    leaves = (("leaf", "x", 1.0), ("leaf", "a", 2.0), ("alias", "y", "x"))
    names = node_names(Program((*leaves, ("repeat", 2, ways), ("topo", "y"))))
    assert len(set(names)) == len(names)
