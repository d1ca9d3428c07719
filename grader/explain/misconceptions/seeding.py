"""Wrong beliefs about the gradient that a walk back starts from."""

from __future__ import annotations

from collections.abc import Sequence

from grader.explain.misconceptions.base import (
    CommonEngine,
    EngineClass,
    Node,
    Operand,
    believed,
    records,
)
from grader.explain.misconceptions.order import EveryRoute


class _NoSeed(CommonEngine):
    def seed(self, root: Node, order: Sequence[Node]) -> None:
        pass


class _SeedCleared(CommonEngine):
    def reset(self, root: Node, order: Sequence[Node]) -> None:
        pass

    def seed(self, root: Node, order: Sequence[Node]) -> None:
        super().seed(root, order)
        super().reset(root, order)


@believed("no-seed", "backward", "double-backward")
def no_seed() -> Sequence[EngineClass]:
    """begins the walk with no gradient at the root, so every rule multiplies by 0 and nobody
    receives anything. If L changes by one, by how much does L change? Which line of yours says so,
    and does a later one clear it?"""
    return [_NoSeed, _SeedCleared]


def _with_value(adds: bool) -> EngineClass:
    class SeedWithValue(CommonEngine):
        def seed(self, root: Node, order: Sequence[Node]) -> None:
            root.grad = (root.grad if adds else 0.0) + root.data

    return SeedWithValue


@believed("seed-with-value", "backward", "double-backward")
def seed_with_value() -> Sequence[EngineClass]:
    """starts the walk back with the root's own value in place of a gradient, so every gradient is
    too large by that factor. By how much does L change when L changes by one, whatever L is?"""
    return [_with_value(False), _with_value(True)]


class _EverywhereAtTheStart(CommonEngine):
    def seed(self, root: Node, order: Sequence[Node]) -> None:
        for node in order:
            node.grad = 1.0


class _EverywhereAtBirth(CommonEngine):
    def leaf(self, value: float) -> Node:
        made = super().leaf(value)
        made.grad = 1.0
        return made

    def node(self, operator: str, operands: Sequence[Operand]) -> Node:
        made = super().node(operator, operands)
        made.grad = 1.0
        return made

    def reset(self, root: Node, order: Sequence[Node]) -> None:
        pass

    def seed(self, root: Node, order: Sequence[Node]) -> None:
        root.grad = 1.0


@believed("seed-everywhere", "backward", "double-backward")
def seed_everywhere() -> Sequence[EngineClass]:
    """gives every node a gradient of 1 to start with. Of one node alone the gradient is known
    before the walk; all others receive theirs. What has a leaf received before any rule has run?"""
    return [_EverywhereAtTheStart, _EverywhereAtBirth]


def _calling_itself(adds: bool, inner: bool) -> EngineClass:
    class BackwardCallsItself(EveryRoute):
        def reset(self, root: Node, order: Sequence[Node]) -> None:
            pass

        def seed(self, root: Node, order: Sequence[Node]) -> None:
            pass

        def run_rule(self, node: Node) -> None:
            if node.listed or not inner:
                node.grad = (node.grad if adds else 0.0) + 1.0
            super().run_rule(node)

    return BackwardCallsItself


@believed("backward-calls-itself", "backward", by_order=True)
def backward_calls_itself() -> Sequence[EngineClass]:
    """gives other nodes than the root a gradient of 1 as well, for example by calling `backward()`
    on a node's inputs. What the node had received is lost or spoiled. On how many nodes is the
    gradient known before the walk begins?"""
    return [_calling_itself(adds, inner) for inner in (False, True) for adds in (False, True)]


class _NothingReset(CommonEngine):
    def reset(self, root: Node, order: Sequence[Node]) -> None:
        pass


class _RootNotReset(CommonEngine):
    def reset(self, root: Node, order: Sequence[Node]) -> None:
        super().reset(root, [node for node in order if node is not root])


@believed("seed-accumulates", "double-backward")
def seed_accumulates() -> Sequence[EngineClass]:
    """adds 1 to what the root holds from the call before, so a second call starts from two. The
    seed is a fact about this call: what should the second one start from?"""
    return [_NothingReset, _RootNotReset]


@believed("seed-overwrites-leaf", "double-backward")
class SeedOverwritesLeaf(CommonEngine):
    """sets the root's gradient to 1 even if the root is a leaf, and leaves add from call to call.
    What should `x.grad` be after `x.backward()` was called twice on a leaf?"""

    def seed(self, root: Node, order: Sequence[Node]) -> None:
        root.grad = 1.0


MISCONCEPTIONS = records(
    no_seed,
    seed_with_value,
    seed_everywhere,
    backward_calls_itself,
    seed_accumulates,
    SeedOverwritesLeaf,
)
