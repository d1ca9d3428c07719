"""Where programs come from: every small graph, random graphs, ladders, chains, repeated calls.

What one can do with it:

* `every_small_graph()`: all graphs of up to three operations over {+, *, tanh} on two leaves and a
  constant, in both operand orders (6,714 programs);
* `every_operator_graph()`: all graphs of up to two operations over all operators;
* `random_graph(draw, forms)`: a graph of any size, drawn;
* `ladder`, `scaled_ladder`, `chain`: graphs whose size is a number.

Enumerations are deterministic and go from small to large, so the first disagreement that one finds
is a smallest one. Their leaf values are frozen, and each program is well behaved (`bounds.py`): no
operator is given an operand that is out of bounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from grader.checks.bounds import LARGEST as LARGEST
from grader.checks.bounds import NEAREST_KINK as NEAREST_KINK
from grader.checks.bounds import OPERAND_BOUNDS
from grader.checks.bounds import well_behaved as well_behaved
from grader.programs.operators import OPERATORS
from grader.programs.program import Program, Step

A, B, CONSTANT = 0.9, -0.7, 0.55
"""Frozen values: no sum, product or constant among them equals another, and none is near a kink."""

EXPONENT = 3

Choice = tuple[str, tuple[str | float, ...]]


def every_small_graph() -> tuple[Program, ...]:
    """Every graph of one, two and three operations over {+, *, tanh}, smallest first."""
    return _enumerated(3, ("add", "mul"), ("tanh",), ())


def every_operator_graph() -> tuple[Program, ...]:
    """Every graph of one and two operations over all operators that is well behaved."""
    everything = ("add", "sub", "mul", "truediv"), ("neg", "tanh", "exp", "relu"), (EXPONENT,)
    return _enumerated(2, *everything)


@cache
def _enumerated(
    most: int, binary: Sequence[str], unary: Sequence[str], exponents: Sequence[float]
) -> tuple[Program, ...]:
    leaves: tuple[str | float, ...] = ("a", "b", CONSTANT)
    return tuple(
        _finished(steps)
        for count in range(1, most + 1)
        for steps in _graphs(count, leaves, binary, unary, exponents)
    )


def _graphs(
    count: int,
    leaves: tuple[str | float, ...],
    binary: Sequence[str],
    unary: Sequence[str],
    exponents: Sequence[float],
) -> Iterator[tuple[Step, ...]]:
    """Step lists of `count` operations in which every result but the last is used."""

    def extend(
        steps: tuple[Step, ...], unused: frozenset[str], values: Mapping[str | float, float]
    ) -> Iterator[tuple[Step, ...]]:
        number = len(steps) + 1
        slot = "L" if number == count else f"_{number}"
        operands = leaves + tuple(step[1] for step in steps)
        for operator, chosen in _choices(operands, binary, unary, exponents):
            within_bounds = OPERAND_BOUNDS.get(operator)
            if within_bounds and not within_bounds(*(values[item] for item in chosen)):
                continue
            left = unused.difference(chosen) | {slot}
            # Each later operation can use up at most one more unused result than it makes.
            if len(left) <= count - number + 1:
                longer = (*steps, ("apply", slot, operator, *chosen))
                if number < count:
                    value = OPERATORS[operator].value(*(values[item] for item in chosen))
                    yield from extend(longer, left, {**values, slot: value})
                elif len(left) == 1:
                    yield longer

    return extend((), frozenset(), {"a": A, "b": B, CONSTANT: CONSTANT, EXPONENT: EXPONENT})


def _choices(
    operands: Sequence[str | float],
    binary: Sequence[str],
    unary: Sequence[str],
    exponents: Sequence[float],
) -> Iterator[Choice]:
    for operator in binary:
        for left in operands:
            for right in operands:
                if isinstance(left, str) or isinstance(right, str):
                    yield operator, (left, right)
    for operand in operands:
        if isinstance(operand, str):
            for operator in unary:
                yield operator, (operand,)
            for exponent in exponents:
                yield "pow", (operand, exponent)


def _finished(steps: Sequence[Step]) -> Program:
    used = {item for step in steps for item in step[3:]}
    leaves = {name: value for name, value in (("a", A), ("b", B)) if name in used}
    return graph(leaves, steps)


def graph(leaves: dict[str, float], steps: Sequence[Step], root: str = "L") -> Program:
    """The usual program around some steps: leaves, value, one `backward`, leaf gradients."""
    return Program(
        (
            *(("leaf", name, value) for name, value in leaves.items()),
            *steps,
            ("read", "data", (root,)),
            ("backward", root),
            ("read", "grad", tuple(leaves)),
        )
    )


def reading_gradients(program: Program) -> Program:
    """The program, with the gradients of all its nodes read and nothing else."""
    steps = [step for step in program.steps if step[0] != "read"]
    made = tuple(step[1] for step in steps if step[0] in ("leaf", "apply"))
    return Program((*steps, ("read", "grad", made)))


def ladder(doublings: int, value: float) -> Program:
    """`y = y + y`, again and again: 2**doublings routes through `doublings` nodes."""
    block = (("apply", "y", "add", "y", "y"),)
    return _repeated(doublings, block, {"x": value})


def scaled_ladder(doublings: int, value: float) -> Program:
    """`y = y * 0.5 + y * 0.5`: as `ladder`, but with two separate edges at every rung."""
    block = (
        ("apply", "_1", "mul", "y", 0.5),
        ("apply", "_2", "mul", "y", 0.5),
        ("apply", "y", "add", "_1", "_2"),
    )
    return _repeated(doublings, block, {"x": value})


def chain(length: int, value: float, step: float) -> Program:
    """`y = y + a`, `length` operations deep, with one leaf that has `length` consumers."""
    return _repeated(length, (("apply", "y", "add", "y", "a"),), {"x": value, "a": step})


def _repeated(count: int, block: tuple[Step, ...], leaves: dict[str, float]) -> Program:
    return graph(leaves, (("alias", "y", "x"), ("repeat", count, block)), root="y")


MOST_FOLLOWED = 100


def inner_inputs(program: Program) -> list[tuple[int, ...]]:
    """For each node that the program makes, in order, the numbers of the nodes it is made of.

    Repeated blocks are followed; constants count for nothing. This is what the properties of an
    order are judged against.
    """
    made: list[tuple[int, ...]] = []
    held: dict[str, int] = {}
    _follow(program.steps, held, made)
    return made


def shares_nodes(program: Program) -> bool:
    """Whether a wrong answer could depend on chance: a node has two different consumers.

    A wrong order shows if the node has inputs itself; a rule that overwrites shows at a leaf too:
    the consumer that speaks last wins. Long chains are left out: they have chances enough.
    """
    if program.size > MOST_FOLLOWED:
        return False
    inputs = inner_inputs(program)
    consumers: dict[int, set[int]] = {}
    for number, made_of in enumerate(inputs):
        for source in made_of:
            consumers.setdefault(source, set()).add(number)
    return any(len(found) > 1 for found in consumers.values())


def root_number(program: Program) -> int:
    """The number of the node on which the program asks for an order."""
    held: dict[str, int] = {}
    made: list[tuple[int, ...]] = []
    _follow(program.steps, held, made)
    asked = next(step for step in program.steps if step[0] in ("topo", "toposort"))
    return held[asked[1]]


def _follow(steps: Sequence[Step], held: dict[str, int], made: list[tuple[int, ...]]) -> None:
    for step in steps:
        if step[0] == "repeat":
            for _ in range(step[1]):
                _follow(step[2], held, made)
        elif step[0] == "alias":
            held[step[1]] = held[step[2]]
        elif step[0] in ("leaf", "apply", "node", "inplace"):
            items = {"leaf": (), "node": step[2]}.get(step[0], step[3:])
            inputs = [held[item] for item in items if isinstance(item, str)]
            if step[0] == "inplace":
                inputs.insert(0, held[step[1]])
            made.append(tuple(inputs))
            held[step[1]] = len(made) - 1


def reachable(root: int, inputs: Sequence[tuple[int, ...]]) -> set[int]:
    """The numbers of all nodes that the root was made of, itself included."""
    found, stack = {root}, [root]
    while stack:
        for source in inputs[stack.pop()]:
            if source not in found:
                found.add(source)
                stack.append(source)
    return found
