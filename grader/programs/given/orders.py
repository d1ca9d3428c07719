"""What is given beside a program: in which order its rules run. Nothing here walks a graph.

`topograde release answers` records it beside PyTorch's answers for every public program that a
check runs and for the probes of the diagnosis. A student's copy knows the order in no other
program; an install that has our engines works it out (`given/working_out.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.util import find_spec

from grader.programs.given.calls import Visits
from grader.programs.program import Program
from grader.programs.recorded import recorded_visits

_only_given = ContextVar("only given", default=False)


@contextmanager
def only_given() -> Iterator[None]:
    """Work nothing out within: as in a student's copy."""
    token = _only_given.set(True)
    try:
        yield
    finally:
        _only_given.reset(token)


def visits(program: Program) -> Visits | None:
    """What is given for a program; None if nothing is."""
    if not _only_given.get() and _can_be_worked_out():
        from grader.programs.given.working_out import worked_out

        return worked_out(program)
    return recorded_visits(program)


@cache
def _can_be_worked_out() -> bool:
    return find_spec("grader.programs.given.working_out") is not None
