"""Every wrong belief about a task, in the order in which they are named when several fit."""

from __future__ import annotations

from grader.misconceptions import (
    answers_by_hand,
    answers_checking,
    answers_counts,
    answers_order,
    answers_zeroing,
)
from grader.misconceptions.answers import TaskBelief

TASK_BELIEFS: tuple[TaskBelief, ...] = (
    *answers_by_hand.BELIEFS,
    *answers_order.BELIEFS,
    *answers_counts.BELIEFS,
    *answers_checking.BELIEFS,
    *answers_zeroing.BELIEFS,
)
