"""Fixed graphs at which a wrong engine shows: one node on both sides, many consumers, long ways.

What one can do with it:

* `same_operands(operator)`, `same_and_longer()`: one node on both sides of an operator, alone and
  with a longer route to it;
* `many_consumers()`, `deep_and_shared()`: a node that is used 300 times, one with skips over 440;
* `above_a_ladder()`: a short and a long route above doublings;
* `large_graphs()`, `graphs_that_go()`: graphs of 200 operations, and small ones that come and go;
* `after_a_large_one()`, `on_a_larger_one()`: nodes that are made beside a graph that goes, and
  above a node that a call has met late;
* `powers_of_powers()`: a power of a negative number, to another power;
* `called_twice(form)`: the result of a form between two calls of `backward`;
* `equal_roots()`, `made_alike()`: two roots of one number above the same inner node; two nodes that
  were made of the same inputs in the same way;
* `above_one_another(operators)`: each operator above each one, with the node between them;
* `met_again(call)`, `listed_again()`: a call that meets what each of many earlier ones has left;
* `between_calls(call)`: two calls of one root, and another root above the same nodes between;
* `several_roots()`, `of_each_size()`: what `build_topo` must begin anew;
* `kept_nodes()`: augmented assignment to a node that is still held by another name;
  `from_nothing()`: to a leaf that holds 0 or 1, where the result may be the other operand's number.

They are the same for every hand-in, as those of `inputs` are, and two right engines agree on them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

from grader.checks.families import graph
from grader.packs.scalar.inputs import UPSTREAM
from grader.programs.operators import JOIN, OPERATORS, SCALE, SQUASH, forms, names
from grader.programs.program import Program, Step


@cache
def same_operands(operator: str) -> tuple[Program, ...]:
    """A leaf, and an inner node, on both sides of an operator; the leaf used elsewhere as well.

    A rule for two equal sides that overwrites shows only where another contribution came first.
    """
    # `c` keeps `a - a`, which is 0, from making two inner nodes of one value.
    both = ("apply", "_0", operator, "a", "a"), ("apply", "_1", JOIN, "_0", "c")
    steps, leaves = [*both, ("apply", "_2", SCALE, "a", "b")], {**_LEAVES, "c": 0.8}
    return (
        graph({"a": 3.0}, [("apply", "L", operator, "a", "a")]),
        graph(_LEAVES, [_INNER, _on_both(operator), ("apply", "L", JOIN, "_1", "a")]),
        graph(leaves, [*steps, ("apply", "L", JOIN, "_1", "_2")]),
        graph(
            leaves, [*steps, ("apply", "_3", SCALE, "_1", "b"), ("apply", "L", JOIN, "_2", "_3")]
        ),
    )


@cache
def same_and_longer() -> tuple[Program, ...]:
    """One inner node on both sides of an operator, with a longer route before or after."""
    longer: list[Step] = [("apply", "_2", SCALE, "h", "b"), ("apply", "_3", SCALE, "_2", "b")]
    return tuple(
        graph(_LEAVES, steps)
        for operator in (JOIN, SCALE)
        for steps in (
            [_INNER, _on_both(operator), *longer, ("apply", "L", JOIN, "_1", "_3")],
            [_INNER, *longer, _on_both(operator), ("apply", "L", JOIN, "_3", "_1")],
        )
    )


@cache
def unequal_routes() -> Program:
    """Eight times a short route beside a long one, each pair above the one before: who orders nodes
    by their distance from the root finds a longer one each time."""
    steps: list[Step] = [("alias", "x", "a")]
    for n in range(8):
        steps += [("apply", f"p{n}", SCALE, "x", "b"), ("apply", f"q{n}", SCALE, f"p{n}", "b")]
        steps += [("apply", f"r{n}", SCALE, f"q{n}", "b"), ("apply", "x", JOIN, "x", f"r{n}")]
    return graph(_LEAVES, steps, root="x")


@cache
def chain_below_routes() -> tuple[Program, ...]:
    """A chain below a short and a long route: who moves a node down moves all that is below it."""
    steps: list[Step] = [("apply", "t", SCALE, "a", "b"), ("apply", "h", SCALE, "t", "c")]
    steps += [("apply", "_1", SCALE, "h", "b"), ("apply", "_2", SCALE, "_1", "c")]
    return tuple(
        graph({**_LEAVES, "c": 2.25}, [*steps, ("apply", "L", SCALE, *sides)])
        for sides in (("h", "_2"), ("_2", "h"))
    )


_LEAVES = {"a": 1.5, "b": -0.4}
_INNER = ("apply", "h", SCALE, "a", "b")


def _on_both(operator: str) -> Step:
    return ("apply", "_1", operator, "h", "h")


CONSUMERS = 300
"""Of one inner node: more than the small whole numbers that Python keeps only one of."""
DEEP = 440
"""Operations in a row: with what is around them, no more than every engine must manage."""


@cache
def many_consumers() -> Program:
    """One inner node that is used 300 times."""
    block: tuple[Step, ...] = (("apply", "y", JOIN, "y", "h"),)
    steps: list[Step] = [_INNER, ("alias", "y", "a"), ("repeat", CONSUMERS, block)]
    return graph(_LEAVES, steps, root="y")


@cache
def deep_and_shared(length: int = DEEP) -> Program:
    """A chain that uses its first inner node again and again, and at its end."""
    block: tuple[Step, ...] = (
        *[("apply", "y", JOIN, "y", "a")] * 9,
        ("apply", "y", JOIN, "y", "h"),
    )
    steps: list[Step] = [_INNER, ("alias", "y", "h"), ("repeat", length // len(block), block)]
    steps += [("apply", "_1", SCALE, "y", "h"), ("apply", "L", JOIN, "_1", "h")]
    return graph(_LEAVES, steps)


LARGE, LARGE_GRAPHS = 200, 3


@cache
def large_graphs() -> tuple[Program, ...]:
    """Graphs of 200 operations that use recent nodes and old ones; no value is beyond 3."""
    rng = random.Random(200)
    return tuple(_large_graph(rng) for _ in range(LARGE_GRAPHS))


def _large_graph(rng: random.Random) -> Program:
    leaves = {name: round(rng.uniform(0.5, 1.5), 3) * rng.choice((-1, 1)) for name in "abcd"}
    made, steps, unused = list(leaves), list[Step](), list(leaves)
    total = [name for name in names("nodes") if OPERATORS[name].total]
    while len(steps) < LARGE or len(unused) > 1:
        first = unused[0] if len(unused) > 6 or len(steps) >= LARGE else rng.choice(made[-12:])
        other = unused[-1] if len(steps) >= LARGE else rng.choice(made)
        slot = f"_{len(steps) + 1}"
        operation: Step = ("apply", slot, rng.choice(total), first, other)
        # Squashed: sums and products would leave every bound otherwise.
        steps += [operation, ("apply", f"{slot}t", SQUASH, slot)]
        made.append(f"{slot}t")
        unused = [name for name in unused if name not in (first, other)] + [f"{slot}t"]
    return graph(leaves, steps, root=made[-1])


@cache
def above_a_ladder() -> tuple[Program, ...]:
    """60 rungs, and then a short and a long route: a rank that adds up its inputs' ranks has no
    digits left to tell them apart. And with 0 on every rung, which is a number like any other."""
    rung = (("apply", "l", SCALE, "y", "h"), ("apply", "r", SCALE, "y", "h"))
    steps: list[Step] = [
        ("alias", "y", "a"),
        ("repeat", 60, (*rung, ("apply", "y", JOIN, "l", "r"))),
    ]
    steps += [("apply", "_1", SCALE, "y", "b"), ("apply", "_2", SCALE, "_1", "b")]
    return tuple(
        graph({"a": a, "h": 0.5, "b": -0.75}, [*steps, ("apply", "L", JOIN, *sides)])
        for a, sides in ((1.5, ("_1", "_2")), (1.5, ("_2", "_1")), (0.0, ("_1", "_2")))
    )


@cache
def graphs_that_go() -> tuple[Program, ...]:
    """Graphs that come and go, until Python has collected those that hold themselves: the next one
    gets the addresses of some, and is not known by these."""
    block = (("apply", "h", SCALE, "a", "b"), ("apply", "L", JOIN, "h", "a"), ("backward", "L"))
    leaves = (("leaf", "a", 1.5), ("leaf", "b", -0.75))
    return (Program((*leaves, ("repeat", 500, block), ("read", "grad", ("a", "b")))),)


@cache
def after_a_large_one() -> tuple[Program, ...]:
    """Two nodes that are made while a graph of some sixty others is there, and one above them when
    it has gone: how many nodes are alive is no order."""
    grow: tuple[Step, ...] = (("apply", "y", JOIN, "y", "b"),)
    # What is made in a block with a call lives no longer than the student's names for it.
    one: tuple[Step, ...] = (("alias", "y", "b"), ("repeat", BESIDE, grow), ("backward", "y"))
    beside = ("repeat", 2, one), ("apply", "h", SCALE, "a", "a"), ("alias", "y", "a")
    above = ("apply", "k", SCALE, "h", "b"), ("apply", "L", JOIN, "k", "h")
    steps = ("leaf", "a", 1.5), ("leaf", "b", -0.75), *beside, *above
    return (Program((*steps, ("backward", "L"), ("read", "grad", ("a", "b")))),)


@cache
def on_a_larger_one() -> tuple[Program, ...]:
    """A call on a root with some sixty nodes beside one, and one on a new root above that: a place
    that a node got in the first call is none in the next."""
    grow: tuple[Step, ...] = (("apply", "y", JOIN, "y", "b"),)
    made = ("apply", "h", SCALE, "a", "a"), ("alias", "y", "b"), ("repeat", BESIDE, grow)
    above = ("apply", "k", SCALE, "h", "b"), ("apply", "L", SCALE, "k", "b"), ("backward", "L")
    leaves = ("leaf", "a", 1.5), ("leaf", "b", -0.75)
    return tuple(
        Program((*leaves, *made, ("apply", "M", SCALE, *sides), ("backward", "M"), *above,
                 ("read", "grad", ("a", "b"))))
        for sides in (("y", "h"), ("h", "y"))
    )  # fmt: skip


@cache
def after_many_leaves() -> tuple[Program, ...]:
    """Leaves that come and go too, and then a chain that is called twice: its nodes get their
    addresses, and are no leaves."""
    block: tuple[Step, ...] = (("leaf", "a", 1.5), ("leaf", "b", -0.75), ("leaf", "c", 0.5))
    block += (("apply", "h", SCALE, "a", "b"), ("apply", "L", JOIN, "h", "c"), ("backward", "L"))
    grow: tuple[Step, ...] = (("apply", "y", SCALE, "y", "b"), ("apply", "y", JOIN, "y", "a"))
    steps = (("repeat", 200, block), ("alias", "y", "a"), ("repeat", 50, grow))
    called = (("backward", "y"), ("backward", "y"), ("read", "grad", ("a", "b")))
    return (Program((*steps, *called)),)


@cache
def powers_of_powers() -> tuple[Program, ...]:
    """`(a**m)**n` is not `a**(m * n)` where a is negative, and it has two slopes."""
    exponents = ((2, 0.5), (2, -0.5), (4, 1.5), (2, 3), (3, 2), (-1, 3), (-2, 0.5), (2, -1))
    return tuple(
        graph(
            {"a": -1.5, "c": UPSTREAM},
            [("apply", "_1", "pow", "a", m), ("apply", "_2", "pow", "_1", n),
             ("apply", "L", SCALE, "_2", "c")],
        )
        for m, n in exponents
    )  # fmt: skip


@cache
def called_twice(form: str) -> tuple[Program, ...]:
    """The result of a form is an inner node, or each of its operands is: it restarts in a second
    call; also where another graph has another plain number in between."""
    leaves = {"a": 1.25, "b": -0.5, "c": UPSTREAM}
    above = ("apply", "L", SCALE, "_1", "c")
    below = (("apply", "h", SCALE, "b", "c"), ("apply", "k", SCALE, "a", "c"))
    made = [each for each in _operations(form) if not _keeps(each, leaves["b"] * leaves["c"])]
    inner = [[{"a": "h", "b": "k"}.get(str(x), x) for x in each] for each in made]
    other = ("apply", "M", forms()[form].operator.name, *forms()[form].applied("a", ANOTHER))
    between = [(), (other,)] if forms()[form].number else [()]
    return tuple(
        Program(
            (
                *(("leaf", name, value) for name, value in leaves.items()),
                *(step for step in below if step[1] in operation),
                ("apply", "_1", *operation),
                above,
                ("backward", "L"),
                *steps,
                ("backward", "L"),
                ("read", "grad", tuple(leaves)),
            )
        )
        for operation, steps in (
            *((each, steps) for each in _operations(form) for steps in between),
            *((each, ()) for each in inner),
        )
    )


ANOTHER = 7.25
"""A plain number that no graph beside has."""


def _keeps(operation: Sequence[str | float], number: float) -> bool:
    """Whether the result may have an operand's number, as with 0 and 1: that is asked elsewhere."""
    name, *operands = operation
    return not {0, 1}.isdisjoint(operands) or (
        len(operands) == 1 and OPERATORS[str(name)].value(number) == number
    )


def _operations(form: str) -> Iterator[tuple[str | float, ...]]:
    made = forms()[form]
    row = made.operator
    if made.number:
        numbers = (0, 1, 2.5) if row.name == JOIN else (1, 2.5)
        # `1 / a` written as `1 * a ** -1` makes two nodes of one value, which is asked elsewhere.
        for number in numbers if row.total or made.number == "right" else numbers[1:]:
            yield row.name, *made.applied("a", number)
    elif row.takes == "number":
        yield from ((form, "a", row.numbers[0]), (form, "a", 1))
    else:
        yield form, *made.applied("a", "b")
        if row.takes == "list":
            yield form, "a"


@cache
def kept_nodes(itself: bool = False) -> tuple[Program, ...]:
    """`kept = y`, then `y -= ...`: `y` is a new node, and `kept` is what it was.

    itself: then `y -= y`.
    """
    programs = []
    others = (
        *((name, "c") for name in names("nodes")),
        *((name, 1.5) for name in names("nodes")),
        *((name, n) for name in names("number") for n in OPERATORS[name].numbers[1:]),
    )
    for operator, operand in [(name, "y") for name in names("nodes")] if itself else others:
        # A result of the same operator is tried too: some make the old node grow.
        kinds = dict.fromkeys((SCALE, operator if operator in names("nodes") else SCALE))
        inner = () if itself else kinds  # an inner node on both sides is asked elsewhere
        starts: list[list[Step]] = [[("alias", "y", "a")]]
        starts += [[("apply", "_1", kind, "a", "b"), ("alias", "y", "_1")] for kind in inner]
        # Some make grow only what was made in place.
        first = "b" if operator in inner else operand
        starts += [] if itself else [[("alias", "y", "a"), ("inplace", "y", operator, first)]]
        if not isinstance(operand, str) and operator in inner:
            starts.append([("alias", "y", "a"), ("inplace", "y", operator, operand)])
        for start in starts:
            steps: list[Step] = [
                *start,
                ("alias", "kept", "y"),
                ("inplace", "y", operator, operand),
            ]
            for used in ("y", "kept"):
                last: Step = ("apply", "L", SCALE, used, "b")
                leaves = {"a": 1.2, "b": -0.7, **({} if itself else {"c": 0.4})}
                programs.append(graph(leaves, [*steps, last], unused=True))
    return tuple(programs)


@cache
def from_nothing() -> tuple[Program, ...]:
    """`y += x`, and so on, where the leaf y, or x, holds 0 or 1: neither is left out."""
    leaves = {"y": 0.75, "x": -0.4, "c": UPSTREAM}
    return tuple(
        graph(
            {**leaves, special: number},
            [("alias", "t", "y"), ("inplace", "t", name, "x"), ("apply", "L", SCALE, "t", "c")],
        )
        for name in names("nodes")
        for special, number in product("yx", (0.0, 1.0))
        if OPERATORS[name].defined(*({**leaves, special: number}[each] for each in "yx"))
    )


@cache
def several_roots() -> tuple[Program, ...]:
    """`build_topo` on a root, on others that share its nodes, and on each of them again.

    The list is the caller's, who may turn it round.
    """
    steps: list[Step] = [("leaf", "a", 1.5), ("leaf", "b", -0.5)]
    steps += [("apply", "h", SCALE, "a", "b"), ("apply", "L", JOIN, "h", "a"), ("topo", "L")]
    steps += [("apply", "M", SCALE, "L", "h"), ("apply", "N", JOIN, "b", "h")]
    below = [("apply", "p", SCALE, "a", "c"), ("apply", "q", SCALE, "a", "d")]
    side_by_side = [*steps[:2], ("leaf", "c", 2.5), ("leaf", "d", 3.5), *below]
    side_by_side.append(("apply", "L", JOIN, "p", "q"))
    return (
        Program((*steps, *(("topo", root, True) for root in "MNLMhMMaLaM"))),
        *(
            Program((*side_by_side, *(("topo", root) for root in turns)))
            for turns in ("pqL", "Lqp")
        ),
    )


@cache
def of_each_size() -> tuple[Program, ...]:
    """`build_topo` on graphs that come and go: the next root may get the address of one before."""
    block = (("apply", "y", JOIN, "y", "a"),)
    return tuple(
        Program(
            (
                *(
                    ("leaf", f"u{n}", 2.5) for n in range(MOST - size)
                ),  # then all have as many nodes
                *(("leaf", "a", 0.5), ("leaf", "y", 1.5), ("repeat", size, block), ("topo", "y")),
            )
        )
        for size in (*range(MOST, 0, -1), *range(2, MOST)) * OFTEN
    )


MOST, OFTEN = 8, 10


@cache
def equal_roots() -> tuple[Program, ...]:
    """Two roots of one number above the same inner node, each run once, and the first once more."""
    steps: tuple[Step, ...] = (("leaf", "a", 3.0), ("leaf", "b", 1.5))
    steps += (("leaf", "c", 2.0), ("leaf", "d", 2.0), ("apply", "h", SCALE, "a", "b"))
    steps += (("apply", "L", SCALE, "h", "c"), ("apply", "M", SCALE, "h", "d"))
    steps += (("read", "data", ("L", "M")),)
    calls = (("backward", "L"), ("backward", "M"))
    read = ("read", "grad", ("a", "b", "c", "d"))
    return (Program((*steps, *calls, read)), Program((*steps, *calls, ("backward", "L"), read)))


BESIDE = 60
"""Operations of a graph that others are made beside, or above."""
ROUTE = 6
"""Operations of a route that is longer than any other one below a root."""


@cache
def between_calls(call: str) -> tuple[Program, ...]:
    """`backward` on a root, a call on another one, in which the nodes that both share come in
    another order, and `backward` on the first one again. call: "backward" or "topo"."""
    steps: list[Step] = [("leaf", "a", 1.7), ("leaf", "b", 3.1), ("leaf", "c", 0.7)]
    steps += [("apply", "h", JOIN, "a", "b"), ("apply", "k", JOIN, "h", "c")]
    programs = []
    pairs = ("h", "y"), ("y", "h"), ("k", "y"), ("y", "k")
    longer = ("alias", "y", "b"), ("repeat", ROUTE, (("apply", "y", JOIN, "y", "b"),))
    for first, pair in product((("h", "k"), ("k", "h")), pairs):
        other = *longer, ("apply", "M", JOIN, *pair), (call, "M")
        calls = ("backward", "L"), *other, ("backward", "L"), ("read", "grad", ("a", "b", "c"))
        programs.append(Program((*steps, ("apply", "L", JOIN, *first), *calls)))
    return tuple(programs)


@cache
def made_alike(inner: bool = False) -> tuple[Program, ...]:
    """Two nodes that were made of the same inputs in the same way, below a third and as two roots.

    inner: below a third only, and their own gradients are read.
    """
    programs = []
    for operator, above in ((JOIN, SCALE), (SCALE, JOIN), (SCALE, SCALE)):
        alike = [("apply", slot, operator, "a", "b") for slot in "hk"]
        first = graph(_LEAVES, [*alike, ("apply", "L", above, "h", "k")])
        if inner:
            programs.append(Program((*first.steps, ("read", "grad", ("h", "k")))))
            continue
        leaves = [("leaf", name, value) for name, value in _LEAVES.items()]
        calls = ("backward", "h"), ("backward", "k"), ("read", "grad", ("a", "b"))
        programs += [first, Program((*leaves, *alike, *calls))]
    return tuple(programs)


@cache
def above_one_another(
    operators: tuple[str, ...], with_numbers: tuple[str, ...]
) -> tuple[Program, ...]:
    """Each operator above each one, on the same leaf, the same node and others, and each form with
    a plain number above each such form; the gradient of the node between them is read."""
    sides = product((("a", "a"), ("a", "b")), (("h", "a"), ("a", "h"), ("h", "h"), ("h", "b")))
    made: list[list[Step]] = [
        [("apply", "h", below, *lower), ("apply", "L", above, *upper)]
        for (below, above), (lower, upper) in product(product(operators, repeat=2), sides)
    ]
    for below, above in product([forms()[form] for form in with_numbers], repeat=2):
        made.append([("apply", "h", below.operator.name, *below.applied("a", ANOTHER)),
                     ("apply", "L", above.operator.name, *above.applied("h", 3))])  # fmt: skip
    return tuple(
        Program((*graph(_LEAVES, steps).steps, ("read", "grad", ("h",)))) for steps in made
    )


MET = 300
"""Calls, each of which the last one meets: numbers of calls that come round are 100 or 256."""


@cache
def met_again(call: str = "backward") -> tuple[Program, ...]:
    """A call that meets what each of many earlier ones has left; "backward" or "zero".

    Training steps in between make the numbers of the nodes unequal.
    """
    leaves = (("leaf", "a", 1.5), ("leaf", "b", -0.5), ("leaf", "c", 0.75))
    grown: tuple[Step, ...] = (("apply", "h", JOIN, "a", "b"), ("apply", "L", SCALE, "h", "c"))
    grown += (("backward", "L"), ("descend", "b", 1e-3))
    grown += () if call == "backward" else ((call, "L"),)
    grown += (("apply", "t", JOIN, "t", "h"),)
    last: tuple[Step, ...] = ((call, "t"),)
    if call == "zero":  # what was left on an inner node enters here
        last = (("backward", "t"), *last, ("backward", "t"))
    read = ("read", "grad", ("a", "b", "c"))
    return (Program((*leaves, ("alias", "t", "c"), ("repeat", MET, grown), *last, read)),)


@cache
def listed_again() -> tuple[Program, ...]:
    """`build_topo` on as many roots, and on one that is above all of them."""
    steps: list[Step] = [("leaf", "a", 1.5), ("leaf", "b", -0.5), ("alias", "t0", "a")]
    for number in range(MET):
        steps += [("apply", f"h{number}", SCALE, "a", "b"), ("topo", f"h{number}")]
        steps.append(("apply", f"t{number + 1}", JOIN, f"t{number}", f"h{number}"))
    return (Program((*steps, ("topo", f"t{MET}"))),)
