"""A student's own check: public checks only, by recorded answers, in the usual locked worker.

`own_bench` is what `topograde check`, its watch mode and the notebook grade with. It needs neither
PyTorch nor the wrong engines, and gets to its first answer without importing anything heavy.
"""

from __future__ import annotations

from collections.abc import Iterable

from grader.bench import Bench
from grader.course import Course
from grader.recorded import RecordedOracle, folder_of
from grader.recorded_diagnosis import diagnoser_of
from grader.worker.forkserver import ForkServer

NOTHING_DRAWN = b"a student's own check draws nothing"
UNTESTED = {"level": "not tested: a student's own check runs the student's own code"}


def own_bench(course: Course, server: ForkServer, first: Iterable[str] = ()) -> Bench:
    """A bench for one's own work. first: the exercises whose answers are wanted first."""
    ids = dict.fromkeys([*first, *(exercise.id for exercise in course.exercises)])
    folder = folder_of(course)
    return Bench(NOTHING_DRAWN, server, RecordedOracle(ids, folder), diagnoser_of(folder))


def is_locked(server: ForkServer) -> bool:
    """Whether the server filters system calls: without that there is no isolation to speak of.

    That it holds is for an instructor's run to prove (`grader.isolation`): here it is only known
    where there is none.
    """
    return bool(server.lock.get("seccomp"))
