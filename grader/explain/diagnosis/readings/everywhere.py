"""Read what all operators have in common, where most of them are wrong: then no rule is to blame.

Four things can be: what the root begins with, what leaves or inner nodes hold before anything has
contributed, and the one rule that all operators share, as a formula over the local slope and the
gradient that arrives. Each is guessed from a few numbers, and told only if it gives every answer.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Literal

from grader.explain.described import CommonEngine, EngineClass, Node, combined
from grader.explain.diagnosis.predictions import predicted
from grader.explain.diagnosis.readings.algebra.formulas import Formula, formulas_over
from grader.explain.diagnosis.readings.probes import Probe, operators
from grader.explain.styles import LIKELY
from grader.judging.finding import Counterexample, Finding
from grader.programs.compare import same_answer, same_number
from grader.programs.interpreter import Answer
from grader.programs.listing import listing
from grader.programs.program import Program
from grader.worker.observation import Observation

BASIC = ("add", "mul", "pow", "tanh", "exp")
FEW = 3
"""With fewer operators wrong than this, their own rules are."""
MOST_ROWS = 12
NEAR = 1e-3
"""What is off by no more, for each 1, has lost digits; a wrong rule is farther off somewhere."""
MOST_NEAR = 0.95
"""Operators that are not made of others: from these it is guessed."""
Kind = Literal["seed", "leaf", "inner", "rule"]
Given = Sequence[tuple[Probe, Observation]]


@dataclass(frozen=True, slots=True)
class EverywhereReading:
    """What is wrong with every operator. number: what the root, a leaf or an inner node begins
    with; formula: what each rule contributes. program: the smallest that shows it."""

    kind: Kind
    number: float
    formula: Formula | None
    program: Program
    name: str
    found: float
    right: float


class EverywhereEngine(CommonEngine):
    """The described engine with other beginnings, or with one other rule for all operators."""

    begins: ClassVar[dict[str, float]] = {}
    formula: ClassVar[Formula | None] = None

    def leaf(self, value: float) -> Node:
        """A leaf may hold something from the start."""
        made = super().leaf(value)
        made.grad = self.begins.get("leaf", 0.0)
        return made

    def reset(self, root: Node, order: Sequence[Node]) -> None:
        """Inner nodes may begin with something."""
        for node in order:
            if node.listed:
                node.grad = self.begins.get("inner", 0.0)

    def seed(self, root: Node, order: Sequence[Node]) -> None:
        """The root's own."""
        root.grad += self.begins.get("seed", 1.0)

    def run_rule(self, node: Node) -> None:
        """Run the rule that all operators share."""
        if self.formula is None:
            super().run_rule(node)
            return
        upstream = self.upstream(node)
        for side, source in enumerate(node.sources):
            terms = {"slope": node.slopes[side], "out.grad": upstream}
            self.add(node, side, source, self.formula.at(terms))


def everywhere_engine(part: EverywhereReading) -> EngineClass:
    """The engine that the reading describes."""
    return _engine(part.kind, part.number, part.formula)


@lru_cache(maxsize=200)
def _engine(kind: Kind, number: float, formula: Formula | None) -> EngineClass:
    begins = {} if kind == "rule" else {kind: number}
    return type("Everywhere", (EverywhereEngine,), {"begins": begins, "formula": formula})


def read_everywhere(given: Given) -> EverywhereReading | None:
    """What gives the answers to all probes, if several operators go wrong."""
    answered = [(p, found) for p, found in given if found.answer is not None]
    rules = [(p, f) for p, f in answered if p.kind in ("root", "below") and p.form in operators()]
    wrong = {p.form for p, f in rules if f.answer and not same_answer(f.answer, p.right)}
    if len(wrong) < FEW or len(answered) < len(given) / 2:
        return None
    for kind, number, formula in _guesses(rules):
        engine = _engine(kind, number, formula)
        if any(_gives(combined(engine, style=style), answered) for style in LIKELY):
            return _shown(kind, number, formula, answered)
    return None


def _gives(engine: EngineClass, answered: Given) -> bool:
    for probe, found in answered:
        said = predicted(engine(), probe.program)
        if not isinstance(said, tuple) or not same_answer(found.answer or (), said):
            return False
    return True


def _shown(
    kind: Kind, number: float, formula: Formula | None, answered: Given
) -> EverywhereReading | None:
    for probe, found in answered:
        if not probe.shown or found.answer is None:
            continue
        names = ["data", *probe.program.steps[-1][2]]
        for name, one, right in zip(names, found.answer, probe.right, strict=True):
            if name != "data" and not same_number(one, right):
                shown = probe.program, f"{name}.grad", float(one), right
                return EverywhereReading(kind, number, formula, *shown)
    return None


def _guesses(rules: Given) -> Iterator[tuple[Kind, float, Formula | None]]:
    rows = [
        (probe, right, float(number))
        for probe, found in rules
        if probe.form in BASIC
        for right, number in zip(probe.right[1:], (found.answer or ())[1:], strict=True)
        if right and type(number) is float
    ]
    at_root = [(right, number) for probe, right, number in rows if probe.kind == "root"]
    below = [(p, right, number) for p, right, number in rows if p.kind == "below"]
    if not at_root or not below:
        return
    right, number = at_root[0]
    yield "seed", _plain(number / right), None
    yield "leaf", _plain(number - right), None
    yield "inner", _plain(number / right - 1.0), None
    formula = _shared([*at_root], below)
    if formula is not None:
        yield "rule", 0.0, formula


def _plain(number: float) -> float:
    """Without the last digits, which come from dividing."""
    return float(f"{number:.12g}")


def _shared(
    at_root: Sequence[tuple[float, float]], below: Sequence[tuple[Probe, float, float]]
) -> Formula | None:
    """What every rule contributes, over its slope and the gradient that arrives.

    At the root 1 arrives; below a product arrives what the formula of the root makes of its factor.
    """
    some = at_root[:: len(at_root) // MOST_ROWS + 1]
    slopes, found = [s for s, _ in some], [f for _, f in some]
    ones = [1.0] * len(some)
    first = formulas_over({"slope": slopes, "1": ones, "2": [2.0] * len(some)}).find(
        found, 2, rare=True
    )
    if first is None:
        return None
    gradients = list(ones)
    for probe, right, number in below[:: len(below) // MOST_ROWS + 1]:
        try:
            gradients.append(first.at({"slope": probe.g}))
        except (ArithmeticError, ValueError):
            return None
        slopes.append(right / probe.g)
        found.append(number)
    count = len(slopes)
    terms = {"slope": slopes, "out.grad": gradients, "1": [1.0] * count, "2": [2.0] * count}
    return formulas_over(terms).find(found, 2, rare=True)


def near(answers: Sequence[tuple[Answer, Answer]]) -> Finding | None:
    """What is told where next to all wrong answers are nearly right. answers: each beside the right
    one."""
    off = [max(map(_off, found, right)) for found, right in answers]
    close = [each for each in off if each <= NEAR]
    if len(answers) < FEW or len(close) < MOST_NEAR * len(answers):
        return None
    return Finding(
        id="near",
        misconception=None,
        explained=len(close),
        of=len(answers),
        explanation=(
            f"Of {len(answers)} wrong answers {len(close)} are nearly right: no number in them is "
            f"off by more than {max(close):.1g} for each 1. Rounding does that, or a slope that is "
            "measured with a step, or a constant with few digits. Which of your lines loses digits?"
        ),
        kind="read",
        part="near",
    )


def _off(found: float, right: float) -> float:
    off = abs(found - right) / max(1.0, abs(right))
    return off if off == off else math.inf


_TOLD = {
    "seed": "Every gradient of a leaf is {number} times PyTorch's, as if your `backward()` had "
    "begun with {number} at the root. If the result grows by 1, by how much does the result grow?",
    "leaf": "Each leaf of yours holds {number} before anything has contributed to it, and every "
    "gradient is off by that. What is a gradient before the first contribution?",
    "inner": "Your `backward()` lets inner nodes begin with {number}, and each passes that on. "
    "What should an inner node hold before its consumers have contributed?",
    "rule": "With every operator, your engine contributes `{found}` to an input, where `slope` "
    "is the slope of that operator. What should it do with the gradient that arrives?",
}


def told(part: EverywhereReading) -> str:
    """What was read, and what to ask oneself."""
    return _TOLD[part.kind].format(number=f"{part.number:g}", found=found_of(part))


def id_of(part: EverywhereReading) -> str:
    """A stable id: everywhere/seed/0."""
    return f"everywhere/{part.kind}/{found_of(part)}"


def found_of(part: EverywhereReading) -> str:
    """What is there."""
    return f"{part.number:g}" if part.formula is None else part.formula.text


def finding(
    part: EverywhereReading,
    misconception: str | None,
    explained: int,
    of: int,
    checks: tuple[str, ...],
) -> Finding:
    """The record of a report, with the program that shows it."""
    families = {"seed": "seeding", "leaf": "construction", "inner": "zeroing", "rule": "shared"}
    right = {"seed": "1", "rule": "slope * out.grad"}.get(part.kind, "0")
    return Finding(
        misconception=misconception,
        explained=explained,
        of=of,
        explanation=told(part),
        kind="read",
        id=id_of(part),
        part=families[part.kind],
        found=found_of(part),
        right=right,
        checks=checks,
        example=Counterexample(listing(part.program), part.name, part.found, part.right),
    )
