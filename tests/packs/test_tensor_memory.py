"""Arrays that remember: what is printed is worked out again, and a record that lies says nothing.

Runs where NumPy is installed: `make test-packages`.
"""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("numpy", reason="make test-packages installs NumPy")

import numpy as np

from grader.explain.watching.source import SourceText
from grader.packs.tensor.below import Broken
from grader.packs.tensor.judged import spelled
from grader.packs.tensor.program import of_rule
from grader.packs.tensor.reading import Reader, Reading
from grader.packs.tensor.remembered import Memory, memory_in

PROGRAM = of_rule(lambda a, b: a * b, {"a": [2.0, 3.0], "b": [5.0, 7.0]}, [1.0, 10.0])
A, B, UP = np.array([2.0, 3.0]), np.array([5.0, 7.0]), np.array([1.0, 10.0])
WRONG = UP * A
STEP = next(step for step in PROGRAM.steps if step[0] == "apply")
BROKEN = Broken("rule", "a", "mul", 0, step=STEP, sent=WRONG)


def record(**changes: Any) -> dict[str, Any]:
    """What an honest run says of `self.grad = self.grad + out.grad * self.data` on line 3."""
    nodes = {"a": [A, WRONG, A], "b": [B, UP * A, B], STEP[1]: [A * B, UP, A * B]}
    own, up = ["held", 0, 1], ["held", 2, 1]
    return {
        "look": {
            "nodes": {k: [spelled([each]) for each in v] for k, v in nodes.items()},
            "shared": [],
        },
        "nodes": [[None, 0, 1, None]] * 3,
        "made": [0, 1, 2],
        "places": [[3]],
        "trees": [["multiply", [up, ["held", 0, 0]], {}, 0, 1], ["add", [own, ["t", 0]], {}, 0, 2]],
        "writes": [[0, 1, 0, ["t", 1], 0, 3]],
        **{
            key: []
            for key in (
                "numbers operators stored rules calls handled lines times answer left marks".split()
            )
        },
        "error": None,
        **changes,
    }


def reading(raw: Any) -> Reading | None:
    memory = memory_in(raw, PROGRAM, [9])
    return None if memory is None else Reader(memory, SourceText("", [])).reading(BROKEN, False)


def test_the_expression_and_its_line_are_read() -> None:
    line = (0, 3)
    expected = Reading("out.grad * self.data", line, line, lines=(line,), parts=(line,))
    assert reading(record()) == expected


def test_an_expression_that_does_not_give_what_was_sent_is_not_printed() -> None:
    trees = record()["trees"]
    trees[0][0] = "divide"
    found = reading(record(trees=trees))
    assert found is not None
    assert found.text == ""


@pytest.mark.parametrize(
    "changes",
    [
        {"places": [[99]]},
        {"places": [["3"]]},
        {"trees": [["multiply", [["t", 7]], {}, 0, 1]]},
        {"trees": [[["multiply"], [], {}, 0, 1]]},
        {"trees": [["u", [], {}, 0, 1]] * 5_000},
        {"look": {"nodes": {"a": None}}},
        {"made": [[], [], []]},
        {"made": [0]},
        {"writes": [None]},
        {"handled": [[1]]},
        {"marks": [[1]]},
    ],
)
def test_a_record_that_does_not_add_up_is_none(changes: dict[str, Any]) -> None:
    assert reading(record(**changes)) is None


@pytest.mark.parametrize(
    "tree",
    [
        ["np.zeros", [["c", ["tuple", [4000, 4000]]]], {}, 0, 1],
        ["np.load", [["c", 1]], {}, 0, 1],
        ["__class__", [["held", 0, 0]], {}, 0, 1],
        ["sum", [["held", 0, 0]], {"dtype": ["c", 1]}, 0, 1],
        ["power", [["c", 10**9], ["c", 10**9]], {}, 0, 1],
        ["held", [["c", 1]], {}, 0, 1],
    ],
)
def test_only_what_is_known_and_small_is_worked_out(tree: list[Any]) -> None:
    memory = Memory(record(trees=[tree], writes=[]), PROGRAM, [9])
    assert memory.worked_out(memory.trees[0]) is None


def test_a_tree_that_holds_itself_over_and_over_is_given_up() -> None:
    trees: list[Any] = [["add", [["held", 2, 1], ["held", 2, 1]], {}, 0, 1]]
    trees += [["add", [["t", n], ["t", n]], {}, 0, 1] for n in range(1_000)]
    assert reading(record(trees=trees, writes=[[0, 1, 0, ["t", 1_000], 0, 3]])) == Reading()
