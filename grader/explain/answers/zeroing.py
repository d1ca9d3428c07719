"""Wrong beliefs about gradients that stay behind: a prediction, `zero_grad`, a training loop."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from grader.explain.answers.base import (
    WrongAnswer,
    WrongAnswerClass,
    answered,
    task_beliefs,
)
from grader.explain.answers.engine import NothingRestarts
from grader.programs.interpreter import run
from grader.programs.program import Program
from grader.programs.reference import Node, backward_order
from grader.worker.observation import Item, NamedError, Observation

LARGEST = 300
"""Programs with more operations are about size."""
DEEP = 1_000
ROUTES = 25
"""After so many doublings a walk that takes every route does not end in time."""


class _Predicts(WrongAnswer):
    """Predicts the numbers of the second call."""

    numbers: ClassVar[Mapping[str, float]]

    def answer(self, item: Item) -> Observation | None:
        if isinstance(item, Program) or item.get("name") != "SECOND_CALL_GRADS":
            return None
        return Observation(value=dict(self.numbers))


@answered("thinks-twice-is-2x", "zero-grad")
class ThinksTwiceIs2x(_Predicts):
    """expects a second call to double every gradient. In this engine a middle node still holds what
    the first call left on it, and passes that on once more. Which node contributes to a, and what
    does it hold?"""

    numbers: ClassVar = {"a": 44.0, "b": 34.0, "c": 10.0}


@answered("thinks-twice-is-once", "zero-grad")
class ThinksTwiceIsOnce(_Predicts):
    """expects a second call to start from nothing. In this engine nobody takes the old gradients
    away. What does a hold when the second call begins?"""

    numbers: ClassVar = {"a": 22.0, "b": 17.0, "c": 5.0}


@answered("thinks-the-seed-adds", "zero-grad")
class ThinksTheSeedAdds(_Predicts):
    """expects the second call to start from two at the root. In this engine the root's gradient is
    set, not added to. Which line of `backward` says so?"""

    numbers: ClassVar = {"a": 103.0, "b": 78.0, "c": 20.0}


def _sweeping(engine: type[NothingRestarts]) -> type[WrongAnswer]:
    """A `zero_grad` as that engine's, beside a `backward` that resets nothing."""

    class Sweeps(WrongAnswer):
        def answer(self, item: Item) -> Observation | None:
            if not isinstance(item, Program) or item.size > LARGEST:
                return None
            kinds = {step[0] for step in item.steps}
            if "zero" not in kinds or "look" in kinds:  # a belief is about gradients
                return None
            return Observation(answer=run(item, engine()))

    return Sweeps


class _OnlyLeaves(NothingRestarts):
    def zero(self, root: Node) -> None:
        for node in backward_order(root):
            if not node.inputs:
                node.grad = 0.0


class _OnlyRoot(NothingRestarts):
    def zero(self, root: Node) -> None:
        root.grad = 0.0


class _Nothing(NothingRestarts):
    def zero(self, root: Node) -> None:
        pass


@answered("sweeps-only-leaves", "zero-grad")
def sweeps_only_leaves() -> Sequence[WrongAnswerClass]:
    """clears the leaves and forgets the nodes between them and the root. Which other nodes still
    hold something when the next call begins?"""
    return [_sweeping(_OnlyLeaves)]


@answered("sweeps-only-the-root", "zero-grad")
def sweeps_only_the_root() -> Sequence[WrongAnswerClass]:
    """clears the root alone, the one node whose gradient each call sets anyway. Which nodes hold
    sums that must start again from zero?"""
    return [_sweeping(_OnlyRoot)]


class _AllButTheRoot(NothingRestarts):
    def zero(self, root: Node) -> None:
        for node in backward_order(root)[1:]:
            node.grad = 0.0


class _DataToo(NothingRestarts):
    """A product's rule reads its inputs anew in `backward`, as the exercise's engine does."""

    def zero(self, root: Node) -> None:
        for node in backward_order(root):
            node.grad = node.data = 0.0
            if node.operator == "mul":
                node.slopes = (0.0,) * len(node.slopes)


@answered("sweeps-all-but-the-root", "zero-grad")
def sweeps_all_but_the_root() -> Sequence[WrongAnswerClass]:
    """clears what is below the root and leaves the root as it is. The root is a node like the
    others. Which node does your walk start from, and when is it cleared?"""
    return [_sweeping(_AllButTheRoot)]


@answered("sweeps-data", "zero-grad")
def sweeps_data() -> Sequence[WrongAnswerClass]:
    """clears `data` as well, and the numbers of the graph are lost. Which of a node's two numbers
    is left from the last call of `backward`?"""

    class SweepsData(_sweeping(_DataToo)):  # type: ignore[misc]
        def answer(self, item: Item) -> Observation | None:
            trained = _call(item) is not None  # wherever the loop clears, p ends at 0
            return Observation(answer=(0.0,)) if trained else super().answer(item)

    return [SweepsData, _sweeping(_DataToo)]


@answered("sweeps-nothing", "zero-grad")
def sweeps_nothing() -> Sequence[WrongAnswerClass]:
    """leaves every gradient as it is. Read one of them before and after: on which object was the
    zero written?"""
    return [_sweeping(_Nothing)]


@answered("sweep-calls-itself", "zero-grad")
class SweepCallsItself(WrongAnswer):
    """calls itself once for every step down, and Python stops that after about a thousand. The
    broom walks the same graph as the worker. Where else than in calls could you keep the nodes that
    still wait?"""

    def answer(self, item: Item) -> Observation | None:
        deep = isinstance(item, Program) and item.size > DEEP
        return Observation(error=NamedError("recursion")) if deep else None


@answered("sweep-takes-every-route", "zero-grad")
class SweepTakesEveryRoute(WrongAnswer):
    """comes to a shared node once for every route, and the time doubles with every rung of a
    ladder. The broom walks the same graph as the worker. How would it know that it has been
    here?"""

    def answer(self, item: Item) -> Observation | None:
        if not isinstance(item, Program):
            return None
        doubled = any(step[0] == "repeat" and step[1] > ROUTES for step in item.steps)
        many = doubled and item.size <= DEEP
        return Observation(error=NamedError("timeout")) if many else None


Loop = Callable[[float, int, float], float]


def _training(loop: Loop) -> type[WrongAnswer]:
    class Trains(WrongAnswer):
        def answer(self, item: Item) -> Observation | None:
            call = _call(item)
            if call is None:
                return None
            assert isinstance(item, Program)
            (name, steps, rate), start = call, item.leaves
            return Observation(answer=(loop(start[name], steps, rate),))

    return Trains


def _call(item: Item) -> tuple[str, int, float] | None:
    """The leaf that is trained, the number of steps and the rate; None where nothing is."""
    if not isinstance(item, Program):
        return None
    return next((step[2] for step in item.steps if step[0] == "call"), None)


def _unzeroed(p: float, steps: int, rate: float) -> float:
    grad = 0.0
    for _ in range(steps):
        grad += 2 * (p - 5)
        p -= rate * grad
    return p


@answered("never-zero-in-loop", "zero-grad")
def never_zero_in_loop() -> Sequence[WrongAnswerClass]:
    """trains without clearing: each step still carries all the steps before it, and runs past the
    bottom. What should p's gradient be when a step begins?"""
    return [_training(_unzeroed)]


@answered("zero-after-backward", "zero-grad")
def zero_after_backward() -> Sequence[WrongAnswerClass]:
    """clears between `backward` and the step, so p does not move at all. The answer was thrown away
    before it was used. In which order do clearing, finding and using a gradient belong?"""
    return [_training(lambda p, steps, rate: p)]


@answered("parameter-rebinding", "zero-grad")
def parameter_rebinding() -> Sequence[WrongAnswerClass]:
    """makes a new p in each step, so the one that was handed in never moves. A step is
    book-keeping, not part of the model. Which object do you want to change?"""
    return [_training(lambda p, steps, rate: p)]


@answered("climbs", "zero-grad")
def climbs() -> Sequence[WrongAnswerClass]:
    """moves p along the slope and not against it, so the loss grows. If the gradient is positive,
    which way is down?"""

    def uphill(p: float, steps: int, rate: float) -> float:
        for _ in range(steps):
            p += rate * 2 * (p - 5)
        return p

    return [_training(uphill)]


BELIEFS = task_beliefs(
    ThinksTwiceIs2x,
    ThinksTwiceIsOnce,
    ThinksTheSeedAdds,
    sweeps_only_leaves,
    sweeps_only_the_root,
    sweeps_all_but_the_root,
    sweeps_data,
    sweeps_nothing,
    SweepCallsItself,
    SweepTakesEveryRoute,
    never_zero_in_loop,
    zero_after_backward,
    parameter_rebinding,
    climbs,
)
