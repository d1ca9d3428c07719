"""Student code in this process: what a browser does, tried where there is none.

The code is ours. What a real browser adds (it ends a worker, it breaks down) stands in the journal.
"""

from __future__ import annotations

import builtins
import json
import math
import sys
from typing import Any

import pytest

from grader.worker.exchange import BatchLimits, Reply, WorkerUnavailable, encode_batch
from grader.worker.in_place import LOW_RECURSION, InPlaceServer

LIMITS = BatchLimits(cpu=2.0, wall=4.0)
ENGINE = """
class Value:
    def __init__(self, data):
        self.data, self.grad = data, 0.0
"""
READ = [["leaf", "a", 2.0], ["read", "data", ["a"]]]
MADE = {"name": "answer.py", "cells": [], "future_flags": [0], "main": False, "siblings": {}}


def ask(
    text: str, *items: Any, journal: list[dict[str, Any]] | None = None
) -> tuple[Reply, list[Any]]:
    """The reply of a batch, and what was said meanwhile."""
    said: list[Any] = []
    server = InPlaceServer(lambda message: said.append(json.loads(message)), journal or ())
    source = {**MADE, "cells": [text]}
    worker = server.start(source)
    return worker.run(encode_batch(items or [READ], ["Value"]), LIMITS), said


def test_a_batch_is_answered_and_told_step_by_step() -> None:
    reply, said = ask(ENGINE)
    assert reply.answers == [[2.0]]
    assert reply.failure is None
    assert [message["type"] for message in said] == ["begin", "loaded", "answers", "end"]
    assert said[0]["seconds"] > LIMITS.cpu


def test_what_stands_in_the_journal_is_not_run_again() -> None:
    _, said = ask(ENGINE)
    journal = [said[-1]["entry"]]
    reply, said = ask("raise SystemExit(1)", journal=journal)
    assert reply.answers == [[2.0]]
    assert said == []


def through_javascript(entry: Any) -> Any:
    """As JavaScript gives an entry back: one kind of number, and whole ones spelled plainly."""

    def number(text: str) -> float:
        return int(float(text)) if float(text).is_integer() else float(text)

    return json.loads(json.dumps(entry), parse_float=number)


def test_a_number_comes_out_of_the_journal_as_it_went_in() -> None:
    large = [["leaf", "a", -1e20], ["read", "data", ["a"]]]
    first, said = ask(ENGINE, large, READ)
    second, _ = ask(ENGINE, large, READ, journal=[through_javascript(said[-1]["entry"])])
    assert first.answers == second.answers == [[-1e20], [2.0]]
    assert all(type(answer) is float for [answer] in second.answers)


@pytest.mark.parametrize(
    ("ended", "kind"), [({"ended": "timeout"}, "timeout"), ({"ended": "exit", "code": 3}, "exit")]
)
def test_a_batch_that_was_ended_is_a_failure_of_its_kind(ended: dict[str, Any], kind: str) -> None:
    entry = {"answers": ["[[2.0]]"], "notices": [], "output": "x", "phase": "running", **ended}
    reply, _ = ask(ENGINE, READ, READ, journal=[entry])
    assert reply.failure is not None
    assert reply.failure["kind"] == kind
    assert reply.failure["phase"] == "running"
    assert reply.answers == [[2.0]]
    assert reply.output == b"x"


LOST = {"answers": [], "notices": [], "output": "", "phase": "running", "ended": "lost"}


def test_a_batch_that_broke_the_interpreter_is_tried_once_more_with_less_depth() -> None:
    deep = ENGINE + "    def __getattribute__(self, name):\n        return getattr(self, name)\n"
    before = sys.getrecursionlimit()
    reply, said = ask(deep, journal=[LOST])
    assert reply.answers[0]["error"]["kind"] == "recursion"
    assert sys.getrecursionlimit() == before > LOW_RECURSION
    assert said[-1]["type"] == "end"


def test_one_that_breaks_it_twice_is_our_fault() -> None:
    with pytest.raises(WorkerUnavailable, match="broke down"):
        ask(ENGINE, journal=[LOST, {**LOST, "reason": "the stack ended"}])


def test_a_deep_program_is_not_tried_with_less_depth() -> None:
    deep = [["leaf", "a", 1.0], ["repeat", 900, [["apply", "a", "add", "a", "a"]]]]
    with pytest.raises(WorkerUnavailable):
        ask(ENGINE, deep, journal=[LOST])


def test_what_student_code_changes_is_put_back() -> None:
    before = dict(vars(builtins)), dict(vars(math)), list(sys.meta_path), dict(sys.modules)
    text = "import builtins, math, sys\nbuiltins.len = None\nmath.tanh = None\nsys.stdout = None\n"
    ask(text + "import numpy_that_is_not_there\n" + ENGINE)
    assert (dict(vars(builtins)), dict(vars(math)), list(sys.meta_path)) == before[:3]
    assert "numpy_that_is_not_there" not in sys.modules
    assert sys.modules.get("submission") is before[3].get("submission")


def test_prints_are_kept_and_a_flood_is_ended() -> None:
    reply, _ = ask("print('hello')\n" + ENGINE)
    assert reply.output == b"hello\n"
    small = BatchLimits(cpu=2.0, wall=4.0, output=1000)
    server = InPlaceServer(lambda _: None)
    worker = server.start({**MADE, "cells": ["print('x' * 5000)\n" + ENGINE]})
    reply = worker.run(encode_batch([READ], ["Value"]), small)
    assert reply.failure is not None
    assert reply.failure["kind"] == "output"


def test_files_and_ways_to_javascript_are_refused_while_student_code_runs() -> None:
    from grader.worker.inside import shared

    with shared.student_code():
        with pytest.raises(PermissionError):
            shared._hook("open", ("/etc/passwd", "r", 0))
        with pytest.raises(ModuleNotFoundError):
            shared._hook("import", ("pyodide_js", None, None, None, None))
        with pytest.raises(PermissionError):
            shared._hook("socket.connect", ())
        shared._hook("import", ("math", None, None, None, None))
    shared._hook("open", ("/etc/passwd", "r", 0))
