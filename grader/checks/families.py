"""Where programs come from: every small graph, random graphs, ladders, chains, repeated calls.

What one can do with it:

* `every_small_graph()`: all graphs of up to three operations over {+, *, tanh} on two leaves and a
  constant, in both operand orders (6,714 programs);
* `every_operator_graph()`: all graphs of up to two operations over all operators;
* `ladder`, `chain`: graphs whose size is a number.

Enumerations are deterministic and go from small to large, so the first disagreement that one finds
is a smallest one. Their leaf values are frozen, and each program is well behaved (`bounds.py`): no
operator is given an operand that is out of bounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache

from grader.checks.bounds import LARGEST as LARGEST
from grader.checks.bounds import well_behaved as well_behaved
from grader.programs.graph import graph_of, is_long
from grader.programs.operators import JOIN, OPERATORS, SCALE, SQUASH, Operator, names
from grader.programs.program import Program, Step

A, B, CONSTANT = 0.9, -0.7, 0.55
"""Frozen values: no sum, product or constant among them equals another, and none is near a kink."""

Choice = tuple[Operator, tuple[str | float, ...]]


def every_small_graph() -> tuple[Program, ...]:
    """Every graph of one, two and three operations over {+, *, tanh}, smallest first."""
    return _enumerated(3, (JOIN, SCALE, SQUASH))


def every_operator_graph() -> tuple[Program, ...]:
    """Every graph of one and two operations over all operators that is well behaved."""
    return _enumerated(2, names("nodes", "node", "number"))


@cache
def _enumerated(most: int, operators: tuple[str, ...]) -> tuple[Program, ...]:
    leaves: tuple[str | float, ...] = ("a", "b", CONSTANT)
    rows = [OPERATORS[name] for name in operators]
    return tuple(
        graph({"a": A, "b": B}, steps)
        for count in range(1, most + 1)
        for steps in _graphs(count, leaves, rows)
    )


def _graphs(
    count: int, leaves: tuple[str | float, ...], rows: Sequence[Operator]
) -> Iterator[tuple[Step, ...]]:
    """Step lists of `count` operations in which every result but the last is used."""

    def extend(
        steps: tuple[Step, ...], unused: frozenset[str], values: Mapping[str, float]
    ) -> Iterator[tuple[Step, ...]]:
        number = len(steps) + 1
        slot = "L" if number == count else f"_{number}"
        operands = leaves + tuple(step[1] for step in steps)
        for row, chosen in _choices(operands, rows):
            numbers = [values[item] if isinstance(item, str) else item for item in chosen]
            if not row.calm(*numbers):
                continue
            left = unused.difference(chosen) | {slot}
            # Each later operation can use up at most one more unused result than it makes.
            if len(left) <= count - number + 1:
                longer = (*steps, ("apply", slot, row.name, *chosen))
                if number < count:
                    yield from extend(longer, left, {**values, slot: row.value(*numbers)})
                elif len(left) == 1:
                    yield longer

    return extend((), frozenset(), {"a": A, "b": B})


def _choices(operands: Sequence[str | float], rows: Sequence[Operator]) -> Iterator[Choice]:
    for row in rows:
        if row.takes == "nodes":
            for left in operands:
                for right in operands:
                    if isinstance(left, str) or isinstance(right, str):
                        yield row, (left, right)
    for operand in operands:
        if isinstance(operand, str):
            for row in rows:
                if row.takes == "node":
                    yield row, (operand,)
                elif row.takes == "number":
                    yield row, (operand, row.numbers[0])


def graph(
    leaves: dict[str, float], steps: Sequence[Step], root: str = "L", unused: bool = False
) -> Program:
    """The usual program around some steps: leaves, value, one `backward`, leaf gradients. unused:
    also of leaves that the steps do not name."""
    used = leaves if unused else {root, *_names_in(steps)}
    made = [("leaf", name, value) for name, value in leaves.items() if name in used]
    named = tuple(name for _, name, _ in made)
    reads = ("read", "data", (root,)), ("backward", root), ("read", "grad", named)
    return Program((*made, *steps, *reads))


def _names_in(steps: object) -> Iterator[str]:
    if isinstance(steps, str):
        yield steps
    elif isinstance(steps, tuple | list):
        for each in steps:
            yield from _names_in(each)


def reading_gradients(program: Program) -> Program:
    """The program, with the gradients of all its nodes read and nothing else."""
    steps = [step for step in program.steps if step[0] != "read"]
    made = tuple(step[1] for step in steps if step[0] in ("leaf", "apply"))
    return Program((*steps, ("read", "grad", made)))


def ladder(doublings: int, value: float) -> Program:
    """`y = y + y`, again and again: 2**doublings routes through `doublings` nodes."""
    block = (("apply", "y", JOIN, "y", "y"),)
    return _repeated(doublings, block, {"x": value})


def chain(length: int, value: float, step: float) -> Program:
    """`y = y + a` and `y = a + y` in turn, an even `length` deep, with one leaf that all use."""
    block = (("apply", "y", JOIN, "y", "a"), ("apply", "y", JOIN, "a", "y"))
    return _repeated(length // 2, block, {"x": value, "a": step})


def _repeated(count: int, block: tuple[Step, ...], leaves: dict[str, float]) -> Program:
    return graph(leaves, (("alias", "y", "x"), ("repeat", count, block)), root="y")


MOST_FOLLOWED = 100
MOST_KEPT = 4_096


@lru_cache(MOST_KEPT)
def shares_nodes(program: Program) -> bool:
    """Whether a wrong answer could depend on chance: a node has two different consumers.

    A wrong order shows if the node has inputs itself; a rule that overwrites shows at a leaf too:
    the consumer that speaks last wins. Long chains are left out: they have chances enough.
    """
    if program.size > MOST_FOLLOWED or is_long(program):
        return False
    return any(len({*users}) > 1 for users in graph_of(program).consumers())


@lru_cache(MOST_KEPT)
def hangs_on_chance(program: Program) -> bool:
    """Whether it may come out otherwise in another process: as above, or since nodes come and go in
    it, and get each other's addresses."""
    if program.size > MOST_FOLLOWED:
        return False
    return any(step[0] == "repeat" for step in program.steps) or shares_nodes(program)
