"""An engine that is described by its parts: what operators contribute, and which rules run when.

`CommonEngine` is right by the contract. What was read of a student's engine (`diagnosis/readings`)
overrides one of its methods each, and so does a wrong belief (`misconceptions`): two at once are
two classes on one base (`combined`).

* what a node remembers: `operands`, `sources`, `listed`, `slopes`;
* how `backward` goes: `order`, `reset`, `seed`, `upstream`, `add`, `run_rule`;
* what is cleared: `zero`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar, TypeAlias

from grader.explain.styles import APART, DIV, MOVED, NEG, SUB
from grader.programs import slopes
from grader.programs.interpreter import Answer, run
from grader.programs.program import Program

MOST_VISITS = 20_000
"""An engine that visits more nodes than this in one call walks every route: it would never end."""
MOST_KEPT = 20_000


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


Operand: TypeAlias = Node | float
"""What an operator is given: a node, or a plain number beside one."""


class CommonEngine:
    """What is not described is as the contract has it, and slow enough to read.

    Each node whose inputs could be walked in either order takes a bit of `turns`: 0 for left first.
    """

    style: ClassVar[int] = NEG | SUB | DIV
    as_set: ClassVar[bool] = False
    keeps_state: ClassVar[bool] = False
    """Whether one program's answer depends on those that ran before it in the same process."""

    def __init__(self, turns: int = 0) -> None:
        self.turns = turns
        self.turnable = 0
        self.visits = 0
        self.made: list[Node] = []

    def leaf(self, value: float) -> Node:
        """A node without inputs."""
        self.made.append(Node(value))
        return self.made[-1]

    def apply(self, operator: str, operands: Sequence[Operand]) -> Node:
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

    def operands(self, operator: str, operands: Sequence[Operand]) -> Sequence[Operand]:
        """The operands as nodes; an exponent stays a number."""
        if operator == "pow":
            return operands
        return [item if isinstance(item, Node) else Node(item, "const") for item in operands]

    def inplace(self, operator: str, operands: Sequence[Operand]) -> Node:
        """`y += x`: the same as `y = y + x`."""
        return self.apply(operator, operands)

    def node(self, operator: str, operands: Sequence[Operand]) -> Node:
        """A new node with its slopes and its inputs."""
        x = tuple([item.data if isinstance(item, Node) else item for item in operands])
        data, slopes = self.value_and_slopes(operator, x)
        made = Node(data, operator)
        sources = tuple([item for item in operands if isinstance(item, Node)])
        made.sources = self.sources(made, sources)
        made.slopes = slopes
        made.listed = self.turned(self.listed(made, sources))
        self.made.append(made)
        return made

    def value_and_slopes(
        self, operator: str, x: tuple[float, ...]
    ) -> tuple[float, tuple[float, ...]]:
        """An operator's value and its slopes with respect to its operands."""
        data, right = slopes.value_and_slopes(operator, x)
        return data, self.slopes(operator, x, data, right)

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

    def run(self, program: Program) -> Answer:
        """The answer to a program. Raises what the engine stops with."""
        return run(program, self)

    def order(self, root: Node) -> list[Node]:
        """The nodes in the order in which their rules run: the root first."""
        order: list[Node] = []
        _postorder(root, set(), order)
        order.reverse()
        return order

    def reached(self, root: Node) -> list[Node]:
        """Every node below the root, itself first."""
        return reachable(root)

    def reset(self, root: Node, order: Sequence[Node]) -> None:
        """What is forgotten at the start of `backward`: gradients of inner nodes."""
        for node in order:
            if node.listed:
                node.grad = 0.0

    def seed(self, root: Node, order: Sequence[Node]) -> None:
        """Give the root its gradient: a leaf that is a root counts its calls."""
        root.grad += 1.0

    def run_rule(self, node: Node) -> None:
        """What a node contributes."""
        if node.sources:
            upstream = self.upstream(node)
            for side, source in enumerate(node.sources):
                self.add(node, side, source, node.slopes[side] * upstream)

    def upstream(self, node: Node) -> float:
        """The factor that is put before the slopes."""
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
        """Clear every node that the root was made of."""
        for node in self.reached(root):
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


def combined(*engines: EngineClass, style: int = CommonEngine.style) -> EngineClass:
    """All of these on one base, with operators made as `style` says."""
    return _combined(engines, style)


@lru_cache(maxsize=MOST_KEPT)
def _combined(engines: tuple[EngineClass, ...], style: int) -> EngineClass:
    name = "And".join(engine.__name__ for engine in engines) or "Common"
    state = any(engine.keeps_state for engine in engines)
    as_set = any(engine.as_set for engine in engines)
    attributes = {"style": style, "keeps_state": state, "as_set": as_set}
    return type(name, engines or (CommonEngine,), attributes)
