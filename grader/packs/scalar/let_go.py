"""Nodes that go away while a program runs, since no name is left for them.

What one can do with it:

* `thrown_away(form)`: a root may get the address of one that is gone;
* `held_by_the_graph(form)`: operands that nothing but the result holds.
"""

from __future__ import annotations

from functools import cache

from grader.packs.scalar.properties import applied
from grader.programs.operators import JOIN, SCALE, forms
from grader.programs.program import Program, Step

THROWN_AWAY, LARGE = 9, 130
"""Roots in turn, and operations below each where the graphs are large."""


@cache
def thrown_away(form: str, zeroed: bool = False, below: int = 0) -> Program:
    """Roots that are made, run and thrown away in turn: the next one may get the address of one.

    zeroed: each is cleared before it goes. below: how many operations are below each, and stay.
    """
    leaves: dict[str, float] = {}
    steps: list[Step] = []
    for n in range(THROWN_AWAY):
        # The one before, and the one before that, hold the same numbers or others.
        k = n // 3
        leaves |= {f"a{n}": 0.3 + 0.4 * k, f"b{n}": -0.7 - 0.01 * k, f"c{n}": 0.45 + 0.03 * k}
        steps.append(("apply", f"h{n}", SCALE, f"a{n}", f"b{n}"))
        if below:
            steps.append(("repeat", below, (("apply", f"h{n}", JOIN, f"h{n}", f"a{n}"),)))
    block: list[Step] = [("alias", "t", "a0"), applied(forms()[form], "t", "h0", "k0")]
    block += [("backward", "t"), *([("zero", "t")] if zeroed else [])]
    for kind in "hk":  # the next in turn
        steps += [("alias", f"k{n}", f"c{n}") for n in range(THROWN_AWAY) if kind == "k"]
        block += [("alias", f"{kind}{n}", f"{kind}{n + 1}") for n in range(THROWN_AWAY - 1)]
    made = [("leaf", name, value) for name, value in leaves.items()]
    turns = ("repeat", THROWN_AWAY, tuple(block))
    return Program((*made, *steps, turns, ("read", "grad", tuple(leaves))))


@cache
def held_by_the_graph(form: str) -> Program:
    """The form on a node, and on a leaf if it takes two, that no name is left for: `a * Value(3)`.

    In a loop: outside of one every node of a program is kept. Each round has numbers of its own.
    """
    made: list[Step] = [("leaf", "t", 0.75), ("apply", "h", SCALE, "a", "t")]
    made += [applied(forms()[form], "k", "h", "t"), ("leaf", "t", 1.25)]
    made += [("apply", "L", SCALE, "k", "t"), ("alias", "h", "a"), ("alias", "k", "a")]
    called = ("backward", "L"), ("descend", "a", 0.1)
    turns = ("repeat", 2, (*made, ("leaf", "t", 1.0), *called))
    return Program((("leaf", "a", 0.6), turns, ("read", "grad", ("a",))))
