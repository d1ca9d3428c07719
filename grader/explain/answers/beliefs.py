"""Every wrong belief about a task, in the order in which they are named when several fit."""

from __future__ import annotations

from grader.explain.answers import by_hand, counts, order, zeroing
from grader.explain.answers.base import TaskBelief

TASK_BELIEFS: tuple[TaskBelief, ...] = (
    *by_hand.BELIEFS,
    *order.BELIEFS,
    *counts.BELIEFS,
    *zeroing.BELIEFS,
)
