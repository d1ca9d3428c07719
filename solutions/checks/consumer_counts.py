"""toposort(end_node) by consumer counts: each node once, after all of its consumers."""

from __future__ import annotations

from itertools import pairwise

from grader.checks import Grades, check, trap
from grader.packs.scalar import fixed_graphs, left_alone, own_numbers, properties
from grader.programs.program import Program, Step

DOUBLINGS = 40
LONG = 25_000


def nodes(*steps: tuple[str, str], end: str) -> Program:
    """Nodes with their inputs ("t3", "c t2"), and toposort on the last."""
    made: list[Step] = [("node", name, tuple(inputs.split())) for name, inputs in steps]
    return Program((*made, ("toposort", end)))


def ask(grades: Grades, program: Program) -> None:
    """Ask for the order of a graph of bare nodes."""
    grades.order(program)


def renamed(grades: Grades, *steps: tuple[str, str], end: str) -> Program:
    """The same graph with drawn names: a trap's nodes cannot be known by theirs."""
    tag = chr(ord("f") + int(abs(grades.drawn_value()) * 10_000) % 20)
    full = [(tag + name, " ".join(tag + i for i in inputs.split())) for name, inputs in steps]
    return nodes(*full, end=tag + end)


TRACE_GRAPH = (
    ("z", ""),
    ("t1", "z"),
    ("t2", "t1"),
    ("one", ""),
    ("t3", "one t2"),
    ("y", "t3"),
)
DIAMOND_WITH_TAIL = (
    ("a", ""),
    ("b", "a"),
    ("c", "b"),
    ("d", "c"),
    ("e", "c"),
    ("L", "d e"),
)
UNEQUAL = (
    ("a", ""),
    ("b", "a"),
    ("c", "b"),
    ("d", "c"),
    ("L", "b d"),
    ("M", "d b"),
    ("top", "L M a"),
)


FIVE_INPUTS = (*((name, "") for name in "abcde"), ("L", "a b c d e"))
THRICE_AND_ONCE = (("x", ""), ("s", "x"), ("u", "s"), ("t", "s s s"))
TWICE_AND_ONCE = (("x", ""), ("s", "x"), ("q", "s s"), ("r", "s"))
SQUARE_OF_SQUARE = (("a", ""), ("s", "a a"), ("L", "s s"))
ONE_NAME = (
    ("a", ""),
    ("b", "a"),
    ("c", "b"),
    ("b", "c"),  # another node, and the next one is made of it
    ("L", "c b"),
)
TWO_LEAVES_OF_ONE_NAME = (("a", ""), ("b", "a"), ("a", ""), ("L", "b a"))
BESIDE_ITS_NAMESAKE = Program(
    (
        *(("node", "a", ()), ("node", "x", ("a",)), ("alias", "y", "x"), ("node", "x", ("a",))),
        *(("node", "L", ("x", "y")), ("toposort", "L")),
    )
)


NAMES = ("", " ", "1", "0", "None", "a b", "n0", "n10", "n9", "_", "L", "True")
"""Of all kinds, two of which are no more alike than two others."""
WIDE = 600
"""Consumers of one node, and inputs of another."""


def of_all_names() -> Program:
    """A node has a name only for people. Each of these is above the one before, and waits for two
    consumers, one of which is farther away."""
    made: list[Step] = [("node", "t", ())]
    for number, name in enumerate(NAMES):
        s, r = f"s{number}", f"r{number}"
        made += [("node", s, ("t",), name), ("node", r, (s,)), ("node", "t", (s, r))]
    return Program((*made, ("toposort", "t")))


def wide() -> Program:
    """One node with many consumers, which are all inputs of another one."""
    between = [(f"m{number}", "x") for number in range(WIDE)]
    return nodes(("x", ""), *between, ("L", " ".join(name for name, _ in between)), end="L")


def in_a_row(length: int, beside: int = 0) -> Program:
    """A chain of nodes, each made of the one before, and some that nothing is made of."""
    names = [f"n{i}" for i in range(length + 1)]
    alone = [("node", f"u{i}", ()) for i in range(beside)]
    row = [("node", name, (before,)) for before, name in pairwise(names)]
    return Program((*alone, ("node", names[0], ()), *row, ("toposort", names[-1])))


@check(points=0.5)
def test_diamond_with_tail(grades: Grades) -> None:
    """Nothing below a shared inner node is dropped, in a second call too, and no node changes."""
    diamond = nodes(*DIAMOND_WITH_TAIL, end="L")
    ask(grades, diamond)
    ask(grades, Program((*diamond.steps, diamond.steps[-1])))
    turned = nodes(("c", ""), ("a", ""), ("b", "c a"), ("L", "c b a b a"), end="L")
    for whole in (True, False):
        looked_at = [left_alone.sorted_out(each, whole) for each in (diamond, turned)]
        grades.left_alone(looked_at, "name", "inputs")
    ask(grades, Program((*diamond.steps[:-1], ("begun", "L"), diamond.steps[-1])))
    ask(grades, Program((*diamond.steps[:-1], ("toposort", "L", True))))


@check(points=0.5, after=test_diamond_with_tail)
def test_chain(grades: Grades) -> None:
    """y from t3 from (1, t2): y, t3, t2, t1, z, 1 in any valid order, below two consumers too."""
    ask(grades, nodes(*TRACE_GRAPH, end="y"))
    used_twice = (("u", "y"), ("v", "y"), ("top", "u v"))
    ask(grades, nodes(*TRACE_GRAPH, *used_twice, end="top"))


@trap(points=0.5, after=test_diamond_with_tail)
def test_unequal_routes(grades: Grades) -> None:
    """A node waits for its last consumer, near or far."""
    ask(grades, renamed(grades, *UNEQUAL, end="top"))
    ask(grades, renamed(grades, *DIAMOND_WITH_TAIL, end="L"))


@trap(points=0.5, after=test_diamond_with_tail)
def test_same_input_twice(grades: Grades) -> None:
    """A node that is both inputs of its consumer comes out once, and so do two of one name."""
    steps = (("a", ""), ("s", "a a"), ("t", "s s"), ("L", "t t"))
    often = (("a", ""), ("s", "a a a"), ("t", "s a s s s"), ("L", "t s t s t"))
    ask(grades, renamed(grades, *often, end="L"))
    ask(grades, renamed(grades, *steps, end="L"))
    ask(grades, nodes(*SQUARE_OF_SQUARE, end="L"))
    for graph in (ONE_NAME, TWO_LEAVES_OF_ONE_NAME):
        ask(grades, renamed(grades, *graph, end="L"))
    ask(grades, BESIDE_ITS_NAMESAKE)
    for last in ("r q", "q r"):  # whichever consumer comes first, both edges from q are counted
        ask(grades, nodes(*TWICE_AND_ONCE, ("L", last), end="L"))
    for last in ("u t", "t u"):
        ask(grades, nodes(*THRICE_AND_ONCE, ("L", last), end="L"))
    ask(grades, of_all_names())
    for program in properties.bare(properties.all_of_one_number(), calls=3):
        ask(grades, program)


@trap(points=0.5, after=test_diamond_with_tail)
def test_only_below(grades: Grades) -> None:
    """Only nodes below the end node come out; a single node comes out alone."""
    steps = (*DIAMOND_WITH_TAIL, ("other", "c L"))
    ask(grades, renamed(grades, *steps, end="L"))
    ask(grades, renamed(grades, *steps, end="a"))
    ask(grades, nodes(*FIVE_INPUTS, end="L"))
    if grades.passed(test_diamond_with_tail):  # which asks for a second call, too
        diamond = nodes(*DIAMOND_WITH_TAIL, end="L").steps[:-1]
        for ends in ("LcbL", "cL", "bcL", "LML"):  # each call counts the consumers that it reaches
            other = (("node", "M", ("b", "a")),) if "M" in ends else ()
            ask(grades, Program((*diamond, *other, *(("toposort", end) for end in ends))))
    for size in (*range(9, 0, -1), *range(2, 9)) * 10:  # of nodes that come and go
        ask(grades, in_a_row(size, beside=9 - size))


@trap(points=0.5, after=test_diamond_with_tail)
def test_linear_work(grades: Grades) -> None:
    """40 doublings and large graphs come out in a moment, also again: work grows with edges."""
    for doublings in (DOUBLINGS, 12):
        steps = [("n0", "")]
        steps += [(f"n{i}", f"n{i - 1} n{i - 1}") for i in range(1, doublings + 1)]
        ask(grades, renamed(grades, *steps, end=f"n{doublings}"))
    ask(grades, in_a_row(LONG))
    ask(grades, wide())
    graphs = (*properties.shapes(), *fixed_graphs.above_a_ladder())
    for program in properties.bare(graphs):
        ask(grades, program)
    for number in grades.own_numbers:
        for program in own_numbers.sized(number):
            ask(grades, properties.without_numbers(program))
