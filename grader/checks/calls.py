"""Calls of a student's function: plain values in and out, compared with an answer or a reference.

`Grades.call` asks; what is right is a given answer, or what the course's own reference returns for
the same arguments. A reference is run by the grader and never sent to student code.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from grader.programs.plain import NotPlain, as_plain, read, same, shown
from grader.worker.observation import Observation

Reference = Callable[..., Any]


class _NotGiven:
    """Stands for an answer that was not given: None is an answer."""


NOT_GIVEN: Final = _NotGiven()


def call_task(function: str, arguments: Sequence[Any]) -> dict[str, Any]:
    """The task for the worker. Raises `ValueError` for what is no name or not plain."""
    if not function.isidentifier():
        raise ValueError(f"call: expected the name of a function, found {function!r}")
    try:
        return {"task": "call", "function": function, "arguments": as_plain(arguments)}
    except NotPlain as error:
        raise ValueError(f"call of {function}: {error}") from None


def wrong_answer(expected: Any, found: Observation) -> tuple[str, str] | None:
    """What was answered and what is right, as texts; None if it is right."""
    try:
        value = read(found.value)
    except NotPlain as error:
        return str(error), shown(expected)
    if same(value, expected):
        return None
    told = shown(value)
    if value is None:
        told = "None (is a `return` missing?)"
    elif shown(expected) == told:  # they differ where it was cut, or in the last digits
        told = f"{told} (another value that begins like this one)"
    return told, shown(expected)


def call_text(task: Mapping[str, Any]) -> str:
    """The call as Python: `median([3, 1, 2])`."""
    return f"{task['function']}({', '.join(shown(each) for each in task['arguments'])})"
