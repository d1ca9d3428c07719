"""Run more public programs of a hand-in's after it has been judged: for names and sizes only.

Nothing that is asked here changes a score: all exercises are judged by then. What is left of the
hand-in's time is respected.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeAlias

from grader.judging.exercise import ExerciseRun
from grader.judging.processes import ASIDE
from grader.programs.program import Program
from grader.worker.exchange import BatchLimits, WorkerUnavailable, encode_batch
from grader.worker.observation import Item, Observation, needed_names, observe

Ask: TypeAlias = Callable[[Sequence[Item]], Sequence[Observation]]
"""Runs public programs and tasks on the student's code, beside what is judged; no answers if it
cannot."""

MOST_CPU = 2.0
MOST_RUNS = 8


class FollowUp:
    """Further programs, a few batches of them at most."""

    def __init__(self, run: ExerciseRun, cpu: float = MOST_CPU) -> None:
        self.run = run
        self.cpu = cpu
        self.runs = 0

    def ask(self, programs: Sequence[Item]) -> list[Observation]:
        """What the engine answers, one after the other; nothing if it cannot be asked any more."""
        limits = self.run.exercise.limits
        cpu = min(self.cpu, limits.cpu, self.run.budget.cpu)
        if cpu <= 0 or self.run.budget.used_up or self.runs >= MOST_RUNS:
            return []
        self.runs += 1
        own = tuple(each for each in programs if isinstance(each, Program))
        batch = _batch(own) if len(own) == len(programs) else _encoded(programs)
        allowed = BatchLimits(cpu, limits.wall, limits.output)
        try:
            reply = self.run.patiently(lambda: self.run.exchange(ASIDE, batch, allowed))
        except WorkerUnavailable:
            return []  # a name less is no harm
        self.run.budget.spend(reply)
        return observe(programs, reply)


@lru_cache(maxsize=32)
def _batch(programs: tuple[Program, ...]) -> bytes:
    """The bytes of a batch; the same programs are asked of one hand-in after the other."""
    return _encoded(programs)


def _encoded(items: Sequence[Item]) -> bytes:
    needed = dict.fromkeys(name for item in items for name in needed_names(item))
    sent = [item.steps if isinstance(item, Program) else item for item in items]
    return encode_batch(sent, list(needed))
