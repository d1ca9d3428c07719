"""What one wrong rule costs, and that one more never pays.

A mistake costs the checks of its operator and of what is built from it on that engine; beyond these
it costs little. What breaks everything, such as a wrong order, must cost more.
"""

from __future__ import annotations

import ast
import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

from grader.authoring.verify import Flaw
from grader.programs.operators import method
from tests.proving.hand_ins import EXAM, WRONG_ENGINES, HandIn
from tests.proving.template import (
    BINARY,
    OPERATORS,
    OWN_RULES,
    Change,
    Clash,
    engine,
    merged,
    on_sides,
    own_rules,
)

HERE = Path(__file__).resolve().parent
MOST_BEYOND = 0.15
"""Of the exam's points, what a wrong local rule may cost beyond its operator's checks."""
LEAST_FOR_ALL = 0.25
"""What must be lost with a wrong order, without accumulation, or without a seed."""
MOST_FOR_NOTHING = 0.15
"""What a useless engine may earn."""

BREAKS: Mapping[str, tuple[str, str]] = {
    "wrong slope": (" += ", " += 0.5 * "),
    "wrong sign": (" += ", " -= "),
    "overwriting": (" += ", " = "),
    "no upstream": (" * out.grad", " * 1.0"),
}
"""How a line that contributes a gradient goes wrong."""

EVERYTHING = (
    "bfs-order", "kahn-first-arrival", "min-depth-layers", "preorder", "recursive-no-topo",
    "forward-not-reversed", "naive-stack-dfs", "overwrite-everywhere", "no-seed",
)  # fmt: skip
"""Beliefs that leave nothing but small graphs right."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a hand-in loses. lost: points by check. about: the operators of each check. wrong: the
    operators that are not right on this engine. whole: the exam's points."""

    hand_in: HandIn
    lost: Mapping[str, float]
    about: Mapping[str, Collection[str]]
    wrong: frozenset[str]
    whole: float
    cpu: float = 0.0

    @property
    def points(self) -> float:
        """All that is lost."""
        return sum(self.lost.values())

    @property
    def beyond(self) -> float:
        """What is lost with checks that are about none of the wrong operators."""
        return sum(
            points
            for check, points in self.lost.items()
            if self.wrong.isdisjoint(self.about[check])
        )


def broken_rules(name: str, text: str) -> Iterator[HandIn]:
    """The text with each line that contributes a gradient broken in each way, one at a time."""
    lines = text.splitlines()
    for operator, place in _contributions(text):
        for how, (before, after) in BREAKS.items():
            if before in lines[place]:
                changed = [
                    *lines[:place],
                    lines[place].replace(before, after, 1),
                    *lines[place + 1 :],
                ]
                told = f"{name}: {how} in {operator}, line {place + 1}"
                yield HandIn(told, EXAM, "\n".join(changed) + "\n", "wrong")


def _contributions(text: str) -> Iterator[tuple[str, int]]:
    """The method and the line of every `x.grad += ...` in a function inside of a method."""
    for outer in ast.walk(ast.parse(text)):
        if isinstance(outer, ast.FunctionDef):
            for inner in ast.walk(outer):
                if isinstance(inner, ast.FunctionDef) and inner is not outer:
                    for node in ast.walk(inner):
                        if _adds_to_grad(node):
                            yield outer.name.strip("_"), node.lineno - 1


def _adds_to_grad(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.AugAssign)
        and isinstance(node.op, ast.Add)
        and isinstance(node.target, ast.Attribute)
        and node.target.attr == "grad"
        and node.lineno == node.end_lineno
    )


def single_rules(odd: Sequence[HandIn], draw: random.Random) -> list[HandIn]:
    """Every break of an engine that composes `-` and `/`, of one with a rule for each operator, and
    one drawn break of each odd engine."""
    found = [*broken_rules("composed", engine()), *broken_rules("own rules", engine(OWN_RULES))]
    for each in odd:
        broken = list(broken_rules(each.name, each.text))
        found += [draw.choice(broken)] if broken else []
    return found


def useless() -> list[HandIn]:
    """Engines that compute nothing to speak of."""
    idle = {"order": "def ordered(root):\n    return []\n", "seed": "pass"}
    seeded = ("self.data", "self.grad = 1.0", "topo.append(v)", "root.grad = 0.0")
    texts = {
        "all zeros": _constant("0.0", "0.0"),
        "all ones": _constant("1.0", "1.0"),
        "no backward": engine(idle),
        "only the seed": _constant("0.0", *seeded),
    }
    return [HandIn(name, EXAM, text, "wrong") for name, text in texts.items()]


def _constant(
    birth: str, result: str, backward: str = "pass", topo: str = "pass", zero: str = "pass"
) -> str:
    """An engine in which every operator gives the same."""
    named = [*map(method, OPERATORS), *(f"__r{name}__" for name in BINARY)]
    methods = "".join(
        f"    def {name}(self, *_):\n        return Value({result})\n" for name in named
    )
    return (
        "class Value:\n    def __init__(self, data, *_):\n"
        f"        self.data, self.grad = data, {birth}\n{methods}"
        f"    def backward(self):\n        {backward}\n"
        f"def build_topo(v, visited, topo):\n    {topo}\ndef zero_grad(root):\n    {zero}\n"
    )


def everything_wrong() -> list[HandIn]:
    """A wrong order, no accumulation, no seed."""
    return [
        HandIn(belief, EXAM, engine(WRONG_ENGINES[belief][0]), "wrong", (belief,))
        for belief in EVERYTHING
    ]


def one_more(operator: str, raising: bool) -> Change:
    """A change that breaks an operator: in its value, or with an exception of its own."""
    own = own_rules([operator])
    if raising:
        return {**own, f"before.{operator}": 'raise ValueError("not today")'}
    return {**own, **on_sides("slope", "0.3", [operator])}


def pairs_of_one_more() -> Iterator[tuple[HandIn, HandIn, str]]:
    """A wrong engine, and the same with one more operator broken.

    Beside them the operator, if it gets a wrong rule of its own and was made of others before.
    """
    for belief, forms in WRONG_ENGINES.items():
        alone = HandIn(belief, EXAM, engine(forms[0]), "wrong", (belief,))
        for operator in OPERATORS:
            for raising in (False, True):
                how = "raises" if raising else "is wrong"
                try:
                    text = engine(merged(forms[0], one_more(operator, raising)))
                except Clash:
                    continue
                more = HandIn(f"{belief}, and {operator} {how}", EXAM, text, "wrong", (belief,))
                is_own = not raising and f"own.{operator}" in OWN_RULES
                yield alone, more, operator if is_own else ""


def cost_faults(
    single: Sequence[Cost], everything: Sequence[Cost], nothing: Sequence[Cost]
) -> Iterator[Flaw]:
    """Costs beyond their bars."""
    for cost in single:
        if cost.beyond > MOST_BEYOND * cost.whole:
            fault = f"{cost.hand_in.name} costs {cost.beyond:g} points beyond its operator's checks"
            checks = ", ".join(c for c in cost.lost if cost.wrong.isdisjoint(cost.about[c]))
            yield Flaw(HERE, fault, f"let these judge what is right: {checks}")
    for cost in everything:
        if cost.points < LEAST_FOR_ALL * cost.whole:
            fault = f"{cost.hand_in.name} costs {cost.points:g} points of {cost.whole:g} only"
            yield Flaw(HERE, fault, "give more points to what it breaks")
    for cost in nothing:
        if cost.whole - cost.points > MOST_FOR_NOTHING * cost.whole:
            fault = f"the useless engine '{cost.hand_in.name}' earns {cost.whole - cost.points:g}"
            yield Flaw(HERE, fault, "let checks ask for more than a number that is always there")


def rises(pairs: Sequence[tuple[Cost, Cost]]) -> Iterator[Flaw]:
    """Engines that earn more with one more operator broken."""
    for one, more in pairs:
        if more.points < one.points:
            gained = ", ".join(sorted(one.lost.keys() - more.lost.keys()))
            fault = f"{more.hand_in.name}: loses {more.points:g}, without that {one.points:g}"
            yield Flaw(HERE, fault, f"what is gained: {gained}")


@dataclass(frozen=True, slots=True)
class Costs:
    """What was measured. pairs: an engine, and the same with one more operator broken."""

    single: tuple[Cost, ...]
    everything: tuple[Cost, ...]
    nothing: tuple[Cost, ...]
    pairs: tuple[tuple[Cost, Cost], ...]

    @property
    def cpu(self) -> float:
        """Seconds of processor time."""
        alone = [*self.single, *self.everything, *self.nothing]
        return sum(cost.cpu for cost in (*alone, *(more for _, more in self.pairs)))

    def faults(self) -> Iterator[Flaw]:
        """Whatever is beyond its bar."""
        yield from cost_faults(self.single, self.everything, self.nothing)
        yield from rises(self.pairs)


Part: TypeAlias = Callable[[list[Any]], list[Any]]


def measured(
    odd: Sequence[HandIn],
    costs_of: Callable[[Iterable[HandIn]], Iterator[Cost]],
    shown: Callable[[str, Iterator[Cost], int], Iterator[Cost]],
    part_of: Part = list,
) -> Costs:
    """What single mistakes cost. part_of: draws some of them; all of them if not given."""
    draw = random.Random(0)
    pairs = part_of(list(pairs_of_one_more()))
    groups = (part_of(single_rules(odd, draw)), part_of(everything_wrong()), useless())
    alone = {one.name: one for one, _, _ in pairs}
    hand_ins = [*(h for g in groups for h in g), *alone.values(), *(more for _, more, _ in pairs)]
    found = shown("what mistakes cost", costs_of(hand_ins), len(hand_ins))
    single, everything, nothing = (tuple(islice(found, len(group))) for group in groups)
    of_one = dict(zip(alone, islice(found, len(alone)), strict=True))
    more = list(found)
    # An operator that was made of a wrong one is not one more that breaks: its value comes right.
    both = tuple(
        (of_one[one.name], cost)
        for (one, _, operator), cost in zip(pairs, more, strict=True)
        if operator not in of_one[one.name].wrong
    )
    return Costs(single, everything, nothing, both)
