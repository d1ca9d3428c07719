"""Read what calls of `backward` and `zero_grad` leave behind, from small programs with several.

What a call does to nodes that hold something already is described by a `State`: a few choices, each
of which the contract makes in one way. Of all descriptions the one with the fewest other choices is
taken that gives every answer of the student's; if none does, nothing is read.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from typing import ClassVar

from grader.explain.described import CommonEngine, EngineClass, Node, combined
from grader.explain.diagnosis.predictions import predicted
from grader.explain.diagnosis.readings.state.probes import StateProbe
from grader.programs.compare import same_answer, same_number
from grader.programs.interpreter import Answer
from grader.programs.program import Program
from grader.worker.observation import Observation

MOST_CHOICES = 3
"""So many choices may differ from the contract's at once."""


@dataclass(frozen=True, slots=True)
class State:
    """What happens to gradients that are there already; the defaults are right.

    inner: what an inner node holds when a call begins; only those of `operators`, if there are
    some. root: an inner root. beside: nodes that cannot be reached from the root.
    """

    inner: str = "cleared"
    operators: frozenset[str] = frozenset()
    root: str = "set"
    leaf_root: str = "adds"
    leaves: str = "kept"
    beside: str = "kept"
    zero_grad: str = "all"


OTHERS = {
    "inner": ("kept",),
    "root": ("adds", "unchanged"),
    "leaf_root": ("set", "unchanged"),
    "leaves": ("cleared",),
    "beside": ("inner cleared", "cleared"),
    "zero_grad": ("leaves", "inner", "root", "nothing", "beside", "ones"),
}
"""The choices that are wrong."""


class StateEngine(CommonEngine):
    """The described engine with a `State`."""

    state: ClassVar[State] = State()

    def reset(self, root: Node, order: Sequence[Node]) -> None:
        """What is forgotten at the start."""
        state = self.state
        for node in order:
            if node.listed:
                own = not state.operators or node.operator in state.operators
                if node is not root and not (state.inner == "kept" and own):
                    node.grad = 0.0
            elif state.leaves == "cleared":
                node.grad = 0.0
        if state.beside != "kept":
            below = set(order)
            for node in self.made:
                if node not in below and (node.listed or state.beside == "cleared"):
                    node.grad = 0.0

    def seed(self, root: Node, order: Sequence[Node]) -> None:
        """What the root begins with."""
        if root.listed:
            kind = self.state.root
            before = root.grad if kind != "set" else 0.0
            root.grad = before or 1.0 if kind == "unchanged" else before + 1.0
        elif self.state.leaf_root != "unchanged":
            root.grad = 1.0 + (root.grad if self.state.leaf_root == "adds" else 0.0)

    def zero(self, root: Node) -> None:
        """What `zero_grad` clears."""
        kind = self.state.zero_grad
        reached = self.reached(root)
        for node in self.made if kind == "beside" else reached:
            is_one = {"leaves": not node.listed, "inner": bool(node.listed), "root": node is root}
            if kind in ("all", "beside", "ones") or is_one.get(kind):
                node.grad = 1.0 if kind == "ones" else 0.0


@lru_cache(maxsize=500)
def engine_with(state: State) -> EngineClass:
    """The engine with this state."""
    return type("WithState", (StateEngine,), {"state": state})


@dataclass(frozen=True, slots=True)
class StateReading:
    """One choice that is not the contract's. program: the smallest that shows it."""

    clause: str
    choice: str
    operators: tuple[str, ...]
    program: Program
    name: str
    found: float
    right: float

    @property
    def state(self) -> State:
        """This choice alone."""
        return whole([self])


def read_state(
    given: Sequence[tuple[StateProbe, Observation]], beside: Sequence[EngineClass]
) -> tuple[StateReading, ...]:
    """The choices that are not the contract's. beside: engines with what else was read."""
    given = [(probe, found) for probe, found in given if not _is_not_there(found)]
    answers = [(probe, found.answer) for probe, found in given if found.answer is not None]
    if len(answers) < len(given) or all(same_answer(a, probe.right) for probe, a in answers):
        return ()
    if beside and _gives(State(), answers, beside):
        return ()
    general = [(probe, answer) for probe, answer in answers if not probe.operator]
    again = [probe.operator for probe, a in answers if probe.operator and _wrong(probe, a)]
    if all(same_answer(answer, probe.right) for probe, answer in general):
        kept = State(inner="kept", operators=frozenset(again))
        return _parts(kept, answers) if _gives(kept, answers, beside) else ()
    for state in _states():
        if _gives(state, general, beside):
            return _parts(state, answers)
    return ()


def _is_not_there(found: Observation) -> bool:
    """Whether an exercise comes before what a probe needs: `zero_grad`, or an operator."""
    return found.error is not None and found.error.kind in ("missing", "operator")


def _wrong(probe: StateProbe, answer: Answer) -> bool:
    return not same_answer(answer, probe.right)


@cache
def _states() -> tuple[State, ...]:
    return tuple(_listed_states())


def _listed_states() -> Iterator[State]:
    """Every state, those first that differ from the contract in little."""
    for count in range(1, MOST_CHOICES + 1):
        for names in itertools.combinations(OTHERS, count):
            for choices in itertools.product(*(OTHERS[name] for name in names)):
                chosen = dict(zip(names, choices, strict=True))
                yield State(operators=frozenset(), **chosen)


def _gives(
    state: State,
    answers: Sequence[tuple[StateProbe, Answer]],
    beside: Sequence[EngineClass],
) -> bool:
    for probe, answer in answers:
        said = _said(state, probe.program, tuple(beside))
        if said is None or not same_answer(answer, said):
            return False
    return True


def _said(state: State, program: Program, beside: tuple[EngineClass, ...]) -> Answer | None:
    key = (state, program)
    if not beside and key in _SAID:
        return _SAID[key]
    said = predicted(combined(engine_with(state), *beside, style=0)(), program)
    answer = said if isinstance(said, tuple) else None
    if not beside:
        _SAID[key] = answer
    return answer


_SAID: dict[tuple[State, Program], Answer | None] = {}
"""What each state answers to a probe: a few thousand answers at most."""


def _parts(state: State, answers: Sequence[tuple[StateProbe, Answer]]) -> tuple[StateReading, ...]:
    """Each choice by itself, with the smallest program that shows it."""
    found = []
    for field in fields(State):
        if field.name in ("operators",) or getattr(state, field.name) == getattr(
            State(), field.name
        ):
            continue
        operators = state.operators if field.name == "inner" else frozenset()
        choice: str = getattr(state, field.name)
        alone = State(operators=operators, **{field.name: choice})
        shown = _shown(alone, answers)
        if shown is not None:
            program, name, number, right = shown
            part = StateReading(
                field.name, choice, tuple(sorted(operators)), program, name, number, right
            )
            found.append(part)
    return tuple(found)


def _shown(
    alone: State, answers: Sequence[tuple[StateProbe, Answer]]
) -> tuple[Program, str, float, float] | None:
    for probe, answer in answers:
        said = _said(alone, probe.program, ())
        names = probe.program.steps[-1][2]
        for place, (name, right) in enumerate(zip(names, probe.right, strict=True)):
            wrong = said is not None and not same_number(said[place], right)
            if wrong and not same_number(answer[place], right):
                return probe.program, f"{name}.grad", answer[place], right
    return None


def whole(parts: Sequence[StateReading]) -> State:
    """All of the choices together."""
    operators = frozenset(name for part in parts for name in part.operators)
    return State(operators=operators, **{part.clause: part.choice for part in parts})
