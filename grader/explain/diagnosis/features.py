"""What programs have in common, in plain words: for failures that no misconception explains."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from grader.checks.families import inner_inputs
from grader.programs.program import Program, walk

FAR_LESS = 0.5
"""A feature of all wrong programs says something if at most this share of the right ones has it."""
MOST_SAID = 2
MOST_RIGHT = 500

_OPERATORS = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "truediv": "/",
    "pow": "**",
    "neg": "the minus sign",
    "tanh": "tanh",
    "exp": "exp",
    "relu": "relu",
    "sum": "sum()",
}


def in_common(wrong: Sequence[Program], right: Sequence[Program]) -> str:
    """A sentence about what all wrong programs have and most right ones do not."""
    right = right[:: len(right) // MOST_RIGHT + 1]
    shared = set.intersection(*(set(features(program)) for program in wrong))
    found = []
    for feature in _ORDER:
        if feature in shared:
            share = sum(feature in features(program) for program in right)
            if share <= FAR_LESS * len(right):
                found.append((share, feature))
    found.sort(key=lambda item: item[0])
    if not found:
        common = "the programs that go wrong have nothing in common that the others lack"
        said = common if right else "every program goes wrong"
        return (
            f"No known mistake gives all of your numbers, and {said}. Work the smallest one "
            "through on paper."
        )
    told = " and ".join(feature for _, feature in found[:MOST_SAID])
    return f"No known mistake gives all of your numbers. Every program that goes wrong {told}."


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
                found.add(f"uses {_OPERATORS[step[2]]} on an inner node")
            inner.add(step[1])
        elif step[0] == "backward":
            backwards += 1
        elif step[0] == "zero":
            found.add(_ZEROED)
    found |= {f"uses {_OPERATORS[name]}" for name in names}
    if backwards > 1:
        found.add(_AGAIN)
    consumers: dict[int, set[int]] = {}
    inputs = inner_inputs(program)
    for number, sources in enumerate(inputs):
        for source in sources:
            consumers.setdefault(source, set()).add(number)
    for source, users in consumers.items():
        if len(users) > 1:
            found.add(_SHARED_INNER if inputs[source] else _SHARED_LEAF)
    return frozenset(found)


_SHARED_INNER = "has an inner node with two consumers"
_SHARED_LEAF = "has a leaf with two consumers"
_TWICE = "has one node on both sides of an operator"
_AGAIN = "calls backward() more than once"
_ZEROED = "calls zero_grad"
_CONSTANT = "has a plain number in it"

_ORDER = (
    _AGAIN,
    _ZEROED,
    _SHARED_INNER,
    _TWICE,
    *(f"uses {name} on an inner node" for name in _OPERATORS.values()),
    *(f"uses {name}" for name in _OPERATORS.values()),
    _SHARED_LEAF,
    _CONSTANT,
)
