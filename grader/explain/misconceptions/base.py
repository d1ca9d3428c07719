"""The common engine that every misconception changes in one place, and the record of one.

`CommonEngine` is right by the contract. A belief is a class that overrides *one* of its methods,
so two beliefs at once are two classes on one base (`combined`):

* what a node remembers: `operands`, `sources`, `listed`, `slopes`;
* how `backward` goes: `order`, `reset`, `seed`, `upstream`, `add`, `run_rule`;
* what is cleared: `zero`.

Each node whose inputs could be walked in either order takes a bit of `turns`: 0 for left first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, TypeVar, cast

from grader.explain.styles import APART, DIV, MOVED, NEG, SUB
from grader.programs.reference import RULES

MOST_VISITS = 20_000
"""An engine that visits more nodes than this in one call walks every route: it would never end."""


class WrongEngineRaises(Exception):
    """A wrong engine stops here, as a student's would.

    kind: that of the named error which the student's engine gives; says: words that stand in the
    exception's message there, where the kind alone says little.
    """

    def __init__(self, kind: str, says: str = "") -> None:
        super().__init__(kind, says)
        self.kind = kind
        self.says = says


class Node:
    """A value; `sources` are what its rule adds to, `listed` what it says it was made of."""

    __slots__ = ("data", "grad", "listed", "operator", "slopes", "sources")

    def __init__(self, data: float, operator: str = "") -> None:
        self.data = data
        self.grad = 0.0
        self.operator = operator
        self.sources: tuple[Node, ...] = ()
        self.listed: tuple[Node, ...] = ()
        self.slopes: tuple[float, ...] = ()


class CommonEngine:
    """Right by the contract, and slow enough to read."""

    style: ClassVar[int] = NEG | SUB | DIV
    as_set: ClassVar[bool] = False
    keeps_state: ClassVar[bool] = False
    """Whether one program's answer depends on those that ran before it in the same process."""

    def __init__(self, turns: int = 0) -> None:
        self.turns = turns
        self.turnable = 0
        self.visits = 0

    def leaf(self, value: float) -> Node:
        """A node without inputs."""
        return Node(value)

    def apply(self, operator: str, operands: Sequence[Any]) -> Node:
        """The node that an operator makes of nodes and plain numbers."""
        if operator == "sum":
            total = self.apply("add", [0, operands[0]])
            for operand in operands[1:]:
                total = self.apply("add", [total, operand])
            return total
        if self.style & MOVED and len(operands) == 2 and not isinstance(operands[0], Node):
            number, node = operands
            if operator in ("add", "mul"):
                operands = node, number
            elif operator == "sub" and self.style & (SUB | APART) == SUB:
                return self.apply("add", [self.apply("neg", [node]), number])
            elif operator == "truediv" and self.style & (DIV | APART) == DIV:
                return self.apply("mul", [self.apply("pow", [node, -1]), number])
        operands = self.operands(operator, operands)
        if operator == "neg" and self.style & NEG:
            return self.apply("mul", [operands[0], -1.0])
        if operator == "sub" and self.style & SUB:
            return self.apply("add", [operands[0], self.apply("neg", [operands[1]])])
        if operator == "truediv" and self.style & DIV:
            return self.apply("mul", [operands[0], self.apply("pow", [operands[1], -1])])
        return self.node(operator, operands)

    def operands(self, operator: str, operands: Sequence[Any]) -> Sequence[Any]:
        """The operands as nodes; an exponent stays a number."""
        if operator == "pow":
            return operands
        return [item if isinstance(item, Node) else Node(item, "const") for item in operands]

    def inplace(self, operator: str, operands: Sequence[Any]) -> Node:
        """`y += x`: the same as `y = y + x`."""
        return self.apply(operator, operands)

    def node(self, operator: str, operands: Sequence[Any]) -> Node:
        """A new node with its rule and its inputs."""
        x = tuple([item.data if isinstance(item, Node) else item for item in operands])
        data, slopes = self.value_and_slopes(operator, x)
        made = Node(data, operator)
        sources = tuple([item for item in operands if isinstance(item, Node)])
        made.sources = self.sources(made, sources)
        made.slopes = slopes
        made.listed = self.turned(self.listed(made, sources))
        return made

    def value_and_slopes(
        self, operator: str, x: tuple[float, ...]
    ) -> tuple[float, tuple[float, ...]]:
        """An operator's value and its slopes with respect to its operands."""
        data, slopes = RULES[operator](x)
        return data, self.slopes(operator, x, data, slopes)

    def slopes(
        self, operator: str, x: tuple[float, ...], data: float, right: tuple[float, ...]
    ) -> tuple[float, ...]:
        """The slopes that the rule uses; `right` are the right ones."""
        return right

    def sources(self, made: Node, sources: tuple[Node, ...]) -> tuple[Node, ...]:
        """The nodes that the rule adds to."""
        return sources

    def listed(self, made: Node, sources: tuple[Node, ...]) -> tuple[Node, ...]:
        """The inputs that the node remembers."""
        return sources

    def turned(self, listed: tuple[Node, ...]) -> tuple[Node, ...]:
        """The remembered inputs in the order in which they will be walked."""
        if len(listed) < 2:
            return listed
        left, right = listed
        if left is right:
            return listed[:1] if self.as_set else listed
        if not (left.sources or right.sources) or "const" in (left.operator, right.operator):
            return listed
        self.turnable += 1
        return (right, left) if self.turns >> (self.turnable - 1) & 1 else listed

    def backward(self, root: Node) -> None:
        """Add this root's gradients to the leaves."""
        self.visits = 0
        order = self.order(root)
        self.reset(root, order)
        self.seed(root, order)
        for node in order:
            self.run_rule(node)

    def order(self, root: Node) -> list[Node]:
        """The nodes in the order in which their rules run: the root first."""
        order: list[Node] = []
        _postorder(root, set(), order)
        order.reverse()
        return order

    def reset(self, root: Node, order: Sequence[Node]) -> None:
        """What is forgotten at the start of `backward`: gradients of inner nodes."""
        for node in order:
            if node.listed:
                node.grad = 0.0

    def seed(self, root: Node, order: Sequence[Node]) -> None:
        """Give the root its gradient: a leaf that is a root counts its calls."""
        root.grad += 1.0

    def run_rule(self, node: Node) -> None:
        """Run a node's rule."""
        if node.sources:
            upstream = self.upstream(node)
            for side, source in enumerate(node.sources):
                self.add(node, side, source, node.slopes[side] * upstream)

    def upstream(self, node: Node) -> float:
        """The factor that a rule puts before its slopes."""
        return node.grad

    def add(self, node: Node, side: int, source: Node, share: float) -> None:
        """Pay one contribution into an input."""
        source.grad += share

    def visit(self) -> None:
        """Count a step of a walk that may take every route."""
        self.visits += 1
        if self.visits > MOST_VISITS:
            raise WrongEngineRaises("timeout")

    def zero(self, root: Node) -> None:
        """Clear every node reachable from the root."""
        for node in reachable(root):
            node.grad = 0.0

    def get_data(self, node: Node) -> float:
        """The node's value."""
        return node.data

    def set_data(self, node: Node, value: float) -> None:
        """Replace a leaf's value."""
        node.data = value

    def get_grad(self, node: Node) -> float:
        """The node's gradient."""
        return node.grad


def _postorder(node: Node, seen: set[Node], order: list[Node]) -> None:
    """List a node after its inputs. (Inside `order`, this function would hold itself and them.)"""
    if node not in seen:
        seen.add(node)
        for source in node.listed:
            _postorder(source, seen, order)
        order.append(node)


def reachable(root: Node) -> list[Node]:
    """Every node below the root, itself first."""
    found, stack = {root: None}, [root]
    while stack:
        for source in stack.pop().listed:
            if source not in found:
                found[source] = None
                stack.append(source)
    return list(found)


EngineClass = type[CommonEngine]


@dataclass(frozen=True, slots=True)
class Misconception:
    """A wrong belief: an engine that holds it, and what to tell a student whose numbers it gives.

    explanation: goes on after "an engine that"; then what to ask oneself. Never the code.
    engines: the engine, in each form that the belief takes (for one operator or another, inputs in
    a list or a set); by_order: whether the order in which inputs are walked can change its answers.
    """

    id: str
    family: str
    exercises: frozenset[str]
    explanation: str
    engines: tuple[EngineClass, ...]
    by_order: bool


Declared = TypeVar("Declared")
_ATTRIBUTE = "__misconception__"


def believed(id: str, *exercises: str, by_order: bool = False) -> Callable[[Declared], Declared]:
    """Declare a misconception: an engine class, or a function that returns several forms of one.

    The docstring is the explanation; the module's name says the family. All can appear in the exam.
    """

    def declare(source: Declared) -> Declared:
        record = Misconception(
            id=id,
            family=source.__module__.rpartition(".")[2].partition("_")[0],
            exercises=frozenset((*exercises, "engine")),
            explanation=" ".join((source.__doc__ or "").split()),
            engines=(source,) if isinstance(source, type) else tuple(cast(Any, source)()),
            by_order=by_order,
        )
        setattr(source, _ATTRIBUTE, record)
        return source

    return declare


def records(*declared: object) -> tuple[Misconception, ...]:
    """The misconceptions that were declared on these classes and functions."""
    return tuple(getattr(source, _ATTRIBUTE) for source in declared)


def listed_and_set(engine: EngineClass) -> tuple[EngineClass, ...]:
    """The engine with its inputs in a list and in a set: they differ for `s * s`."""
    return engine, type(f"{engine.__name__}OnSets", (engine,), {"as_set": True})


def combined(*engines: EngineClass, style: int = CommonEngine.style) -> EngineClass:
    """All of these beliefs on one base, with operators made as `style` says."""
    return _combined(engines, style)


@cache
def _combined(engines: tuple[EngineClass, ...], style: int) -> EngineClass:
    name = "And".join(engine.__name__ for engine in engines) or "Common"
    state = any(engine.keeps_state for engine in engines)
    as_set = any(engine.as_set for engine in engines)
    attributes = {"style": style, "keeps_state": state, "as_set": as_set}
    return type(name, engines or (CommonEngine,), attributes)
