"""Answers that are sent together cost less, and tell as much of a batch that ends early."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from grader.checks.declare import Check
from grader.course.course import Course
from grader.judging.context import GradingContext
from grader.judging.limits import Budget
from grader.worker.exchange import BatchLimits, Way, encode_batch
from grader.worker.forkserver import ForkServer
from tests.support.hand_ins import exercise_of, grade, patched, sent, solution

READ = [["leaf", "a", 1.5], ["read", "data", ["a"]]]
EXITS = [["leaf", "a", 4.0], ["read", "data", ["a"]]]
LEAVES = "import os\n\nclass Value:\n    def __init__(self, data):\n        self.data = data\n"
LEAVES += "        if data == 4.0:\n            os._exit(3)\n"


@pytest.mark.parametrize(("together", "known"), [(False, [[1.5], [1.5]]), (True, [])])
def test_what_was_answered_before_the_end(together: bool, known: list[list[float]]) -> None:
    with ForkServer() as server:
        worker = server.start(sent(LEAVES))
        batch = encode_batch([READ, READ, EXITS], ["Value"])
        reply = worker.run(batch, BatchLimits(wall=10), Way(together=together))
        worker.close()
    assert reply.failure is not None
    assert (reply.answers, reply.failure["kind"]) == (known, "exit")


@pytest.mark.parametrize("wrong_before", [True, False])
def test_the_first_wrong_answer_is_told_whichever_way_answers_were_sent(
    wrong_before: bool,
    course: Course,
    checks: Mapping[str, tuple[Check, ...]],
    context: GradingContext,
) -> None:
    """The batch of `a + b` asks 2.5 and -0.75 first, and 4.0 later on."""
    leaf = "        self.data = data\n"
    text = "import os\n" + patched(
        solution("engine", course),
        (leaf, f"{leaf}        if data == 4.0:\n            os._exit(3)\n"),
    )
    if wrong_before:
        text = patched(text, (leaf, "        self.data = 2.25 if data == 2.5 else data\n"))
    exercise = exercise_of(course, "engine")
    told = [
        grade(context, exercise, checks["engine"], text, ["value_add"], budget=budget)
        for budget in (Budget(), Budget(own=True))
    ]
    assert told[0].results == told[1].results
    assert told[0].not_passed == {"value_add": "failed" if wrong_before else "error"}
