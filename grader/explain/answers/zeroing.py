"""Wrong beliefs about gradients that stay behind: a prediction, a `zero_grad` that calls itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from grader.explain.answers.base import (
    WrongAnswer,
    answered,
    task_beliefs,
)
from grader.programs.program import Program
from grader.worker.observation import Item, NamedError, Observation

DEEP = 1_000


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


@answered("sweep-calls-itself", "zero-grad")
class SweepCallsItself(WrongAnswer):
    """calls itself once for every step down, and Python stops that after about a thousand. The
    broom walks the same graph as the worker. Where else than in calls could you keep the nodes that
    still wait?"""

    def answer(self, item: Item) -> Observation | None:
        deep = isinstance(item, Program) and item.size > DEEP
        return Observation(error=NamedError("recursion")) if deep else None


BELIEFS = task_beliefs(
    ThinksTwiceIs2x,
    ThinksTwiceIsOnce,
    ThinksTheSeedAdds,
    SweepCallsItself,
)
