"""Let every set of nodes iterate in order of creation, so that a watched run gives the same again.

Runs on the untrusted side and imports the standard library only. Sets iterate by address.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grader.worker.inside.student import StudentEngine

MOST_SETTLED = 500


def settle_inputs(engine: StudentEngine, made: list[Any]) -> None:
    """Settle every set of nodes that is made of these nodes.

    Nodes that an operator made inside go by their value.
    """
    types = {type(node) for node in made}
    age = {id(node): number for number, node in enumerate(made)}
    waiting, seen = list(made), set(age)
    while waiting and len(seen) <= MOST_SETTLED:
        node = waiting.pop()
        for name, held in attributes_of(node):
            if not isinstance(held, (set, frozenset, tuple, list)) or len(held) > MOST_SETTLED:
                continue
            inputs = [each for each in held if type(each) in types]
            if type(held) in (set, frozenset) and 1 < len(inputs) == len(held):
                _settle(engine, node, name, held, age)
            for each in inputs:
                if id(each) not in seen:
                    seen.add(id(each))
                    waiting.append(each)


def _settle(engine: StudentEngine, node: Any, name: str, held: Any, age: dict[int, int]) -> None:
    def place(each: Any) -> tuple[float, float]:
        try:
            data = engine.number(each, "data", "")
        except BaseException:  # no such attribute, no number, or a property that raises
            data = 0.0
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


def attributes_of(node: Any) -> list[tuple[str, Any]]:
    """What the node holds under which name; nothing where that cannot be asked."""
    try:
        names = list(vars(node)) if hasattr(node, "__dict__") else []
        for kind in type(node).__mro__:
            slots = vars(kind).get("__slots__", ())
            names += [slots] if isinstance(slots, str) else list(slots)
        return [(name, getattr(node, name)) for name in names if hasattr(node, name)]
    except BaseException:  # their `__slots__`, properties and `__getattr__` may raise anything
        return []
