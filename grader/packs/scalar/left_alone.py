"""Nothing but gradients changes: what operators, `backward`, `zero_grad` and orders leave alone.

What one can do with it:

* `called(form, calls)`, `with_numbers(calls)`: graphs that are looked at before and after calls;
* `another_number()`: a graph whose leaf was given another number before the call;
* `sorted_out(program, whole)`: bare nodes that are looked at before and after `toposort`.

What is right is said by `grader.checks.looks`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from grader.packs.scalar.inputs import UPSTREAM
from grader.programs.operators import JOIN, SCALE, forms
from grader.programs.program import Program, Step

A, B = 1.2345678912345678, 0.7654321
"""Numbers of which no digit may get lost."""


@cache
def called(form: str, calls: tuple[str, ...] = ("backward",)) -> tuple[Program, ...]:
    """The form on two nodes, and on one node twice, below a product with a leaf.

    The operands are looked at before there is an operator; all nodes before and after the calls,
    which are steps on the root.
    """
    return tuple(_called(form, calls))


def _called(form: str, calls: Iterable[str]) -> Iterator[Program]:
    made = forms()[form]
    row = made.operator
    number = row.numbers[0] if row.takes == "number" else 2.5
    for a, right in ((A, "b"), (-A / 1e4, "b"), (A, "a"))[: len(made.sides) + 1]:
        operand = number if made.number or row.takes == "number" else right
        used = ("a", right) if len(made.sides) == 2 else ("a",)
        steps: list[Step] = [("leaf", "a", a), ("leaf", "b", B), ("leaf", "c", UPSTREAM)]
        steps += [("look", used), ("apply", "_1", row.name, *made.applied("a", operand))]
        steps += [("look", used), ("apply", "L", SCALE, "_1", "c")]
        yield _around(steps, calls, ("a", "b", "c", "_1", "L"))


@cache
def with_numbers(
    calls: tuple[str, ...] = ("backward",), first: tuple[str, ...] = (), leaves: bool = False
) -> tuple[Program, ...]:
    """Plain numbers, which may be nodes of their own, and a node that is both inputs of another.

    first: calls before anything is looked at. leaves: only these are.
    """
    steps: list[Step] = [("leaf", "a", A), ("apply", "h", SCALE, "a", 3)]
    steps += [("apply", "_1", SCALE, "h", "h"), ("apply", "L", JOIN, "_1", 2)]
    steps += [(call, "L") for call in first]
    return (_around(steps, calls, ("a",) if leaves else ("a", "h", "_1", "L")),)


def another_number() -> Program:
    """A graph whose leaf was given another number: `backward` works no value out anew."""
    steps: list[Step] = [("leaf", "a", A), ("apply", "h", SCALE, "a", "a"), ("set", "a", B)]
    return _around(steps, ("backward",), ("a", "h"), root="h")


def sorted_out(program: Program, whole: bool = True) -> Program:
    """A graph of bare nodes, looked at before and after its `toposort`, or what is begun of it."""
    look = ("look", tuple(step[1] for step in program.steps if step[0] == "node"))
    call = program.steps[-1] if whole else ("begun", program.steps[-1][1])
    return Program((*program.steps[:-1], look, call, look))


def _around(
    steps: list[Step], calls: Iterable[str], nodes: tuple[str, ...], root: str = "L"
) -> Program:
    look = ("look", nodes)
    return Program((*steps, look, *((call, root) for call in calls), look))
