"""Wrong beliefs about what a new node is and what it remembers."""

from __future__ import annotations

from collections.abc import Sequence

from grader.explain.misconceptions.base import (
    CommonEngine,
    EngineClass,
    Node,
    Operand,
    WrongEngineRaises,
    believed,
    records,
)

BINARY = ("add", "mul")
UNARY = ("neg", "tanh", "exp", "relu", "pow")


def _dropping(side: int, operators: Sequence[str]) -> EngineClass:
    class PrevDropsOperand(CommonEngine):
        def listed(self, made: Node, sources: tuple[Node, ...]) -> tuple[Node, ...]:
            listed = super().listed(made, sources)
            if len(listed) == 2 and made.operator in operators:
                return listed[:1] if side else listed[1:]
            return listed

    return PrevDropsOperand


@believed("prev-drops-operand", "local-rules", by_order=True)
def prev_drops_operand() -> Sequence[EngineClass]:
    """makes nodes that do not list both of their inputs. The values are right, so nothing looks
    broken, but the walk back only finds what the nodes name. Stand on a result and follow its
    inputs: do you reach every leaf that had a part in it?"""
    everything = ("add", "mul", "sub", "truediv")
    kinds = (everything, ("add",), ("mul",))
    return [_dropping(side, operators) for operators in kinds for side in (1, 0)]


def _forgetting(operators: Sequence[str], rule_too: bool) -> EngineClass:
    class UnaryNoChildren(CommonEngine):
        def apply(self, operator: str, operands: Sequence[Operand]) -> Node:
            made = super().apply(operator, operands)
            if operator in operators:
                if rule_too:
                    return Node(made.data)
                made.listed = ()
            return made

    return UnaryNoChildren


@believed("unary-no-children", "operators", "functions", by_order=True)
def unary_no_children() -> Sequence[EngineClass]:
    """hands nothing on from the result of a one-operand operation, as if that were a leaf: all
    gradients below are silently zero. Does the result remember what it was made of? Is its rule
    kept where `backward` looks for it, and is the result's gradient read only when it runs?"""
    kinds: list[Sequence[str]] = [(name,) for name in (*UNARY, "sub", "truediv")]
    kinds += [("tanh", "exp", "relu"), UNARY, ("neg", "sub")]
    return [_forgetting(operators, rule) for operators in kinds for rule in (False, True)]


@believed("rewrap-detaches", "operators")
class RewrapDetaches(CommonEngine):
    """wraps the second operand once more even if it is a node already. The copy has the number and
    none of the history, so gradients stop at it. Which operands need wrapping, and which are
    nodes as they come?"""

    def operands(self, operator: str, operands: Sequence[Operand]) -> Sequence[Operand]:
        nodes = super().operands(operator, operands)
        if len(nodes) < 2 or operator == "pow":
            return nodes
        copies = [Node(item.data, "const") for item in nodes[1:] if isinstance(item, Node)]
        return [nodes[0], *copies]


@believed("no-coercion", "operators")
class NoCoercion(CommonEngine):
    """treats every other operand as a node, also a plain number, and asks the number for what only
    nodes have. What may stand on the other side of an operator when a person writes it?"""

    def operands(self, operator: str, operands: Sequence[Operand]) -> Sequence[Operand]:
        if operator != "pow" and not all(isinstance(item, Node) for item in operands):
            raise WrongEngineRaises(
                "exception" if isinstance(operands[0], Node) else "operator",
                "has no attribute" if isinstance(operands[0], Node) else "",
            )
        return super().operands(operator, operands)

    def apply(self, operator: str, operands: Sequence[Operand]) -> Node:
        if operator in ("neg", "sub", "truediv") and all(isinstance(x, Node) for x in operands):
            return self.node(operator, operands)
        return super().apply(operator, operands)


@believed("early-capture", "local-rules")
class EarlyCapture(CommonEngine):
    """adds nothing but zeros, whatever gradient has arrived. Does the rule add to the `grad` of
    each input, and is the result's gradient read when the rule runs, not when it is written?"""

    def upstream(self, node: Node) -> float:
        return 0.0


def _late(operators: Sequence[str]) -> EngineClass:
    class LateBindingLoop(CommonEngine):
        def run_rule(self, node: Node) -> None:
            if node.operator not in operators:
                super().run_rule(node)
                return
            for _ in node.sources:
                last = len(node.sources) - 1
                self.add(node, -1, node.sources[-1], node.slopes[last] * node.grad)

    return LateBindingLoop


@believed("late-binding-loop", "local-rules")
def late_binding_loop() -> Sequence[EngineClass]:
    """makes the rules of several inputs in one loop, and all of them add to the last input. A
    function remembers the loop's variable, not the value that it had. What does that variable hold
    by the time the rules run?"""
    return [_late(("add", "mul", "sub", "truediv", *UNARY)), _late(("add", "mul", *UNARY))]


@believed("backward-called-not-stored", "local-rules")
class BackwardCalledNotStored(CommonEngine):
    """finds None where a node's rule should be, as when a rule is run at once and its result kept.
    Does every node, leaves too, keep a function that can be called?"""

    def run_rule(self, node: Node) -> None:
        if node.sources:
            raise WrongEngineRaises("exception", "not callable")


def _editing(operators: Sequence[str]) -> EngineClass:
    class InplaceIadd(CommonEngine):
        def inplace(self, operator: str, operands: Sequence[Operand]) -> Node:
            left = operands[0]
            if operator not in operators or not isinstance(left, Node):
                return super().inplace(operator, operands)
            left.data = self.apply(operator, operands).data
            return left

    return InplaceIadd


@believed("inplace-iadd")
def inplace_iadd() -> Sequence[EngineClass]:
    """changes the number of the old node on `y += x`. If y stays the same node, the inputs that it
    names are still those of the old y, and x is not among them. Which node should hold the sum, and
    what is it made of?"""
    return [_editing(("add",)), _editing(("mul",)), _editing(("add", "mul", "sub", "truediv"))]


MISCONCEPTIONS = records(
    prev_drops_operand,
    unary_no_children,
    RewrapDetaches,
    NoCoercion,
    EarlyCapture,
    late_binding_loop,
    BackwardCalledNotStored,
    inplace_iadd,
)
