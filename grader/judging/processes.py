"""The locked processes of one exercise of a hand-in: started, asked, kept, and ended.

Public and hidden batches never share a process. What is lost by accident is asked for again.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from grader.judging import check_messages as messages
from grader.judging.context import GradingContext
from grader.judging.limits import HAND_IN_SECONDS, Budget
from grader.programs.program import Program
from grader.worker.client import Worker
from grader.worker.exchange import BatchLimits, Reply, WorkerUnavailable, encode_batch
from grader.worker.observation import Item, Observation, needed_names, observe

if TYPE_CHECKING:
    from grader.course.course import Exercise

ATTEMPTS = 3
"""A worker or its fork server may be lost by accident: so often is asked before that is told."""
ASIDE = 0, False
"""The process, by its number and whether it has seen hidden inputs, for what is not judged."""

Found = TypeVar("Found")


class Processes:
    """What an `ExerciseRun` asks its hand-in's code with."""

    context: GradingContext
    exercise: Exercise
    budget: Budget
    source: dict[str, object]
    notices: dict[str, None]
    output: bytes
    _workers: dict[tuple[int, bool], Worker]

    def __exit__(self, *_: object) -> None:
        self._drop_workers()

    def all_judged(self) -> None:
        """End the processes but the one that is asked further."""
        self._drop_workers(kept=(ASIDE,))

    def _drop_workers(self, kept: Sequence[tuple[int, bool]] = ()) -> None:
        for key in self._workers.keys() - kept:
            try:
                worker = self._workers.pop(key)
                self.budget.kept.pop(worker.pid, None)
                worker.close()
            except WorkerUnavailable:
                continue  # the fork server is gone, and its children with it

    def patiently(self, ask: Callable[[], Found]) -> Found:
        """What `ask` returns, asked again in new processes if one is lost on the way.

        Raises `WorkerUnavailable` if that happens every time.
        """
        for left in reversed(range(ATTEMPTS)):
            try:
                return ask()
            except WorkerUnavailable:
                self._drop_workers()
                if not left:
                    raise
        raise AssertionError("the last attempt returns or raises")

    def _send(
        self,
        batch: bytes,
        limits: BatchLimits,
        process: tuple[int, bool],
        hidden: bool,
        stir: bool = False,
    ) -> Reply:
        """The reply to a batch; to a second try where the first ran into a limit of time."""
        reply = self.exchange(process, batch, limits, process[0], stir)
        self._after(reply, hidden)
        longer = self.budget.second_try(limits, reply)
        if longer is not None:
            reply = self.exchange(process, batch, longer, process[0], stir)
            self._after(reply, hidden)
        return reply

    def exchange(
        self,
        process: tuple[int, bool],
        batch: bytes,
        limits: BatchLimits,
        shake: int = 0,
        stir: bool = False,
    ) -> Reply:
        """The reply of a process, which is kept for the next batch unless it holds too much."""
        worker = self.worker(*process)
        self.budget.kept.pop(worker.pid, None)
        reply = worker.run(batch, limits, shake, stir)
        if worker.alive and not self.budget.may_keep(worker.pid, worker.memory()):
            self._drop_workers(kept=[key for key in self._workers if key != process])
        return reply

    def ask_aside(
        self, items: Sequence[Item], shake: int = 0, stir: bool = False
    ) -> list[Observation]:
        """What the code answers to items that nobody is judged by: for names, sizes and pictures.

        Nothing if it cannot be asked any more (`Budget.aside`). The process is a public one.
        shake, stir: as `exchange` takes them; what varies from process to process is the addresses,
        so one process will do.
        """
        allowed = self.budget.aside_limits(self.exercise)
        if allowed is None:
            return []
        batch = _batch_of(items)
        try:
            reply = self.patiently(lambda: self.exchange(ASIDE, batch, allowed, shake, stir))
        except WorkerUnavailable:
            return []  # one name fewer is no harm
        self.budget.spend_aside(reply)
        return observe(items, reply)

    def worker(self, shake: int, hidden: bool) -> Worker:
        """A process for public batches or for hidden ones: what saw hidden inputs tells nothing.

        Code can remember in one batch what it saw in another of the same process. The numbers and
        exceptions that a report shows all come from processes that never saw a hidden input.
        """
        worker = self._workers.get((shake, hidden))
        if worker is None or not worker.alive:
            worker = self._workers[shake, hidden] = self._start()
        return worker

    def _start(self) -> Worker:
        limits, server = self.exercise.limits, self.context.server
        if limits.cpu > HAND_IN_SECONDS:  # an exercise about size: its process lives longer
            return server.start(self.source, limits.memory, math.ceil(2 * limits.cpu))
        return server.start(self.source, limits.memory)

    def _after(self, reply: Reply, hidden: bool) -> None:
        self.budget.spend(reply)
        self.source["code"] = self.source["code"] or reply.code  # compiled once is enough
        # A module says the same in every batch; what it says in a trap's could give the trap away.
        for notice in () if hidden else reply.notices:
            if isinstance(notice, str) and len(self.notices) < 50:
                self.notices.setdefault(messages.notice(notice))
        if reply.output_size:
            self.notices.setdefault("Your code prints while it is graded; that costs nothing.")
            if not hidden and not self.output:
                self.output = reply.output


def _batch_of(items: Sequence[Item]) -> bytes:
    programs = tuple(each for each in items if isinstance(each, Program))
    return _same_batch(programs) if len(programs) == len(items) else _encoded(items)


@lru_cache(maxsize=32)
def _same_batch(programs: tuple[Program, ...]) -> bytes:
    """The bytes of a batch; the same programs are asked of one hand-in after the other."""
    return _encoded(programs)


def _encoded(items: Sequence[Item]) -> bytes:
    needed = dict.fromkeys(name for item in items for name in needed_names(item))
    sent = [item.steps if isinstance(item, Program) else item for item in items]
    return encode_batch(sent, list(needed))
