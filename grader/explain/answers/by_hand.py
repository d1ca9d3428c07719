"""Wrong beliefs about orders and gradients that are worked out with a pencil."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import ModuleType

from grader.checks.declare import module_of
from grader.course.course import load_course
from grader.explain.answers.base import (
    WrongAnswer,
    WrongAnswerClass,
    answered,
    same_value,
    task_beliefs,
)
from grader.explain.answers.engine import (
    ByDistance,
    EveryRoute,
    EveryRouteBack,
    EveryRouteByLevels,
    EveryRouteFromStack,
    FromTheValue,
    Overwriting,
    OwnValue,
    Preorder,
    Stops,
    WithoutUpstream,
    WrongEngine,
)
from grader.programs.interpreter import run_with_nodes
from grader.programs.program import Program
from grader.programs.reference import Node
from grader.worker.observation import Item, Observation

TURNS = 4
"""Orders of inputs that are tried: two nodes of these graphs can be walked either way."""


@cache  # each answer of each belief asks for it, and to load a course reads all of its files
def _checks() -> ModuleType:
    """The checks of the exercise: its graphs, and how the first wrong number is found."""
    return module_of(load_course().checks_dir, "order_by_hand")


def _graphs() -> Mapping[str, tuple[Program, str]]:
    return dict(_checks().GRAPHS)


def _asked(item: Item, ending: str) -> str | None:
    """The name of the graph that a constant is about."""
    name = "" if isinstance(item, Program) else str(item.get("name", ""))
    graph = name.removesuffix(ending)
    return graph if name.endswith(ending) and graph in _graphs() else None


def _engine_nodes(graph: str, engine: type[WrongEngine], turns: int) -> dict[str, Node]:
    return run_with_nodes(_graphs()[graph][0], engine(turns))[1]


def _gradients(graph: str, engine: type[WrongEngine], turns: int) -> dict[str, float] | None:
    try:
        return {name: node.grad for name, node in _engine_nodes(graph, engine, turns).items()}
    except Stops:
        return None


def _worked_out(engine: type[WrongEngine], turns: int, elsewhere: bool) -> type[WrongAnswer]:
    """Gradients as that engine would have them, the inner nodes' too.

    With a pencil one slips in one graph and not in the next: right numbers contradict nothing.
    elsewhere: the belief is not about the first wrong number if its node, whose consumers are all
    right, just lacks a contribution of one of them.
    """

    class WorkedOut(WrongAnswer):
        def agrees(self, predicted: Observation, found: Observation) -> bool | None:
            if elsewhere and _lacks_one(self.graph, found):
                return None
            return super().agrees(predicted, found) or (None if _is_some_right(found) else False)

        def answer(self, item: Item) -> Observation | None:
            graph = _asked(item, "_GRADS")
            self.graph = graph or ""
            numbers = None if graph is None else _gradients(graph, engine, turns)
            return None if numbers is None else Observation(value=numbers)

    return WorkedOut


def _is_some_right(found: Observation) -> bool:
    right = (_gradients(graph, WrongEngine, 0) for graph in _graphs())
    return any(same_value(numbers, found.value) for numbers in right)


def _lacks_one(graph: str, found: Observation) -> bool:
    """Whether the first wrong number is one of two contributions of one consumer."""
    program, right = _graphs()[graph][0], _gradients(graph, WrongEngine, 0)
    if not right or not isinstance(found.value, dict):
        return False
    name = _checks().first_wrong(program, found.value, right)
    if name is None:
        return False
    uses = _checks().uses(program, name)
    consumers = [(consumer, right[consumer] * slope) for consumer, slope, _ in uses]
    names = [consumer for consumer, _ in consumers]
    twice = [contribution for consumer, contribution in consumers if names.count(consumer) > 1]
    return any(same_value(contribution, found.value.get(name)) for contribution in twice)


def _in_any_order(*engines: type[WrongEngine], elsewhere: bool = False) -> list[WrongAnswerClass]:
    return [_worked_out(engine, turns, elsewhere) for engine in engines for turns in range(TURNS)]


@answered("hand-first-share-only", "order-by-hand")
def hand_first_share_only() -> Sequence[WrongAnswerClass]:
    """lets a node pass its gradient on before its second consumer has contributed, so everything
    below it is too small. Which of your nodes has two consumers, and what did it hold when it
    passed its gradient on?"""
    return _in_any_order(Preorder, ByDistance, elsewhere=True)


@answered("hand-last-share-only", "order-by-hand")
def hand_last_share_only() -> Sequence[WrongAnswerClass]:
    """keeps one contribution to a node that has several consumers and loses the others. If a result
    depends on a by two routes, what does a small step of a do by each of them?"""
    return _in_any_order(Overwriting)


@answered("hand-twice-over", "order-by-hand")
def hand_twice_over() -> Sequence[WrongAnswerClass]:
    """lets a shared node pass its gradient on once for each consumer; the second time it passes
    on again what it passed on before. How often may a node run its rule?"""
    return _in_any_order(EveryRoute, EveryRouteBack, EveryRouteByLevels, EveryRouteFromStack)


@answered("hand-value-for-gradient", "order-by-hand")
def hand_value_for_gradient() -> Sequence[WrongAnswerClass]:
    """starts from the root's value. If L changes by one, by how much does L change? Does the value
    of L matter for that?"""
    return _in_any_order(FromTheValue)


@answered("hand-own-value", "order-by-hand")
def hand_own_value() -> Sequence[WrongAnswerClass]:
    """gives each factor of a product its own value. If b is 3, by how much does a*b move when a
    moves by one?"""
    return _in_any_order(OwnValue)


@answered("hand-local-slope", "order-by-hand")
def hand_local_slope() -> Sequence[WrongAnswerClass]:
    """stops at the slope of one operation. The root is further away. What happens to slopes along
    a road of several steps?"""
    return _in_any_order(WithoutUpstream)


def _inputs_first(order: Sequence[str], nodes: Mapping[str, Node]) -> bool:
    place = {nodes[name]: number for number, name in enumerate(order)}
    edges = ((source, node) for node in place for source in node.inputs if source in place)
    return all(place[source] < place[node] for source, node in edges)


class _Order(WrongAnswer):
    def answer(self, item: Item) -> Observation | None:
        graph = _asked(item, "_ORDER")
        return None if graph is None else Observation(value=(graph,))

    def agrees(self, predicted: Observation, found: Observation) -> bool | None:
        order = found.value
        if found.error is not None or not isinstance(order, list):
            return None
        if not all(isinstance(name, str) for name in order):
            return None
        nodes = _engine_nodes(predicted.value[0], WrongEngine, 0)
        if len(set(map(str, order))) < len(order) or not set(order) <= nodes.keys():
            return None
        if not {name for name, node in nodes.items() if node.inputs} <= set(order):
            return None  # few nodes stand in every order
        if self.holds(order, nodes):
            return True
        right = _inputs_first(order[::-1], nodes)
        return None if right else False

    def holds(self, order: Sequence[str], nodes: Mapping[str, Node]) -> bool:
        """Whether this order comes of the belief."""
        raise NotImplementedError


@answered("manual-order-by-eye", "order-by-hand")
class ManualOrderByEye(_Order):
    """goes through the picture level by level, by the distance from the root. That works on one
    picture and breaks on the next. Can you say the rule that a node must satisfy before it may pass
    its gradient on?"""

    def holds(self, order: Sequence[str], nodes: Mapping[str, Node]) -> bool:
        distance = ByDistance().distances(nodes["L"])
        steps = [distance[nodes[name]] for name in order]
        return steps == sorted(steps)


@answered("hand-leaves-first", "order-by-hand")
class HandLeavesFirst(_Order):
    """starts at the leaves and ends at the root. At the start the gradient of one node alone is
    known. At which end of the list does it stand?"""

    def holds(self, order: Sequence[str], nodes: Mapping[str, Node]) -> bool:
        return _inputs_first(order, nodes)


BELIEFS = task_beliefs(
    hand_first_share_only,
    hand_last_share_only,
    hand_twice_over,
    hand_value_for_gradient,
    hand_own_value,
    hand_local_slope,
    ManualOrderByEye,
    HandLeavesFirst,
)
