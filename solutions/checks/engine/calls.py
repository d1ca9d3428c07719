"""Sequences of `backward` and `zero_grad` over several roots: nested, in turn, leaves among them.

`sequences(grades, patterns)` asks for patterns, `drawn` for one of each kind, `many` and
`cleared_often` are hundreds of calls.
The roots are made beforehand:

    h = a * b;  A = h * c + a;  B = (h + c) * b;  N = A * b + c;  X = b * c

A and B lie above h, N above A; X has only leaves in common with them. Below one root every inner
node has one consumer, so no order can be wrong: what is asked is what survives a call. Each kind of
pattern is about one property: a second call without `zero_grad`, calls on leaves, and calls after a
`zero_grad` that has cleared all that the next call meets again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from grader.checks import DRAWN, Grades, LeafValue, Mismatch
from grader.programs.compare import same_number
from grader.programs.program import Program, Step
from grader.programs.tracing import read, trace, zero_grad
from grader.worker.observation import Observation

ANY: Mapping[str, LeafValue] = {"a": DRAWN, "b": DRAWN, "c": DRAWN}

AGAIN = ("A A", "N N", "B B", "X A X")
"""Second calls of `backward` on the same root."""

MANY = ("A A A", "N N N N", "B B A A B B", "h h h")

IN_TURN = ("A B A", "B X B", "h A h", "A h", "h N A", "N A N", "N h N A", "X N X B")
"""A root that another call has reached as an inner node starts with 1 all the same, and an inner
node of one call restarts in the next."""

ON_LEAVES = ("a a h a", "b X c b c", "A b b", "c N b c", "a a a a a")
"""Calls on leaves before and after one on a graph."""

ZEROED = (
    "A -A A",
    "N -N A -N h",
    "A -N B -B N",
    "N -N N -N N",
    "X -h",
    "A -h",
    "N -X",
    "B -A",
    "a -A",
    "b -N N -N",
    "A -A A -A A -A A -A A -A A -A A",
)
"""`-N` is `zero_grad(N)`: N may never have been run, so its own gradient is 0 already. It clears
what the next call meets, so an engine that is right with first calls only passes; and a leaf that
it does not reach keeps its gradient."""

ZEROED_IN_PART = (
    "A -X A",
    "N -h N",
    "A -h A A",
    "h A -X A",
    "-X A -X A",
    "-X A -X B",
    "-A B A",
    "-N A N",
)
"""Calls after a `zero_grad` that has not cleared all that they meet: inner nodes restart, also ones
that were met as many calls after a `zero_grad` before, or by another root's call since."""

SEVERAL = (
    ("A A A", "B B B", "N N N"),
    ("A X A A", "B X B B", "N X N N"),
    ("h A h A", "h B h B", "A N A N"),
    ("A h A h", "B h B h", "N A N A"),
)
"""Kinds of several calls: on one root, with one beside it, on a lower and a higher one by turns."""

SEVERAL_ZEROED = (
    ("A -A A -A A", "B -B B -B B", "N -N N -N N"),
    ("h -A h", "h -B h", "A -N A"),
    ("A -A N", "h -h A", "h -h B"),
    ("N -N A", "A -A h", "B -B h"),
)
"""Kinds of calls with a `zero_grad` between: of the root, of one above it, before another root."""

FIXED = {"a": 1.3, "b": -0.7, "c": 0.9}
"""Leaves of a public check, which draws nothing."""


def sequences(
    grades: Grades, patterns: Sequence[str], leaves: Mapping[str, LeafValue] = ANY
) -> None:
    """Ask for the leaves' gradients after the calls of each pattern."""
    for pattern in patterns:
        a, b, c = leaves.values()
        grades(_calling(pattern.split()), a=a, b=b, c=c)


def on_leaves() -> Iterator[Program]:
    """Calls on leaves, at fixed values."""
    for pattern in ON_LEAVES:
        yield trace(_calling(pattern.split()), a=1.5, b=-0.5, c=0.75)


def many() -> Iterator[Program]:
    """Calls on one root with ever more on another in between, and three hundred in a row."""
    turns = " ".join(" ".join(("A", *"X" * between)) for between in range(12))
    yield trace(_calling(turns.split()), a=1.5, b=-0.5, c=0.75)
    leaves = (("leaf", "a", 1.5), ("leaf", "b", -0.5), ("leaf", "c", 0.75))
    made = (("apply", "h", "mul", "a", "b"), ("apply", "L", "mul", "h", "c"))
    often = ("repeat", 300, (("backward", "L"),))
    yield Program((*leaves, *made, often, ("read", "grad", ("a", "b", "c"))))


def cleared_often() -> Iterator[Program]:
    """Three hundred times `zero_grad` and `backward`: one gradient is left."""
    leaves = (("leaf", "a", 1.5), ("leaf", "b", -0.5))
    often = ("repeat", 300, (("zero", "L"), ("backward", "L")))
    made = ("apply", "L", "mul", "a", "b")
    yield Program((*leaves, made, often, ("read", "grad", ("a", "b"))))


def drawn(grades: Grades, kinds: Sequence[Sequence[str]]) -> None:
    """Ask for a pattern of each kind: those of one kind show the same, so no draw misses it."""
    sequences(grades, [grades.draw.rng.choice(kind) for kind in kinds])


def two_factors(x: Any, c: Any, d: Any) -> None:
    """Two losses on a node, one after the other."""
    h = x * x
    (h * c).backward()
    (h * d).backward()
    read(x)


def nothing_more(x: Any, c: Any, d: Any, z: Any) -> None:
    """Where z is 0, the second loss sends 0 down: what the first one left there adds nothing."""
    h = x * x
    (h * c).backward()
    (z * (h * d)).backward()  # z first: where * and + are wrong / stands for *, and z is 0
    read(x)


def switched_off(x: Any, c: Any, d: Any) -> None:
    """Where x * c is negative, the second loss need not send anything down at all."""
    h = x * c
    (h * d).backward()
    (h.relu() * d).backward()
    read(x)


def two_losses(grades: Grades, a: LeafValue = DRAWN, b: LeafValue = DRAWN) -> None:
    """Two losses on a shared node, in either order."""

    def sum_first(a: Any, b: Any) -> None:
        s = a * b
        (s + a).backward()
        (s * s).backward()
        read(a, b)

    def square_first(a: Any, b: Any) -> None:
        s = a * b
        (s * s).backward()
        (s + a).backward()
        read(a, b)

    grades(sum_first, a=a, b=b)
    grades(square_first, a=a, b=b)


def _calling(calls: Sequence[str]) -> Any:
    def called(a: Any, b: Any, c: Any) -> None:
        nodes = _graph(a, b, c)
        for call in calls:
            if call[0] == "-":
                zero_grad(nodes[call[1]])
            else:
                nodes[call].backward()
        read(a, b, c)

    return called


def _graph(a: Any, b: Any, c: Any) -> dict[str, Any]:
    h = a * b
    first = h * c + a
    second = (h + c) * b
    above = first * b + c
    return {"a": a, "b": b, "c": c, "h": h, "A": first, "B": second, "N": above, "X": b * c}


def no_sum_of_two_calls(grades: Grades) -> None:
    """No inner node adds up two calls, whatever else it holds."""
    _reading_inner_nodes(grades, "A A", *FIXED.values())


def kept_where_not_reached(grades: Grades) -> None:
    """What a root cannot reach keeps its gradient, also what lies above it."""
    for calls, kept in (("A X", "Ah"), ("A h", "A")):
        drawn = (grades.drawn_value() for _ in range(3))
        _reading_inner_nodes(grades, calls, *drawn, kept=kept)


def _reading_inner_nodes(
    grades: Grades, calls: str, a: float, b: float, c: float, kept: str = "Ah"
) -> None:
    """h = a * b; A = h * c; X = b * c; after each call the gradients of A and h.

    What one call leaves on them is the engine's own affair: 0, `nan` and None are right, too.
    """
    if "mul" not in grades.forms:
        return
    program = Program((*_made(a, b, c), *_called(calls.split())))

    def judge(observation: Observation) -> Mismatch | None:
        found = observation.answer
        assert found is not None
        both = zip(("A.grad", "h.grad"), (1.0, c), found, found[2:], strict=False)
        for name, one_call, before, after in both:
            if name[0] not in kept:
                continue
            if again and any(same_number(after, times * one_call) for times in (2, 3)):
                return Mismatch(name, after, one_call)
            if not again and not same_number(after, before):
                return Mismatch(f"{name}, later on", after, before)
        return None

    again = calls == "A A"
    grades.judged(program, judge, f"what inner nodes {'hold' if again else 'keep'}")


def _made(a: float, b: float, c: float) -> Iterator[Step]:
    yield from (("leaf", name, value) for name, value in (("a", a), ("b", b), ("c", c)))
    yield ("apply", "h", "mul", "a", "b")
    yield ("apply", "A", "mul", "h", "c")
    yield ("apply", "X", "mul", "b", "c")


def _called(roots: Sequence[str]) -> Iterator[Step]:
    for root in roots:
        yield ("backward", root)
        yield ("read", "grad", ("A", "h"), "if any")
