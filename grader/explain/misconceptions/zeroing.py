"""Wrong beliefs about what survives from one call of `backward` to the next."""

from __future__ import annotations

from collections.abc import Sequence

from grader.explain.misconceptions.base import (
    CommonEngine,
    EngineClass,
    Node,
    WrongEngineRaises,
    believed,
    reachable,
    records,
)


@believed("nothing-reset", "double-backward")
class NothingReset(CommonEngine):
    """resets nothing when `backward()` is called again: inner nodes still hold what arrived in the
    call before and pass it on once more. So a second call does not add the same again. Whose
    gradient is meant to survive between calls, and whose is not?"""

    def reset(self, root: Node, order: Sequence[Node]) -> None:
        pass

    def seed(self, root: Node, order: Sequence[Node]) -> None:
        root.grad = 1.0


@believed("zero-only-leaves", "zero-grad", "double-backward")
class ZeroOnlyLeaves(CommonEngine):
    """clears the leaves in `zero_grad` and forgets the nodes between them and the root. Which other
    nodes below the root still remember the last call?"""

    def zero(self, root: Node) -> None:
        for node in reachable(root):
            if not node.listed:
                node.grad = 0.0


@believed("zero-only-root", "zero-grad", "double-backward")
class ZeroOnlyRoot(CommonEngine):
    """clears the root alone in `zero_grad`, the one node whose gradient each call sets anyway.
    Which nodes hold sums that must start again from zero?"""

    def zero(self, root: Node) -> None:
        root.grad = 0.0


@believed("zero-grad-does-nothing", "zero-grad", "double-backward")
class ZeroGradDoesNothing(CommonEngine):
    """leaves every gradient as it is in `zero_grad`. Read one of them before and after the call:
    on which object was the zero written?"""

    def zero(self, root: Node) -> None:
        pass


@believed("backward-zeroes-all", "double-backward")
class BackwardZeroesAll(CommonEngine):
    """clears every node at the start of `backward()`, leaves included, so nothing of an earlier
    call is left. A leaf must add up the contributions of several losses. What would a loop over a
    small batch of examples need?"""

    def reset(self, root: Node, order: Sequence[Node]) -> None:
        for node in order:
            node.grad = 0.0


class _LeavesRestart(CommonEngine):
    def reset(self, root: Node, order: Sequence[Node]) -> None:
        for node in order:
            if not node.sources:
                node.grad = 0.0


class _LeavesRestartAndTheRoot(_LeavesRestart):
    def seed(self, root: Node, order: Sequence[Node]) -> None:
        root.grad = 1.0


@believed("backward-zeroes-leaves", "double-backward")
def backward_zeroes_leaves() -> Sequence[EngineClass]:
    """clears the leaves at the start of `backward()` and keeps what stands on the inner nodes, just
    the other way round. Whose gradient is meant to survive between calls, and whose is not?"""
    return [_LeavesRestartAndTheRoot, _LeavesRestart]


@believed("grad-none", "zero-grad", "double-backward")
class GradNone(CommonEngine):
    """puts None in the place of a gradient in `zero_grad`, and None is no number to add to. If
    "nothing yet" is None, who turns it into a number again?"""

    def zero(self, root: Node) -> None:
        for node in reachable(root):
            node.grad = _NOTHING

    def reset(self, root: Node, order: Sequence[Node]) -> None:
        super().reset(root, order)
        if any(node.grad is _NOTHING for node in order):
            raise WrongEngineRaises("exception", "NoneType")

    def get_grad(self, node: Node) -> float:
        if node.grad is _NOTHING:
            raise WrongEngineRaises("type")
        return node.grad


_NOTHING = float("nan")
"""Stands for None: the engine's numbers are floats."""


MISCONCEPTIONS = records(
    NothingReset,
    ZeroOnlyLeaves,
    ZeroOnlyRoot,
    ZeroGradDoesNothing,
    BackwardZeroesAll,
    backward_zeroes_leaves,
    GradNone,
)
