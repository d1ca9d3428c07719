"""Properties of an engine, each over every operator that it is asked of and every kind of number.

What one can do with it:

* `tiny_upstreams(form)`, `whole_leaves(form)`, `equal_leaves(form)`, and `of_a_rule(form)` for all
  of them: what a rule does with a small gradient, with whole numbers, for equal leaves;
* `cancelled(form)`, `magnified(form)`: gradients that add up to 0, values that are all but 0;
* `moved_leaves(form)`: what is worked out anew after a training step;
* `listed_after_a_call()`: what remembers its operands after a call;
* `grown()`, `huge_gradients()`: a root that becomes an inner node; what `zero_grad` must clear too;
* `equal_expressions()`: what `build_topo` must tell apart;
* `equal()`, `all_of_one_number()`: graphs in which many nodes hold the same number;
* `shapes()`, `deep()`, `wide()`: graphs of + and * that are deep, used often, shared between far
  levels, or of 2,112 nodes;
* `short_and_long_above(graphs)`, `again(graphs, calls)`, `cleared(graphs)`, `ordered(graphs)`,
  `bare(graphs)`: such graphs below two routes, asked by several calls, for `zero_grad`, for
  `build_topo`, for `toposort`.

The exam and each exercise whose student writes that part ask the same. Programs are fixed, so their
answers are recorded; drawn numbers beside them guard against answers learnt by heart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, ParamSpec

from grader.checks.families import graph
from grader.checks.orders import ending_in_topo
from grader.packs.scalar.fixed_graphs import (
    DEEP,
    chain_below_routes,
    deep_and_shared,
    many_consumers,
    same_and_longer,
    unequal_routes,
)
from grader.packs.scalar.inputs import UPSTREAM
from grader.programs.graph import graph_of
from grader.programs.operators import JOIN, SCALE, Form, forms
from grader.programs.program import Program, Step

TINY, HUGE = 1.3e-30, 1e30
"""A gradient as small as the first counts, for a later factor may be as large as the second.
Smaller ones are not asked: an engine that counts in fractions of sixty decimals is right too."""
UPSTREAMS = (1 / HUGE, -1 / HUGE, 2.0, -1.0, -1.2345678912345678e-5, -1e20, 1e120)
"""Numbers that may be special cases, too, and one of which no digit may get lost."""

NEARLY = 1e-8
"""So far apart two numbers show which is whose."""

WIDE, BLOCK = 66, 16
"""2,112 nodes, at most 76 deep. Larger graphs are deep ones, which are cheaper to ask."""


P = ParamSpec("P")


def made_once(make: Callable[P, Iterator[Program]]) -> Callable[P, tuple[Program, ...]]:
    """The programs that a function makes, which are made when they are asked for first."""
    known: Any = cache(lambda *of, **how: tuple(make(*of, **how)))
    made: Callable[P, tuple[Program, ...]] = known
    return made


def applied(
    form: Form, slot: str, left: str | float, right: str | float, whole: bool = False
) -> Step:
    """The form on these operands. whole: with a plain number that is whole, -1 as an exponent."""
    numbers = form.operator.numbers
    number: float = numbers[-1 if whole else 0] if numbers else 2 if whole else 2.5
    other = number if form.number or form.operator.takes == "number" else right
    return ("apply", slot, form.operator.name, *form.applied(left, other))


@cache
def tiny_upstreams(form: str) -> tuple[Program, ...]:
    """A small gradient of either sign arrives at the operator, and a factor below it makes it
    visible; or a large one does, which is not cut off."""
    made = forms()[form]
    leaves = {"a": TINY, "big": HUGE, "b": 0.75}
    first: Step = ("apply", "_1", SCALE, "a", "big")
    sides = [[first, applied(made, "_2", "_1", "b")]]
    if len(made.sides) == 2:
        sides.append([first, applied(made, "_2", "b", "_1")])
    last: Step = ("apply", "L", SCALE, "_2", "u")
    # A sign that is turned twice gives a number again, and equal numbers are asked elsewhere.
    upstreams = [u for u in UPSTREAMS if u != -1 or made.operator.name != "neg"]
    return tuple(graph({**leaves, "u": u}, [*each, last]) for each in sides for u in upstreams)


@cache
def whole_leaves(form: str) -> tuple[Program, ...]:
    """Leaves that are whole numbers without a point, also beside a plain number that is one."""
    made = forms()[form]
    pairs = ((2, 3), (-5, 4), (-8, -2)) if not made.operator.kink else ((2, 3),)
    return tuple(
        graph(
            {"a": a, "b": b, "c": -3},
            [applied(made, "_1", "a", "b", whole=a < 0), ("apply", "L", SCALE, "_1", "c")],
        )
        for a, b in pairs
    )


@cache
def moved_leaves(form: str) -> tuple[Program, ...]:
    """Three graphs of the same leaves, whose data is set in between, as a training step does.

    Nothing that was worked out for the first one, and kept on a node, is right in the others. And
    where nothing was set: a node that was kept has a gradient already.
    """
    made = forms()[form]
    used = ("a", "b") if len(made.sides) == 2 else ("a",)
    pairs = ((0.6, 1.3), (-0.9, 0.4), (1.7, -0.8), (0.8, 0.3))
    places = [
        dict(zip("ab", pair, strict=True))
        for pair in pairs
        if made.operator.defined(*applied(made, "", *pair)[3:])
    ]
    steps: list[Step] = [("leaf", name, places[0][name]) for name in used]
    for number, place in enumerate(places):
        if number:
            steps += [("set", name, place[name]) for name in used]
        steps += [applied(made, "L", "a", "b"), ("read", "data", ("L",))]
        steps += [("backward", "L"), ("read", "grad", used)]
    again: list[Step] = [("leaf", name, places[0][name]) for name in used]
    again += [applied(made, "L", "a", "b"), ("backward", "L"), applied(made, "M", "a", "b")]
    again += [("apply", "N", JOIN, "M", "a"), ("backward", "N"), ("read", "grad", used)]
    return Program(tuple(steps)), Program(tuple(again))


@cache
def cancelled(form: str) -> tuple[Program, ...]:
    """Two contributions that cancel: a gradient of 0 is a gradient, and it is passed on.

    To a shared inner node, for exercises in which the order of the rules is given, and by the form
    itself to its operands.
    """
    made = forms()[form]
    leaves = {"a": 1.5, "b": 0.75, "c": UPSTREAM, "d": -UPSTREAM}
    once, again = applied(made, "_1", "a", "b"), applied(made, "_0", "a", "b")

    def on(other: str, *steps: Step) -> Program:
        parts = ("apply", "_2", SCALE, "_1", "c"), ("apply", "_3", SCALE, other, "d")
        return graph(leaves, [*steps, *parts, ("apply", "L", JOIN, "_2", "_3")])

    return on("_1", once), on("_0", once, again)


@cache
def magnified(form: str) -> tuple[Program, ...]:
    """A value that is all but 0, and a factor that makes it visible where a float can hold it."""
    made = forms()[form]
    steps = [applied(made, "_1", "a", "b"), ("apply", "L", SCALE, "_1", "c")]
    return tuple(
        graph({"a": x, "b": 3 * x, "c": factor}, steps) for x, factor in made.operator.magnified
    )


@cache
def equal_leaves(form: str) -> tuple[Program, ...]:
    """The operator on different leaves that hold the same numbers, nearly, or those of one hash:
    nothing is kept by number."""
    made = forms()[form]
    return tuple(
        _two_of_one_kind(made, {"a": a, "b": b, "d": d, "e": e}, a < 0)
        for a, b, d, e in (
            (1.5, 1.5, 0.75, 0.75),
            (1.5, 1.5 + NEARLY, 0.75, 0.75 + NEARLY),
            (-1.0, -2.0, -2.0, -1.0),
        )
    )


def _two_of_one_kind(made: Form, leaves: dict[str, float], whole: bool) -> Program:
    steps = [applied(made, "_1", "a", "d", whole), applied(made, "_2", "b", "e", whole)]
    steps += [("apply", "_3", SCALE, "_1", "c"), ("apply", "L", JOIN, "_2", "_3")]
    return graph({**leaves, "c": UPSTREAM}, steps)


@cache
def two_uses(form: str, other: str) -> tuple[Program, ...]:
    """Two forms on one node, with other operands: what one of them keeps there is not the other's.

    Both are asked again in a second graph, turned round.
    """
    one, two = forms()[form], forms()[other]
    first = applied(one, "_1", "a", "b")
    number = two.operator.numbers[1] if two.operator.takes == "number" else -0.5
    right = number if two.number or two.operator.takes == "number" else "c"
    second: Step = ("apply", "_2", two.operator.name, *two.applied("a", right))
    leaves = {"a": 1.25, "b": 0.75, "c": -1.75}
    return tuple(
        graph(leaves, [*steps, ("apply", "L", SCALE, "_1", "_2")])
        for steps in ((first, second), (second, first))
    )


@cache
def huge_gradients() -> tuple[Program, ...]:
    """A gradient that is too large for a float, below values that are not."""
    steps = [("apply", "_1", SCALE, "a", "b"), ("apply", "L", SCALE, "_1", "b")]
    return (graph({"a": 1e-200, "b": 1e160}, steps),)


@cache
def leaf_alone() -> tuple[Program, ...]:
    """A root that is a leaf."""
    return tuple(graph({"a": x}, [], root="a") for x in (1.5, 0.0, 1))


@cache
def all_of_one_number() -> tuple[Program, ...]:
    """Every node holds 2, or 1, or 0: each is a node of its own."""
    steps: list[Step] = [("apply", "_1", SCALE, "a", "b"), ("apply", "_2", SCALE, "_1", "b")]
    squares: list[Step] = [("apply", "_1", SCALE, "a", "b"), ("apply", "_2", SCALE, "_1", "a")]
    zeros: list[Step] = [("apply", "_1", SCALE, "a", "b"), ("apply", "_2", JOIN, "_1", "a")]
    last: Step = ("apply", "L", SCALE, "_2", "b")
    return (
        graph({"a": 2.0, "b": 1.0}, [*steps, last]),
        graph({"a": 1.0, "b": 1.0}, [*squares, last]),
        graph({"a": 0.0, "b": 2.0}, [*zeros, last]),
        graph({"a": 0.0, "b": 0.0}, [*zeros, ("apply", "L", JOIN, "_2", "b")]),
    )


@cache
def equal() -> tuple[Program, ...]:
    """Graphs of + and * in which leaves, and inner nodes, hold equal numbers."""
    return (*equal_leaves(JOIN), *equal_leaves(SCALE), *all_of_one_number())


@cache
def equal_expressions() -> tuple[Program, ...]:
    """`build_topo` where nodes were made of the same inputs in the same way, or hold one number."""
    twice = Program(
        (
            *(("leaf", "a", 2.0), ("leaf", "b", 3.0)),
            *(("apply", f"_{n}", SCALE, "a", "b") for n in (1, 2)),
            *(("apply", f"_{n}", JOIN, "a", "a") for n in (3, 4)),
            ("apply", "_5", JOIN, "_1", "_2"),
            ("apply", "_6", SCALE, "_3", "_4"),
            *(("apply", "L", JOIN, "_6", "_5"), ("topo", "L")),
        )
    )
    return (twice, *map(ending_in_topo, (*equal(), *leaf_alone())))


@cache
def listed_after_a_call() -> tuple[Program, ...]:
    """`build_topo` after `backward`: the graph is as it was."""
    steps: list[Step] = [("leaf", "a", 1.5), ("leaf", "b", -0.5)]
    steps += [("apply", "h", SCALE, "a", "b"), ("apply", "_1", JOIN, "h", "a")]
    steps += [("apply", "L", SCALE, "_1", "h"), ("backward", "L"), ("topo", "L"), ("topo", "h")]
    larger = [[*built, ("topo", "M")] for built in _grown()]
    return (Program(tuple(steps)), *(Program(tuple(each)) for each in larger))


def _grown(zeroed: bool = False) -> Iterator[list[Step]]:
    """A root that was run, below another one beside a node that it was made of, also where a new
    node is between.

    zeroed: it was cleared, too.
    """
    for sides in (("L", "h"), ("h", "L"), ("k", "h"), ("h", "k")):
        steps: list[Step] = [("leaf", "a", 1.5), ("leaf", "b", -0.5), ("leaf", "c", 0.75)]
        steps += [("apply", "h", SCALE, "a", "b"), ("apply", "L", SCALE, "h", "c")]
        steps += [("backward", "L"), *([("zero", "L")] if zeroed else ())]
        between = [("apply", "k", JOIN, "L", "b")] if "k" in sides else []
        yield [*steps, *between, ("apply", "M", JOIN, *sides)]


@cache
def grown(zeroed: bool = False) -> tuple[Program, ...]:
    """`backward` on it: what was found out about the smaller graph is not all of the larger one."""
    last: list[Step] = [("backward", "M"), ("read", "grad", ("a", "b", "c"))]
    return tuple(Program((*built, *last)) for built in _grown(zeroed))


def of_a_rule(form: str) -> tuple[Program, ...]:
    """What is asked of the rule of one form, where no node gets two contributions."""
    kinds = tiny_upstreams, whole_leaves, equal_leaves
    return tuple(program for kind in kinds for program in kind(form))


def shapes() -> tuple[Program, ...]:
    """Graphs of + and *: what is right in small ones may be wrong there."""
    return (*same_and_longer(), *beside_zero(), *deep(), unequal_routes())


@cache
def beside_zero() -> tuple[Program, ...]:
    """An inner node that gets 0 beside one that gets more: the way down does not end there."""
    leaves = {"a": 1.5, "b": -0.6, "c": 0.75, "d": -0.75, "e": 2.25}
    steps: list[Step] = [("apply", "_0", SCALE, "a", "b"), ("apply", "_1", SCALE, "_0", "b")]
    steps += [("apply", "_2", SCALE, "_1", "c")]
    steps += [("apply", "_3", SCALE, "_1", "d"), ("apply", "_4", JOIN, "_2", "_3")]
    steps += [("apply", "_5", SCALE, "a", "e"), ("apply", "_6", SCALE, "_5", "b")]
    return tuple(
        graph(leaves, [*steps, ("apply", "L", JOIN, *sides)])
        for sides in (("_4", "_6"), ("_6", "_4"))
    )


@cache
def deep() -> tuple[Program, ...]:
    """Those of them in which no node is on both sides of an operator."""
    crossed = (crossing(depth, first) for depth in (60, 440) for first in (True, False))
    return (*crossed, *chain_below_routes(), deep_and_shared(), many_consumers())


@cache
def one_consumer_each() -> tuple[Program, ...]:
    """As large, but every inner node has one consumer: no order of the rules can be wrong."""
    block = (("apply", "_1", SCALE, "y", "b"), ("apply", "y", JOIN, "_1", "a"))
    chain: list[Step] = [("alias", "y", "a"), ("repeat", DEEP // 2, block)]
    return (graph({"a": 1.5, "b": -0.9}, chain, root="y"),)


@cache
def longest(length: int, minus: str, apart: bool = False) -> Program:
    """A chain that grows on either side: by a leaf, and in its first part by an inner node that is
    used all along it, by plain numbers, which may be nodes too, and by an operator with one operand
    and slope -1. apart: else by nodes that nothing more is made of, of which thousands may wait.
    """
    block: tuple[Step, ...] = (
        *(("apply", "y", JOIN, "y", "a"), ("apply", "y", JOIN, "a", "y")),
        *(("apply", "y", JOIN, "y", "h"), ("apply", "y", JOIN, "h", "y")),
        *(("apply", "y", JOIN, "y", 0.25), ("apply", "y", JOIN, 0.5, "y")),
    )
    if minus:  # no two nodes get one value
        block += (("apply", "y", minus, "y"), ("apply", "y", JOIN, "y", 0.375))
        block += (("apply", "y", minus, "y"),)
    steps: list[Step] = [("apply", "h", JOIN, "a", "b"), ("alias", "y", "x")]
    mixed = min(length, MIXED) // len(block)
    # A plain number may be a node too, and so may -1, by which one is negated.
    made: Step = ("apply", "n", JOIN, "a", "b")
    rest: tuple[Step, ...] = (("apply", "y", JOIN, "a", "y"),) * 9
    if apart:
        rest = (made, ("apply", "y", JOIN, "n", "y")) * 10
        rest += (made, ("apply", "y", JOIN, "y", "n")) * 4
    rest += (("apply", "y", JOIN, 0.17, "y"),) * (7 if apart else 4)
    if minus:
        rest += (("apply", "y", minus, "y"), ("apply", "y", JOIN, "y", 0.29))
        rest += (("apply", "y", minus, "y"),)
    steps.append(("repeat", mixed, block))
    rounds, more = divmod(length - 1 - mixed * len(block), len(rest))
    steps += [("repeat", *each) for each in ((rounds, rest), (more, rest[:1])) if each[0]]
    return graph({"x": 1.5, "a": 0.25, "b": -0.125}, steps, root="y")


@made_once
def short_and_long_above(programs: tuple[Program, ...]) -> Iterator[Program]:
    """A short and a long route on top of each, either of them first: an order that goes by depth
    must not stop counting."""
    for program in programs:
        steps, root = built(program)
        routes: list[Step] = [("apply", "k", SCALE, root, "small"), ("apply", "k", SCALE, "k", "k")]
        routes += [("apply", "l1", SCALE, "k", "f"), ("apply", "l2", SCALE, "l1", "f")]
        routes += [("apply", "n", SCALE, "k", "l2"), ("apply", "l3", SCALE, "n", "f")]
        routes += [("apply", "l4", SCALE, "l3", "f"), ("apply", "o", SCALE, "l4", "n")]
        leaves = {**program.leaves, "small": 1 / program.size, "f": 0.75}
        yield graph(leaves, [*(s for s in steps if s[0] != "leaf"), *routes], root="o")


MIXED = 1_500
"""Deeper than any call may go."""


@cache
def crossing(depth: int, kept_first: bool) -> Program:
    """A chain whose nodes are used again far above, also across one another.

    kept_first: the node from below is the left operand.
    """
    quarter = depth // 4 - 2
    steps: list[Step] = [("apply", "h", SCALE, "a", "b"), ("alias", "y", "h")]

    def used(slot: str) -> Step:
        return ("apply", "y", JOIN, *((slot, "y") if kept_first else ("y", slot)))

    for part, uses in enumerate(((), ("h",), ("k0",), ("k1", "h", "k2"))):
        steps.append(("repeat", quarter, (("apply", "y", JOIN, "y", "a"),)))
        steps += [("apply", "y", SCALE, "y", "b"), *map(used, uses), ("alias", f"k{part}", "y")]
    return graph({"a": 1.5, "b": -0.9}, steps, root="y")


@cache
def wide() -> Program:
    """Many nodes and a short way down: one node is used 16 times in each block."""
    block: list[Step] = [("apply", f"m{i}", SCALE, "h", "a") for i in range(BLOCK)]
    sums = [f"m{i}" for i in range(BLOCK)]
    while len(sums) > 1:
        pairs = list(zip(sums[::2], sums[1::2], strict=True))
        block += [("apply", one, JOIN, one, other) for one, other in pairs]
        sums = sums[::2]
    block.append(("apply", "y", JOIN, "m0", "y"))
    steps: list[Step] = [("apply", "h", SCALE, "a", "b"), ("alias", "y", "b")]
    return graph({"a": 1.5, "b": -0.4}, [*steps, ("repeat", WIDE, tuple(block))], root="y")


def built(program: Program) -> tuple[list[Step], str]:
    """The steps that build the graph, and its root."""
    steps = [step for step in program.steps if step[0] not in ("read", "backward")]
    return steps, next(step[1] for step in program.steps if step[0] == "backward")


@made_once
def again(programs: tuple[Program, ...], calls: int) -> Iterator[Program]:
    """The same graphs, with so many calls: leaves add, inner nodes restart."""
    for program in programs:
        steps, root = built(program)
        read = ("read", "grad", tuple(program.leaves))
        yield Program((*steps, *[("backward", root)] * calls, read))


@made_once
def cleared(programs: tuple[Program, ...], used_again: bool = True) -> Iterator[Program]:
    """The same graphs, called and cleared, and so again: what a call gave is read if used_again."""
    for program in programs:
        steps, root = built(program)
        inner = next((step[1] for step in steps if step[0] == "apply"), root)
        called, zero = ("backward", root), ("zero", root)
        read, below = (
            ("read", "grad", tuple(program.leaves)),
            ("read", "grad", (root, inner)),
        )
        steps += [called, zero, read, below, called, *([read] if used_again else ())]
        yield Program((*steps, zero, read, below))


@made_once
def called_and_cleared(programs: tuple[Program, ...]) -> Iterator[Program]:
    """The same graphs and what is asked of them, and then cleared."""
    for program in programs:
        root = built(program)[1]
        zeroed = ("zero", root), ("read", "grad", tuple(program.leaves))
        yield Program((*program.steps, *zeroed))


@made_once
def ordered(programs: tuple[Program, ...]) -> Iterator[Program]:
    """The same graphs, to be listed by `build_topo`."""
    yield from map(ending_in_topo, programs)


@made_once
def bare(programs: tuple[Program, ...], calls: int = 1) -> Iterator[Program]:
    """The same graphs as nodes without numbers, to be ordered by `toposort`, so many times."""
    yield from (without_numbers(program, calls) for program in programs)


def without_numbers(program: Program, calls: int = 1) -> Program:
    """The same graph as nodes that have names alone."""
    steps, root = built(program)
    made = graph_of(Program(tuple(steps)))
    names = [f"n{number}" for number in range(len(made.nodes))]
    nodes: list[Step] = [
        ("node", names[number], tuple(names[source] for source in sources))
        for number, sources in enumerate(made.inputs)
    ]
    return Program((*nodes, *[("toposort", names[made.held[root]])] * calls))
