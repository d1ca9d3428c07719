"""Find out which operator forms an engine has, so that one missing operator costs its own checks.

A form is missing when an expression with it raises on plain inputs. Whether its numbers are right
is left to the checks.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from grader.programs.program import Program, Step
from grader.worker.observation import Observation

_LEAVES: tuple[Step, ...] = (("leaf", "a", 1.3), ("leaf", "b", 0.7))


@cache
def _probes() -> tuple[tuple[str, Program], ...]:
    steps: list[tuple[str, Step]] = []
    for name in ("add", "sub", "mul", "truediv"):
        steps.append((name, ("apply", "L", name, "a", "b")))
        steps.append((f"{name}_const", ("apply", "L", name, "a", 2.5)))
        steps.append((f"r{name}", ("apply", "L", name, 2.5, "a")))
    for name in ("neg", "tanh", "exp", "relu"):
        steps.append((name, ("apply", "L", name, "a")))
    steps.append(("pow", ("apply", "L", "pow", "a", 3)))
    steps.append(("sum", ("apply", "L", "sum", "a", "b")))
    return tuple(
        (form, Program((*_LEAVES, step, ("read", "data", ("L",))))) for form, step in steps
    )


def probe_items() -> list[Program]:
    """One small program for each form."""
    return [program for _, program in _probes()]


def missing_forms(observations: Sequence[Observation]) -> frozenset[str]:
    """The forms whose program raised; observations are in the order of `probe_items`."""
    pairs = zip(_probes(), observations, strict=True)
    return frozenset(form for (form, _), found in pairs if found.error is not None)
