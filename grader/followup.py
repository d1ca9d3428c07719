"""Run more public programs of a hand-in's after it has been judged: for names and sizes only.

Nothing that is asked here changes a score: all exercises are judged by then, and the processes are
new ones. What is left of the hand-in's time is respected.
"""

from __future__ import annotations

from collections.abc import Sequence

from grader.observation import Observation, observe
from grader.plan import needed_names
from grader.program import Program
from grader.run import ExerciseRun
from grader.worker.client import Worker
from grader.worker.exchange import BatchLimits, WorkerUnavailable, encode_batch

MOST_CPU = 2.0
MOST_RUNS = 8


class FollowUp:
    """A process of its own for further programs. Use as a context manager."""

    def __init__(self, run: ExerciseRun, cpu: float = MOST_CPU) -> None:
        self.run = run
        self.cpu = cpu
        self.runs = 0
        self._worker: Worker | None = None

    def __enter__(self) -> FollowUp:
        return self

    def __exit__(self, *_: object) -> None:
        if self._worker is not None:
            try:
                self._worker.close()
            except WorkerUnavailable:
                return  # the fork server is gone, and its children with it

    def ask(self, programs: Sequence[Program]) -> list[Observation]:
        """What the engine answers, one after the other; nothing if it cannot be asked any more."""
        limits = self.run.exercise.limits
        cpu = min(self.cpu, limits.cpu, self.run.budget.cpu)
        if cpu <= 0 or self.runs >= MOST_RUNS:
            return []
        self.runs += 1
        needed = dict.fromkeys(name for program in programs for name in needed_names(program))
        batch = encode_batch([program.to_json() for program in programs], list(needed))
        try:
            if self._worker is None or not self._worker.alive:
                self._worker = self.run.bench.server.start(self.run.source, limits.memory)
            reply = self._worker.run(batch, BatchLimits(cpu, limits.wall, limits.output))
        except WorkerUnavailable:
            return []  # a name less is no harm
        self.run.budget.cpu -= reply.cpu
        return observe(programs, reply)
