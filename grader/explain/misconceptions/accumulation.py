"""Wrong beliefs about how contributions add up, and what each of them is multiplied by."""

from __future__ import annotations

from collections.abc import Sequence

from grader.explain.misconceptions.base import CommonEngine, EngineClass, Node, believed, records

OPERATORS = ("add", "mul", "sub", "truediv", "neg", "pow", "tanh", "exp", "relu")
SHOWN = {"add": "`+`", "mul": "`*`", "pow": "`**`", "tanh": "`tanh`", "exp": "`exp`"}


def _overwriting(operators: Sequence[str], sides: Sequence[int]) -> EngineClass:
    class Overwrites(CommonEngine):
        def add(self, node: Node, side: int, source: Node, share: float) -> None:
            if node.operator in operators and side in sides:
                source.grad = 0.0
            super().add(node, side, source, share)

    return Overwrites


def _overwrite(operator: str, *exercises: str) -> object:
    """The misconception that one operator's rule sets the gradient of its inputs."""

    def forms() -> Sequence[EngineClass]:
        sides: Sequence[Sequence[int]] = [(0, 1), (0,)]
        if operator == "add":
            sides = [(0, 1), (0,), (1,)]
        elif operator != "mul":
            sides = [(0, 1)]
        return [_overwriting((operator,), chosen) for chosen in sides]

    shown = SHOWN.get(operator, f"`{operator}`")
    forms.__doc__ = f"""overwrites the gradient of its inputs in the rule of {shown}. The value went
        into the result by two routes, and only the last report survives. What should happen to
        what is already written there?"""
    return believed(f"overwrite-{operator}", *exercises, by_order=True)(forms)


OVERWRITE_ADD = _overwrite("add", "local-rules", "accumulate")
OVERWRITE_MUL = _overwrite("mul", "local-rules", "accumulate")
OVERWRITE_TANH = _overwrite("tanh", "accumulate", "functions")
OVERWRITE_EXP = _overwrite("exp", "functions")
OVERWRITE_RELU = _overwrite("relu", "functions")
OVERWRITE_POW = _overwrite("pow", "operators")


@believed("overwrite-mul-other", "local-rules", "accumulate", by_order=True)
def overwrite_mul_other() -> Sequence[EngineClass]:
    """adds to the gradient of the first factor of `*` and overwrites that of the second. Other
    nodes may have contributed to both factors before. Is the second one treated as the first?"""
    return [_overwriting(("mul",), (1,))]


@believed("overwrite-everywhere", "local-rules", "accumulate", "functions", by_order=True)
def overwrite_everywhere() -> Sequence[EngineClass]:
    """overwrites the gradient of its inputs in the rule of every operator. Where a value goes into
    the result by two routes, only the last report survives. What should happen to what is already
    written there?"""
    return [
        _overwriting(OPERATORS, (0, 1)),
        _overwriting(("add", "mul", "pow", "tanh", "exp", "relu"), (0, 1)),
        _overwriting(("add", "mul"), (0, 1)),
        _overwriting(("tanh", "exp", "relu"), (0, 1)),
    ]


def _once(operators: Sequence[str]) -> EngineClass:
    class SameOperandOnce(CommonEngine):
        def sources(self, made: Node, sources: tuple[Node, ...]) -> tuple[Node, ...]:
            sources = super().sources(made, sources)
            if made.operator in operators and len(sources) == 2 and sources[0] is sources[1]:
                return sources[:1]
            return sources

    return SameOperandOnce


@believed("same-operand-special-case", "local-rules", "accumulate")
def same_operand_special_case() -> Sequence[EngineClass]:
    """adds to a node once when it is on both sides of an operator. Two places are two influences,
    even when one object is in both. If a grows by one, by how much does a + a grow?"""
    return [_once(("add",)), _once(("mul",)), _once(("add", "mul")), _once(OPERATORS)]


def _without_upstream(operators: Sequence[str]) -> EngineClass:
    class NoUpstream(CommonEngine):
        def upstream(self, node: Node) -> float:
            return 1.0 if node.operator in operators else super().upstream(node)

    return NoUpstream


@believed("no-upstream", "local-rules", "functions", "operators")
def no_upstream() -> Sequence[EngineClass]:
    """adds the local slope and forgets the gradient that arrived at the node. At the root that
    gradient is 1, so single operations look right; but the result is further away. What happens to
    slopes along a road of several steps?"""
    kinds: list[Sequence[str]] = [(name,) for name in OPERATORS]
    kinds += [("add", "mul"), ("tanh", "exp", "relu"), OPERATORS]
    return [_without_upstream(operators) for operators in kinds]


@believed("mul-own-data", "local-rules")
class MulOwnData(CommonEngine):
    """gives each factor of `*` its own value in place of the other's. If b is 3, by how much does a
    * b move when a moves by one?"""

    def slopes(
        self, operator: str, x: tuple[float, ...], data: float, right: tuple[float, ...]
    ) -> tuple[float, ...]:
        right = super().slopes(operator, x, data, right)
        return right[::-1] if operator == "mul" else right


def _with_gradients(sides: Sequence[int]) -> EngineClass:
    class MulUsesGrad(CommonEngine):
        def run_rule(self, node: Node) -> None:
            if node.operator != "mul":
                super().run_rule(node)
                return
            for side, source in enumerate(node.sources):
                other = node.sources[1 - side] if len(node.sources) == 2 else source
                slope = other.grad if side in sides else node.slopes[side]
                self.add(node, side, source, slope * self.upstream(node))

    return MulUsesGrad


@believed("mul-uses-grad", "local-rules", by_order=True)
def mul_uses_grad() -> Sequence[EngineClass]:
    """multiplies with the other factor's gradient in the rule of `*`, where its value belongs.
    Gradients of neighbours are still being collected. Which numbers of the forward pass does the
    slope of a product come from?"""
    return [_with_gradients((0,)), _with_gradients((0, 1)), _with_gradients((1,))]


MISCONCEPTIONS = records(
    OVERWRITE_ADD,
    OVERWRITE_MUL,
    overwrite_mul_other,
    OVERWRITE_TANH,
    OVERWRITE_EXP,
    OVERWRITE_RELU,
    OVERWRITE_POW,
    overwrite_everywhere,
    same_operand_special_case,
    no_upstream,
    MulOwnData,
    mul_uses_grad,
)
