"""Note one backward pass of the student's engine: whose rule runs when, and every gradient then.

Runs on the untrusted side and imports the standard library only. Nobody is judged by what comes of
it: it makes the picture of a counterexample, in a run of its own.

    {"task": "notes", "before": [steps], "root": "L", "shown": [0, 1, 4], "rules": [2],
     "watch": true}

`before` are steps up to the call of `backward` on `root`; `shown` says which nodes are asked for,
by when they are made, and `rules` which of these have a rule. With `watch`, the `_backward` of
these is wrapped, and a set of inputs is made to iterate in order of creation, so that the next run
gives the same. Without it, only the result is read. What cannot be had is null.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from grader.worker.inside.student import StudentEngine

MOST_STEPS = 200
MOST_SETTLED = 500

Numbers = list[float | str | None]


def notes(
    engine: StudentEngine, task: dict[str, Any], nodes: dict[str, Any], made: list[Any]
) -> dict[str, Any]:
    """The notes as plain JSON. Raises what the student's code raises, or `Failure`."""
    engine.run(task["before"], nodes, made, [])
    watch = _Watch(engine, [made[place] for place in task["shown"]])
    if task["watch"]:
        watch.settle_inputs(made)
        watch.wrap_rules(task["rules"])
    engine.run([["backward", task["root"]]], nodes, made, [])
    return watch.record()


def settle_inputs(engine: StudentEngine, made: list[Any]) -> None:
    """Let every set of nodes that is made of these nodes iterate in order of creation."""
    _Watch(engine, []).settle_inputs(made)


class _Watch:
    """Some nodes of the student's, and what was noted of them."""

    def __init__(self, engine: StudentEngine, shown: list[Any]) -> None:
        self.engine = engine
        self.shown = shown
        times: dict[int, int] = {}
        for node in shown:
            times[id(node)] = times.get(id(node), 0) + 1
        # An operator in place may have made no new object: then it cannot be told which is meant.
        self.unclear = [times[id(node)] > 1 for node in shown]
        self.watching = False
        self.start: Numbers | None = None
        self.steps: list[list[Any]] = []
        self.speaking: int | None = None

    def wrap_rules(self, rules: list[int]) -> None:
        """Put a rule that takes notes in the place of each node's own, if all of them allow it."""
        self.watching = not any(self.unclear) and all(
            self.wrap(place, self.shown[place]) for place in rules
        )

    def wrap(self, place: int, node: Any) -> bool:
        """Whether the node now has the rule that takes notes."""
        try:
            rule = node._backward
            if not callable(rule):
                return False
            node._backward = noting = self.noting(place, rule)
            return node._backward is noting
        except BaseException:  # a property, slots, or an object of another kind
            return False

    def noting(self, place: int, rule: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*arguments: Any, **keywords: Any) -> Any:
            self.begins(place)
            return rule(*arguments, **keywords)

        return noted

    def begins(self, place: int) -> None:
        """A rule begins: what the one before it has done is done."""
        if not self.watching or len(self.steps) > MOST_STEPS:
            return
        grads = self.numbers("grad")
        if self.start is None:
            self.start = grads
        self.ended(grads)
        self.speaking = place

    def ended(self, grads: Numbers) -> None:
        if self.speaking is not None:
            self.steps.append([self.speaking, grads])
            self.speaking = None

    def record(self) -> dict[str, Any]:
        grads = self.numbers("grad")
        self.ended(grads)
        noted = self.watching and 0 < len(self.steps) <= MOST_STEPS
        self.watching = False
        return {
            "data": self.numbers("data"),
            "grads": grads,
            "start": self.start if noted else None,
            "steps": self.steps if noted else None,
        }

    def numbers(self, what: str) -> Numbers:
        return [
            None if unclear else self.number(node, what)
            for node, unclear in zip(self.shown, self.unclear, strict=True)
        ]

    def number(self, node: Any, what: str) -> float | str | None:
        try:
            return self.engine.number(node, what, "")
        except BaseException:  # no such attribute, no number, or a property that raises
            return None

    def settle_inputs(self, made: list[Any]) -> None:
        """Let every set of nodes that is made of these nodes iterate in order of creation.

        Sets iterate by address. Nodes that an operator made inside go by their value.
        """
        types = {type(node) for node in made}
        age = {id(node): number for number, node in enumerate(made)}
        waiting, seen = list(made), set(age)
        while waiting and len(seen) <= MOST_SETTLED:
            node = waiting.pop()
            for name, held in _attributes(node):
                if not isinstance(held, (set, frozenset, tuple, list)) or len(held) > MOST_SETTLED:
                    continue
                inputs = [each for each in held if type(each) in types]
                if type(held) in (set, frozenset) and 1 < len(inputs) == len(held):
                    self.settle(node, name, held, age)
                for each in inputs:
                    if id(each) not in seen:
                        seen.add(id(each))
                        waiting.append(each)

    def settle(self, node: Any, name: str, held: Any, age: dict[int, int]) -> None:
        def place(each: Any) -> tuple[float, float]:
            data = self.number(each, "data")
            return age.get(id(each), len(age)), data if isinstance(data, float) else 0.0

        try:
            setattr(node, name, _InOrder(held, sorted(held, key=place)))
        except BaseException:  # it stays as it was
            return


class _InOrder(set):  # type: ignore[type-arg]
    """A set that iterates in a given order for as long as nothing is added or taken away."""

    def __init__(self, held: Any, order: list[Any]) -> None:
        super().__init__(held)
        self.order = order

    def __iter__(self) -> Iterator[Any]:
        return iter(self.order) if len(self) == len(self.order) else super().__iter__()


def _attributes(node: Any) -> list[tuple[str, Any]]:
    """What the node holds under which name; nothing where that cannot be asked."""
    try:
        names = list(vars(node)) if hasattr(node, "__dict__") else []
        for kind in type(node).__mro__:
            slots = vars(kind).get("__slots__", ())
            names += [slots] if isinstance(slots, str) else list(slots)
        return [(name, getattr(node, name)) for name in names if hasattr(node, name)]
    except BaseException:  # their `__slots__`, properties and `__getattr__` may raise anything
        return []
