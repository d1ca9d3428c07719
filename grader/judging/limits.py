"""What a hand-in may use: limits for a batch, a second try after a timeout, an end to both.

A right engine must not fail because the machine is busy. A timeout counts only after the batch was
run once more, in a process of its own, with more time by the clock and with as much CPU time as
this machine needs just then (`slowness`). What hand-ins lose in timeouts has a budget of its own:
one that is always too slow is not waited for again and again.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from grader.checks.declare import Check
from grader.programs.operators import JOIN, SCALE
from grader.programs.program import Program
from grader.programs.reference import ReferenceEngine
from grader.worker.exchange import BatchLimits, Reply
from grader.worker.observation import Item

if TYPE_CHECKING:
    from grader.course.course import Exercise

HAND_IN_SECONDS: Final = 45.0
"""Seconds that one hand-in may run or be asleep altogether; waiting for a processor is not counted.
With what is asked aside, and our own work, it is done after a minute."""
OWN_SECONDS: Final = 5.0
"""CPU seconds that one check may take in a student's own run, who is waiting for the answer."""
OWN_START, OWN_STEP = 0.75, 0.001
"""CPU seconds that the programs of one check may take in such a run: so many, and more for each
operation. A right engine takes a hundredth of it, so a loop without end is told soon."""
BUSY: Final = 1.5
"""In such a run, a check that used up its CPU time is tried again from this `slowness` on only."""
TIMEOUT_SECONDS: Final = 30.0
"""Seconds that a hand-in may lose in timeouts; after that a batch gets `SHORT_SECONDS`."""
SHORT_SECONDS: Final = 0.5
LEAST: Final = 0.1
"""With fewer seconds left nothing more is begun."""
HAND_IN_KEPT: Final = 256 << 20
"""Bytes that the processes of one hand-in may hold together while none of them is asked."""
EMPTY: Final = 32 << 20
"""Bytes that a process holds before it has made anything; most of them are shared by all."""
CRASHES: Final = 3
"""After so many, too, a batch gets `SHORT_SECONDS`."""
ASIDE_SECONDS: Final = 8.0
"""Seconds that one hand-in may take for what is not judged. They are taken from no check."""
ASIDE_BATCH: Final = 2.0
"""CPU seconds of them that one batch may use."""
ASIDE_LOSS: Final = 3.0
"""Seconds of them that a batch costs at least if it fails: after a few nothing more is asked."""
PATIENCE: Final = 5.0
"""A second try may take so many times the first one's time by the clock."""
USUAL_SECONDS: Final = 0.008
"""What `_work` takes on the machine on which the limits were chosen."""


def own_running(items: Iterable[Item]) -> float:
    """CPU seconds that these items may take in a student's own run; no number where nobody knows
    how much an item is to do."""
    return OWN_START + OWN_STEP * sum(map(_size, items))


def _size(item: Item) -> float:
    """The number of operations, or of a pack's own steps."""
    if isinstance(item, Program):
        return item.size
    return len(item["steps"]) if "steps" in item else math.inf


@dataclass(slots=True)
class Budget:
    """What is left of a hand-in's time, how often it crashed, and what its processes hold.

    kept: bytes of memory by process id, of the processes that wait to be asked again. own: for a
    student's own run.
    """

    seconds: float = HAND_IN_SECONDS
    timeouts: float = TIMEOUT_SECONDS
    crashes: int = 0
    aside: float = ASIDE_SECONDS
    kept: dict[int, int] = field(default_factory=dict)
    own: bool = False

    @property
    def used_up(self) -> bool:
        """Whether nothing more of the hand-in may be run."""
        return self.seconds < LEAST

    @property
    def waits(self) -> bool:
        """Whether what is too slow is to be fixed before a student's own run goes on."""
        return self.own and self.timeouts <= 0

    def allow(self, exercise: Exercise) -> None:
        """Let an exercise whose own limit is beyond a hand-in's use that much more.

        In a student's own run the first timeout of each is the last: then the rest waits.
        """
        self.timeouts = LEAST if self.own else self.timeouts
        self.seconds += max(0.0, exercise.limits.cpu - HAND_IN_SECONDS)

    def may_keep(self, pid: int, memory: int) -> bool:
        """Whether a process may wait for its next batch with this much memory."""
        self.kept.pop(pid, None)
        own = max(0, memory - EMPTY)
        if sum(self.kept.values()) + own > HAND_IN_KEPT:
            return False
        self.kept[pid] = own
        return True

    def limits(self, check: Check, exercise: Exercise) -> BatchLimits | None:
        """The limits of the next batch; None if nothing is left."""
        if self.used_up:
            return None
        cpu, wall = check.cpu or exercise.limits.cpu, check.wall or exercise.limits.wall
        if check.cpu and not check.wall:
            wall = max(wall, 2 * check.cpu)
        if self.own:
            cpu = min(cpu, max(OWN_SECONDS, exercise.limits.cpu))
        if self.crashes >= CRASHES or self.timeouts <= 0:
            cpu, wall = min(cpu, SHORT_SECONDS), min(wall, SHORT_SECONDS)
        return BatchLimits(min(cpu, self.seconds), wall, exercise.limits.output, self.seconds)

    def looking(self, exercise: Exercise) -> BatchLimits:
        """The limits of a batch that finds out what the engine has."""
        return BatchLimits(exercise.limits.cpu, exercise.limits.wall, most=self.seconds)

    def second_try(self, limits: BatchLimits, reply: Reply) -> BatchLimits | None:
        """The limits with which a batch is run again; None if it did not run into one, or if too
        much was lost in timeouts already."""
        if not timed_out(reply) or self.used_up or (self.timeouts <= 0 and not self.own):
            return None
        if not hasattr(time, "thread_time"):  # in a browser, where nothing tells how slow it is
            return None
        if self.own and reply.failure and reply.failure.get("searched"):
            return None  # going through a long list each time takes too long on any machine
        slower = slowness()
        if self.own and slower < BUSY and reply.spent >= min(limits.cpu, limits.running):
            return None
        if self.own:
            self.timeouts = LEAST  # the second try decides
        cpu = min(limits.cpu * slower, self.seconds)
        wall = limits.wall * PATIENCE
        return BatchLimits(cpu, wall, limits.output, self.seconds, limits.running * slower)

    def spend(self, reply: Reply) -> None:
        """Count what a batch used."""
        self.seconds -= reply.spent
        if timed_out(reply):
            self.timeouts -= max(reply.spent, LEAST)
        elif reply.failure and reply.failure.get("kind") == "crash":
            self.crashes += 1

    def aside_limits(self, exercise: Exercise) -> BatchLimits | None:
        """The limits of a batch that is not judged; None if nothing is left for such."""
        cpu = min(ASIDE_BATCH, exercise.limits.cpu, self.aside)
        if self.waits:
            cpu = min(cpu, OWN_START)  # what ran out of time would do so again
        if cpu <= 0 or self.used_up:
            return None
        return BatchLimits(cpu, exercise.limits.wall, exercise.limits.output, self.aside)

    def spend_aside(self, reply: Reply) -> None:
        """Count what a batch used that is not judged."""
        self.aside -= max(reply.spent, ASIDE_LOSS if reply.failure else 0.0)


def timed_out(reply: Reply) -> bool:
    """Whether a batch ran into a limit of time."""
    return reply.failure is not None and reply.failure.get("kind") == "timeout"


def slowness() -> float:
    """How many times slower our own engine is here and now than where the limits were chosen, at
    least 1."""
    before = time.thread_time()
    _work(ReferenceEngine())
    return max(1.0, (time.thread_time() - before) / USUAL_SECONDS)


def _work(engine: ReferenceEngine) -> None:
    node = step = engine.leaf(0.5)
    for _ in range(1_000):
        node = engine.apply(JOIN, [engine.apply(SCALE, [node, step]), step])
    engine.backward(node)
