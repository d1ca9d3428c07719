"""At the numbers that a hand-in's own code names: operators there, graphs and calls of that size.

What one can do with it:

* `at(form, number)`: a form where an operand, a plain number, a difference or a gradient that
  arrives is this number, or close to it on either side;
* `sized(number)`, `called(number)`, `between(numbers)`: consumers of one node and the depth of a
  graph, graphs and calls, nodes made in between: one more than this number;
* `many(number)`, `many_again(number)`: a graph with more nodes than this number, and two calls;
* `deep(number)`: a chain of more nodes than this number, called and cleared;
* `cleared(number)`: `zero_grad` where more nodes than this number wait at once.

A tolerance, a limit or a special case is in the text of whoever has one. Programs on which two
right engines could differ are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.checks.bounds import agrees
from grader.checks.families import chain, graph
from grader.packs.scalar.inputs import UPSTREAM
from grader.packs.scalar.properties import applied, built, called_and_cleared
from grader.programs.interpreter import run
from grader.programs.operators import JOIN, SCALE, TOTAL, Form, forms
from grader.programs.program import Program, Step
from grader.programs.reference import ReferenceEngine

SMALLEST, LARGEST = 1e-9, 1e9
"""Of operands. Beyond them slopes by a complex step are wrong, too."""
LARGEST_ANSWER = 1e200
FAINTEST = 1e-30
"""Of gradients that arrive: see `properties.TINY`."""
BESIDE = 0.75
CLOSE = (1.0, 0.999, 1.001, -1.0)
"""A limit may belong to either side of it."""
MOST_MADE, MOST_NODES, MOST_CONSUMERS, MOST_CALLS, MOST_DEEP = 100_001, 20_001, 1_100, 2_000, 400
DEEPEST = 20_000
"""Nodes of a chain, where it is a demand."""
IN_A_ROW = 100
"""Operations one above the other in a graph of many nodes."""


def at(form: str, number: float) -> Iterator[Program]:
    """The form where this number is an operand, a plain number, a gradient, a difference."""
    made = forms()[form]
    if form == TOTAL:
        return
    for program in (*_operands(made, number), *_plain(made, number), *_arriving(made, number)):
        if program is not None and _is_judged(program):
            yield program


def _is_judged(program: Program) -> bool:
    try:
        answer = run(program, ReferenceEngine())
        return all(abs(x) <= LARGEST_ANSWER for x in answer) and agrees(program)
    except (ArithmeticError, ValueError):  # no real number comes of it
        return False


def _used(operation: Step, leaves: dict[str, float]) -> Program:
    last: Step = ("apply", "L", SCALE, operation[1], "c")
    return graph({**leaves, "c": UPSTREAM}, [operation, last])


def _operands(made: Form, number: float) -> Iterator[Program | None]:
    if not SMALLEST <= number <= LARGEST:
        return
    for x in (number * close for close in CLOSE):
        yield _defined(made, {"a": x, "b": BESIDE})
        if len(made.sides) == 2:
            yield _defined(made, {"a": BESIDE, "b": x})
            yield _defined(made, {"a": BESIDE, "b": BESIDE + x})


def _defined(made: Form, leaves: dict[str, float]) -> Program | None:
    step = applied(made, "_1", "a", "b")
    operands = [leaves.get(str(x), x) for x in step[3:]]
    return _used(step, leaves) if made.operator.defined(*operands) else None


def _plain(made: Form, number: float) -> Iterator[Program | None]:
    if not (made.number or made.operator.takes == "number") or not SMALLEST <= number <= LARGEST:
        return
    for n in (number * close for close in (1, *CLOSE[1:])):  # a whole number stays one
        for leaf in (BESIDE, -2.5):
            if made.operator.defined(*made.applied(leaf, n)):
                step: Step = ("apply", "_1", made.operator.name, *made.applied("a", n))
                yield _used(step, {"a": leaf})


def _arriving(made: Form, number: float) -> Iterator[Program | None]:
    """A gradient of about this size arrives; factors around the form keep the leaf's visible."""
    size = number if number <= 1 else 1 / number
    if size < FAINTEST:
        return
    leaves = {"a": BESIDE * size, "big": 1 / size, "b": 1.25}
    first: Step = ("apply", "_1", SCALE, "a", "big")
    second = applied(made, "_2", "_1", "b")
    for u in (number * close for close in CLOSE):
        yield graph({**leaves, "u": u}, [first, second, ("apply", "L", SCALE, "_2", "u")])


def sized(number: float) -> Iterator[Program]:
    """A node with one more than so many consumers, and as deep a chain where it is no demand."""
    count = _one_more(number, MOST_CONSUMERS)
    if count:
        yield _consumed(count)
    if count and count <= MOST_DEEP:
        yield chain(count, 1.5, 0.25)


def deep(number: float) -> Iterator[Program]:
    """A chain of more nodes than this number, called and cleared."""
    count = _one_more(number, DEEPEST)
    if count > MOST_DEEP:
        yield from called_and_cleared((chain(count + count % 2, 1.5, 0.25),))


def many(number: float) -> Iterator[Program]:
    """A graph of more nodes than this number, in rows that are not deep."""
    count = _one_more(number, MOST_NODES)
    if count:
        steps: list[Step] = [("apply", "h", SCALE, "a", "b")]
        rows = [f"_{n}" for n in range(count // IN_A_ROW + 1)]
        for row in rows:
            again: Step = ("repeat", IN_A_ROW, (("apply", row, JOIN, row, "a"),))
            steps += [("apply", row, SCALE, "h", "b"), again]
        yield _joined(rows, steps)


def many_again(number: float) -> Iterator[Program]:
    """Two calls on such a graph."""
    for program in many(number):
        steps, root = built(program)
        called: Step = ("backward", root)
        yield Program((*steps, called, called, ("read", "grad", ("a", "b"))))


def cleared(number: float) -> Iterator[Program]:
    """`zero_grad` above twice as many leaves and one more, none of which is deep."""
    count = _one_more(2 * number, 2 * MOST_CONSUMERS)
    if count:
        leaves = {f"x{n}": 1.5 for n in range(count)}
        steps, root = built(_joined([*leaves], [], leaves))
        done: list[Step] = [("backward", root), ("zero", root), ("read", "grad", tuple(leaves))]
        yield Program((*steps, *done))


def between(numbers: Sequence[float]) -> Iterator[Program]:
    """A graph whose nodes are made so far apart, for the largest alone: each costs as much."""
    count = max((_one_more(number, MOST_MADE) for number in numbers), default=0)
    if count:
        yield _made_between(count)


def called(number: float, then: tuple[str, ...] = ()) -> Iterator[Program]:
    """So many graphs and calls. then: what is done with the root of the last one, before its leaves
    are read again ("backward", "zero")."""
    count = _one_more(number, MOST_CALLS)
    if count:
        block: list[Step] = [("leaf", "a", 1.5), ("leaf", "b", -0.75)]
        block += [("apply", "h", SCALE, "a", "b"), ("apply", "L", SCALE, "h", "a")]
        read: Step = ("read", "grad", ("a", "b"))
        done: list[Step] = [(each, "L") for each in then]
        yield Program((("repeat", count, (*block, ("backward", "L"))), read, *done, read))


def _one_more(number: float, most: int) -> int:
    """One more than a number that may be a size; 0 for any other."""
    return number + 1 if type(number) is int and number < most else 0


def _made_between(count: int) -> Program:
    """Nodes with so many results made between the first and the last, and half as many more.

    Whoever counts no further, and begins again, takes the second for newer than its consumer.
    """
    between: Step = ("repeat", count * 3 // 4, (("apply", "x", JOIN, "a", "b"),))
    steps: list[Step] = [("apply", "k", SCALE, "a", "b"), between, ("apply", "m", SCALE, "k", "b")]
    steps += [between, ("apply", "n", SCALE, "m", "a")]
    steps += [("apply", "y", SCALE, "n", "m"), ("apply", "L", SCALE, "y", "k")]
    return graph({"a": 1.5, "b": -0.75}, steps)


def _consumed(count: int) -> Program:
    """An inner node with so many consumers."""
    steps: list[Step] = [("apply", "h", SCALE, "a", "b")]
    row = [f"_{n}" for n in range(count)]
    return _joined(row, [*steps, *(("apply", each, SCALE, "h", "a") for each in row)])


LEAVES = {"a": 1.5, "b": -0.75}


def _joined(row: list[str], steps: list[Step], leaves: dict[str, float] = LEAVES) -> Program:
    """The graph of these nodes, added up by levels: no route is long."""
    made = len(row)
    while len(row) > 1:
        joined, rest = [], row[len(row) // 2 * 2 :]
        for left, right in zip(row[::2], row[1::2], strict=False):
            steps.append(("apply", f"_{made}", JOIN, left, right))
            joined.append(f"_{made}")
            made += 1
        row = [*joined, *rest]
    return graph(leaves, steps, root=row[0])
