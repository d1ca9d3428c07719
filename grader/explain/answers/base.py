"""Wrong beliefs about an exercise that asks for no engine: what they would answer to each task.

A `WrongAnswer` is made anew for each batch and answers its items in turn. It says nothing (None)
about items that it is not about.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, TypeVar, cast

from grader.explain.answers.engine import Stops
from grader.programs.compare import same_number
from grader.programs.graph import MAKES
from grader.programs.program import Program, Step
from grader.programs.reference import Node, ReferenceEngine
from grader.worker.observation import Item, NamedError, Observation

LARGEST = 6_000
"""Programs with more operations are about size: the order of their nodes says nothing new."""
MOST_VISITS = 200_000


class WrongAnswer:
    """Holds a belief and answers items by it."""

    def answer(self, item: Item) -> Observation | None:
        """What code that holds the belief would be observed to answer; None: it does not say."""
        raise NotImplementedError

    def agrees(self, predicted: Observation, found: Observation) -> bool | None:
        """Whether that is what was found. None: what was found may have another cause."""
        if predicted.error is not None:
            if found.error is None:
                return False
            kinds = {found.error.kind, predicted.error.kind}
            return len(kinds) == 1 or kinds <= _TOO_MUCH
        if found.error is not None:
            return None
        if predicted.answer is not None:
            return found.answer is not None and _same(predicted.answer, found.answer)
        return same_value(predicted.value, found.value)


_TOO_MUCH = frozenset({"timeout", "memory", "toolong"})
"""What comes of taking every route: which limit is met first is a matter of the machine."""


def _same(predicted: Sequence[object], found: Sequence[object]) -> bool:
    return len(predicted) == len(found) and all(
        one == tuple(n for n in other if n >= 0)  # nodes of the code's own count for nothing
        if isinstance(one, tuple) and isinstance(other, tuple)
        else isinstance(other, float) and same_number(one, other)
        for one, other in zip(predicted, found, strict=True)
    )


def same_value(one: object, other: object) -> bool:
    """Whether two plain values are the same, numbers within the tolerance."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() <= other.keys() and all(same_value(v, other[k]) for k, v in one.items())
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return same_number(float(one), float(other))
    return bool(one == other)


class WrongOrder(WrongAnswer):
    """Lists the nodes below a root in a wrong order, or the wrong nodes."""

    turned: ClassVar[bool] = False
    """Whether the inputs of a node are walked from the right."""
    asked: ClassVar[str] = "topo"

    def order(self, root: Node) -> list[Node]:
        """The nodes as they are listed."""
        raise NotImplementedError

    def inputs(self, node: Node) -> Sequence[Node]:
        """The inputs of a node in the order in which they are walked."""
        return node.inputs[::-1] if self.turned else node.inputs

    def visit(self) -> None:
        """Count a step of a walk that may take every route."""
        self.visits += 1
        if self.visits > MOST_VISITS:
            raise Stops("timeout")

    def answer(self, item: Item) -> Observation | None:
        if not isinstance(item, Program) or item.size > LARGEST:
            return None
        kinds = {step[0] for step in item.steps}
        if self.asked not in kinds or "look" in kinds:  # what nodes hold says nothing of an order
            return None
        self.visits = 0
        graph = _Graph()
        try:
            graph.run(item.steps, self.order)
        except Stops as error:
            return Observation(error=NamedError(error.kind))
        except RecursionError:  # another belief's: this one is about the order
            return None
        return Observation(answer=tuple(graph.orders))


class _Graph:
    """The nodes that a program makes, and their numbers in the order in which they are made."""

    def __init__(self) -> None:
        self.engine = ReferenceEngine()
        self.held: dict[str, Node] = {}
        self.numbers: dict[int, int] = {}
        self.made: list[Node] = []
        self.orders: list[tuple[int, ...]] = []

    def run(self, steps: Sequence[Step], order: Callable[[Node], list[Node]]) -> None:
        for step in steps:
            if step[0] == "repeat":
                for _ in range(step[1]):
                    self.run(step[2], order)
            elif step[0] == "alias":
                self.held[step[1]] = self.held[step[2]]
            elif step[0] in ("topo", "toposort"):
                listed = (self.numbers.get(id(node), -1) for node in order(self.held[step[1]]))
                self.orders.append(tuple(number for number in listed if number >= 0))
            elif step[0] in MAKES:
                self._make(step)

    def _make(self, step: Step) -> None:
        if step[0] == "leaf":
            node = self.engine.leaf(step[2])
        elif step[0] == "apply":
            operands = [self.held[item] if isinstance(item, str) else item for item in step[3:]]
            node = self.engine.apply(step[2], operands)
        else:
            data, inputs = step[2:4] if step[0] == "value" else (float(len(self.made)), step[2])
            node = Node(data, tuple(self.held[slot] for slot in inputs))
        self.held[step[1]] = node
        self.numbers[id(node)] = len(self.made)
        self.made.append(node)


WrongAnswerClass = type[WrongAnswer]


@dataclass(frozen=True, slots=True)
class TaskBelief:
    """A wrong belief about tasks: its forms, and what to tell a student who holds it.

    explanation: goes on after "someone who"; then what to ask oneself. Never the code.
    """

    id: str
    family: str
    exercises: frozenset[str]
    explanation: str
    forms: Callable[[], tuple[WrongAnswerClass, ...]]
    """Makes them when they are asked for first: there are hundreds."""


Declared = TypeVar("Declared")
_ATTRIBUTE = "__task_belief__"


def answered(id: str, *exercises: str) -> Callable[[Declared], Declared]:
    """Declare a belief about tasks: a class, or a function that returns several forms of one.

    The docstring is the explanation. Orders are tried with inputs walked from either side.
    """

    def declare(source: Declared) -> Declared:
        @cache
        def forms() -> tuple[WrongAnswerClass, ...]:
            made = (source,) if isinstance(source, type) else tuple(cast(Any, source)())
            turned = (
                type(f"{form.__name__}Turned", (form,), {"turned": True})
                for form in made
                if issubclass(form, WrongOrder)
            )
            return (*made, *turned)

        family = source.__module__.rpartition(".")[2].removeprefix("answers_")
        told = " ".join((source.__doc__ or "").split())
        record = TaskBelief(id, family, frozenset(exercises), told, forms)
        setattr(source, _ATTRIBUTE, record)
        return source

    return declare


def task_beliefs(*declared: object) -> tuple[TaskBelief, ...]:
    """The beliefs that were declared on these classes and functions."""
    return tuple(getattr(source, _ATTRIBUTE) for source in declared)
