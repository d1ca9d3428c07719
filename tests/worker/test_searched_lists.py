"""Code that is stopped while it searches a long list is told so, by what was in it and its text."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from grader.judging.error_sentences import sentence
from grader.worker.inside.harness import _line
from grader.worker.observation import named_error
from grader.worker.stopped_at import place

TEXT = """def build_topo(v, visited, topo):
    stack, seen = [v], []
    while stack:
        node = stack.pop()
        for each in node._prev:
            if each not in seen:
                seen.append(each)
                stack.append(each)
"""
SOURCE = {"name": "x.py", "cells": [TEXT], "main": False, "siblings": {}}


@pytest.mark.parametrize("lines", [(3, 4), (5, 7)])
def test_the_list_and_the_line_that_searches_it_are_told(lines: tuple[int, int]) -> None:
    found = place(["x.py", *lines, [["stack", 2_000], ["seen", 23_456]]], SOURCE)
    assert (found["searched"], found["length"], found["at"]) == ("seen", 23_456, 6)
    told = sentence(named_error({"kind": "timeout", **found}))
    assert "Line 6 looks a node up in `seen`, a list of 23,456 by then" in told
    assert "double" not in told


def test_a_jump_without_a_line_belongs_to_the_line_before_it() -> None:
    def loop(items: list[int]) -> None:
        for item in items:
            items.append(item)

    code = loop.__code__
    first = code.co_firstlineno
    at = {line: start for start, _, line in code.co_lines() if line}
    frame: Any = SimpleNamespace(f_lineno=None, f_lasti=at[first + 2], f_code=code)
    assert _line(frame) == first + 2
    frame.f_lineno = 7
    assert _line(frame) == 7


@pytest.mark.parametrize(
    "held", [[], [["stack", 2_000]], [["seen", "many"]], [["seen"]], ["seen"], [7], [[1, 2_000]]]
)
def test_no_list_is_told_that_no_loop_searches(held: list[Any]) -> None:
    found = place(["x.py", 3, 4, held], SOURCE)
    assert found["loop"]
    assert "searched" not in found
