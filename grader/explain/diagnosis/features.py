"""What programs have in common, in plain words: for failures that no misconception explains."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from grader.programs.graph import graph_of
from grader.programs.operators import OPERATORS
from grader.programs.program import Program, walk

FAR_LESS = 0.5
"""A feature of all wrong programs says something if at most this share of the right ones has it."""
MOST_SAID = 2
MOST_RIGHT = 500


def in_common(wrong: Sequence[Program], right: Sequence[Program]) -> str:
    """A sentence about what all wrong programs have and most right ones do not."""
    said = covering(wrong, right)
    if said:
        return f"No known mistake gives all of your numbers. Every program that goes wrong {said}."
    common = "the programs that go wrong have nothing in common that the others lack"
    said = common if right else "every program goes wrong"
    return (
        f"No known mistake gives all of your numbers, and {said}. Work the smallest one "
        "through on paper."
    )


def covering(programs: Sequence[Program], others: Sequence[Program]) -> str:
    """What each of the programs has and most others have not, to go on after "each of them": one
    feature (and one more that all have), or else the least two of which each has one; "" if there
    is none, or if there are no others."""
    if not others:
        return ""
    others = others[:: len(others) // MOST_RIGHT + 1]
    held, beside = _holders(programs), _holders(others)
    every, most = (1 << len(programs)) - 1, FAR_LESS * len(others)
    shared = [each for each in _order() if held[each] == every and beside[each].bit_count() <= most]
    if shared:
        shared.sort(key=lambda each: beside[each].bit_count())
        most_special = [each for each in shared if f"{each}{_ON_INNER}" not in shared]
        return " and ".join(most_special[:MOST_SAID])
    pairs = [
        (share, one, two)
        for one, two in combinations([each for each in _order() if held[each]], 2)
        if held[one] | held[two] == every
        and (share := (beside[one] | beside[two]).bit_count()) <= most
    ]
    if not pairs:
        return ""
    _, *two = min(pairs, key=lambda pair: pair[0])
    return " or ".join(two)


def _holders(programs: Sequence[Program]) -> dict[str, int]:
    """For each feature the programs that have it, a bit for each."""
    holders = dict.fromkeys(_order(), 0)
    for number, program in enumerate(programs):
        for feature in features(program):
            holders[feature] |= 1 << number
    return holders


@lru_cache(maxsize=20_000)
def features(program: Program) -> frozenset[str]:
    """Plain properties of a program, each as words that go on after "the program"."""
    found = set()
    names, inner = [], set()
    backwards = 0
    for step in walk(program.steps):
        if step[0] in ("apply", "inplace"):
            names.append(step[2])
            operands = step[3:] if step[0] == "apply" else (step[1], step[3])
            if any(not isinstance(item, str) for item in operands):
                found.add(_CONSTANT)
            if len(operands) == 2 and operands[0] == operands[1]:
                found.add(_TWICE)
            if any(item in inner for item in operands):
                found.add(f"uses {OPERATORS[step[2]].said}{_ON_INNER}")
            inner.add(step[1])
        elif step[0] == "backward":
            backwards += 1
        elif step[0] == "zero":
            found.add(_ZEROED)
    found |= {f"uses {OPERATORS[name].said}" for name in names}
    if backwards > 1:
        found.add(_AGAIN)
    graph = graph_of(program)
    for node, users in zip(graph.nodes, graph.consumers(), strict=True):
        if len({*users}) > 1:
            found.add(_SHARED_INNER if node.inputs else _SHARED_LEAF)
    return frozenset(found)


_ON_INNER = " on an inner node"
_SHARED_INNER = "has an inner node with two consumers"
_SHARED_LEAF = "has a leaf with two consumers"
_TWICE = "has one node on both sides of an operator"
_AGAIN = "calls backward() more than once"
_ZEROED = "calls zero_grad"
_CONSTANT = "has a plain number in it"


def _order() -> list[str]:
    said = [row.said for row in OPERATORS.values()]
    inner, uses = [f"uses {name}{_ON_INNER}" for name in said], [f"uses {name}" for name in said]
    return [_AGAIN, _ZEROED, _SHARED_INNER, _TWICE, *inner, *uses, _SHARED_LEAF, _CONSTANT]
