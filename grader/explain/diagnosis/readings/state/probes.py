"""The public programs with several calls, from which it is read what a call leaves behind."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from grader.explain.diagnosis.readings.probes import operators
from grader.programs.interpreter import Answer
from grader.programs.operators import SCALE, forms
from grader.programs.program import Program, Step
from grader.programs.slopes import value_and_slopes


@dataclass(frozen=True, slots=True)
class StateProbe:
    """A program with several calls, and its right answer. operator: the one it is about, if any."""

    program: Program
    right: Answer
    operator: str = ""


_D: Step = ("apply", "d", SCALE, "a", "b")
_L: Step = ("apply", "L", SCALE, "d", "c")
_LEAVES: tuple[Step, ...] = (("leaf", "a", 2.0), ("leaf", "b", 3.0), ("leaf", "c", 5.0))
_E: Step = ("leaf", "e", 7.0)


def _back(slot: str) -> Step:
    return ("backward", slot)


def _read(*slots: str) -> Step:
    return ("read", "grad", slots)


@cache
def state_probes() -> tuple[StateProbe, ...]:
    """All of them, small ones first. Their right answers were worked out by hand."""
    leaf: Step = ("leaf", "a", 2.0)
    chain = (*_LEAVES, _D, _L)
    beside: tuple[Step, ...] = (*_LEAVES, _D, ("apply", "M", SCALE, "a", "c"))
    two: tuple[Step, ...] = (*_LEAVES, _E, _D, _L)
    stem: tuple[Step, ...] = (*two, ("apply", "M", SCALE, "d", "e"))
    zero = ("zero", "L")
    listed: list[tuple[tuple[Step, ...], Answer]] = [
        ((leaf, _back("a"), _read("a")), (1.0,)),
        ((leaf, _back("a"), _back("a"), _read("a")), (2.0,)),
        ((*_LEAVES, _D, _back("d"), _back("a"), _read("a", "b")), (4.0, 2.0)),
        ((*chain, _back("L"), _back("L"), _read(*"dLabc")), (5.0, 1.0, 30.0, 20.0, 12.0)),
        ((*chain, _back("L"), _back("d"), _read(*"daLc")), (1.0, 18.0, 1.0, 6.0)),
        ((*chain, _back("d"), _back("L"), _read(*"dac")), (5.0, 18.0, 6.0)),
        ((*stem, _back("L"), _back("M"), _read(*"daLce")), (7.0, 36.0, 1.0, 6.0, 6.0)),
        ((*two, ("apply", "M", SCALE, "a", "e"), _back("L"), _back("M"), _read(*"adLbe")),
         (22.0, 5.0, 1.0, 10.0, 2.0)),
        ((*chain, _back("L"), zero, _read(*"abcdL")), (0.0,) * 5),
        ((*chain, _back("L"), zero, _back("L"), _read(*"adL")), (15.0, 5.0, 1.0)),
        ((*beside, _back("d"), _back("M"), ("zero", "M"), _read(*"abdcM")),
         (0.0, 2.0, 1.0, 0.0, 0.0)),
    ]  # fmt: skip
    found = [StateProbe(Program(steps), right) for steps, right in listed]
    return (*found, *map(_again, operators()))


def _again(operator: str) -> StateProbe:
    """Two calls above one operator: its node restarts."""
    made = forms()[operator]
    operands = made.applied("a", 3 if made.operator.takes == "number" else "b")
    steps: list[Step] = [("leaf", "a", 2.0), ("leaf", "c", 5.0)]
    if "b" in operands:
        steps.append(("leaf", "b", 3.0))
    steps += [("apply", "d", operator, *operands), _L, _back("L"), _back("L"), _read("d", "c")]
    data = value_and_slopes(operator, (2.0, 3.0)[: len(operands)])[0]
    return StateProbe(Program(tuple(steps)), (5.0, 2 * data), operator)
