"""Grading with several processes: a lost process costs nothing else.

That they write the same reports as one process is tested in test_sample_class.py.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import threading
import time
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grader.classroom.parallel.dispatch import (
    PAYS,
    cores,
    grade_there,
    jobs_for,
    leave,
    proof_of_one,
)
from grader.classroom.parallel.pool import ProcessDied, Processes
from grader.course.course import load_course
from grader.grading.grader import IsolationRefused, OtherVersion, Setup
from grader.submissions.layouts.find import find_submissions
from grader.worker.exchange import WorkerUnavailable
from tests.support.class_runs import RIGHT, SECRET, is_alive, make_class, rows, run, tree
from tests.support.paths import TINY
from tests.support.waiting import until

linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")


@linux_only
def test_a_folder_for_temporary_files_may_have_a_long_name(tmp_path: Path) -> None:
    """No socket fits into it: neither that of the self-test nor that of the pool."""
    long = tmp_path / ("t" * 100)
    long.mkdir()
    hand_ins = make_class(tmp_path / "class", ada=RIGHT, bruno=RIGHT)
    arguments = ["grade", hand_ins, "--course", TINY, "--out", tmp_path / "out", "--jobs", 2]
    code, said = run(*arguments, environment={"TMPDIR": str(long)})
    assert code == 0, said
    assert {row["flags"] for row in rows(tmp_path / "out").values()} == {""}
    assert not [*long.iterdir()]


# The executor: calls for processes of a pool, which import this module


def who() -> int:
    return os.getpid()


def kill_myself() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def die_while_answering() -> bytes:
    threading.Timer(0.02, kill_myself).start()  # before all of this is through the pipe
    return bytes(1 << 25)


def refuse(what: str) -> None:
    raise IsolationRefused(what)


def whereabouts() -> tuple[int, set[int]]:
    time.sleep(0.02)  # so that another process takes the next call
    return os.getpid(), os.sched_getaffinity(0)


def wait_long() -> None:
    time.sleep(600)  # until it is killed


def test_calls_run_in_processes_that_stay() -> None:
    with Processes(1) as pool:
        first, second = (pool.submit(who).result() for _ in range(2))
        assert first == second != os.getpid()
        with pytest.raises(IsolationRefused, match="no lock"):
            pool.submit(refuse, "no lock").result()
        assert pool.submit(who).result() == first
        for fatal in (kill_myself, die_while_answering):
            with pytest.raises(ProcessDied, match="SIGKILL"):
                pool.submit(fatal).result()
        assert pool.submit(who).result() not in (first, os.getpid())
    assert not is_alive(first)


def test_a_killed_process_costs_only_its_own_call() -> None:
    with Processes(2) as pool:
        pids = set()
        while len(pids) < 2:
            pids.update(f.result() for f in [pool.submit(who) for _ in range(4)])
        long = pool.submit(wait_long)
        with pytest.raises(ProcessDied):
            pool.submit(kill_myself).result()
        assert not long.done()
        with pytest.raises(ZeroDivisionError):
            _leave_with_an_error(pool)  # what is at work then is killed
        assert isinstance(long.exception(), ProcessDied)


@linux_only
@pytest.mark.skipif(cores() < 2, reason="needs two processors")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_as_many_processes_as_processors_stay_on_one_each(count: int) -> None:
    """A new one stays where the one was that it replaces."""
    all_of_them = os.sched_getaffinity(0)
    two = set(sorted(all_of_them)[:2])
    os.sched_setaffinity(0, two)
    found: dict[int, set[int]] = {}
    try:
        with Processes(count) as pool:
            while len(found) < count + 1:
                for asked in [pool.submit(whereabouts) for _ in range(2 * count)]:
                    pid, where = asked.result()
                    found[pid] = where
                if len(found) == count:
                    with pytest.raises(ProcessDied):
                        pool.submit(kill_myself).result()
    finally:
        os.sched_setaffinity(0, all_of_them)
    if count == len(two):
        assert {frozenset(where) for where in found.values()} == {frozenset({one}) for one in two}
    else:
        assert all(len(where) > 1 for where in found.values())


@linux_only
def test_a_process_that_cannot_be_started_costs_its_own_call() -> None:
    """As when the server that they are forked from is killed just then."""
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    with Processes(1) as pool:
        resource.setrlimit(resource.RLIMIT_NOFILE, (3, limits[1]))  # no pipe is to be had
        try:
            failed = [pool.submit(who).exception(60) for _ in range(2)]
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, limits)
        assert [type(error) for error in failed] == [OSError] * 2
        assert pool.submit(who).result(60) != os.getpid()


def _leave_with_an_error(pool: Executor) -> None:
    with pool:
        raise ZeroDivisionError


def test_a_process_has_one_grader_however_many_threads_ask() -> None:
    course = load_course(TINY)
    setup = Setup.of(course, SECRET.encode(), only=("doubling",))
    ada, bruno = find_submissions([*sorted((TINY / "solutions").glob("0*.py"))], course)
    found = []

    def ask(submission: object) -> None:
        found.append(grade_there(setup, submission).report)  # type: ignore[arg-type]

    before = set(tree(os.getpid()))
    threads = [threading.Thread(target=ask, args=(s,)) for s in (ada, bruno, ada, bruno)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(r.student for r in found) == sorted([ada.student, bruno.student] * 2)
    assert all(report.isolation["selftest"] for report in found)
    if sys.platform.startswith("linux"):
        servers = set(tree(os.getpid())) - before
        assert len(servers) == 1
        leave()
        until(lambda: not any(map(is_alive, servers)), 10)


class _Killed(Processes):
    """A pool whose processes are killed at the first calls, so many of them."""

    def __init__(self, kills: int) -> None:
        super().__init__(1)
        self.kills = kills

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Any:
        self.kills -= 1
        return super().submit(os._exit, 1) if self.kills >= 0 else super().submit(fn, *args)


def test_a_process_that_is_killed_while_it_proves_its_lock_is_asked_again() -> None:
    setup = Setup.of(load_course(TINY), SECRET.encode())
    with _Killed(1) as pool:
        assert proof_of_one(pool, setup, [], Path("out")).selftest
    with _Killed(2) as pool, pytest.raises(WorkerUnavailable, match="nothing can be graded"):
        proof_of_one(pool, setup, [], Path("out"))


def test_another_version_of_topograde_does_not_grade() -> None:
    course = load_course(TINY)
    (submission,) = find_submissions([TINY / "solutions" / "01_doubling.py"], course)
    with pytest.raises(OtherVersion, match=r"the run needs 9\.9"):
        grade_there(replace(Setup.of(course, SECRET.encode()), version="9.9"), submission)


def test_the_secret_is_in_no_text_that_a_log_could_hold() -> None:
    assert SECRET not in repr(Setup.of(load_course(TINY), SECRET.encode()))


def test_a_second_process_must_pay() -> None:
    """Of the work that there is, checks are the measure: an exam's hand-in takes a second."""
    assert jobs_for(PAYS, 1) == jobs_for(1, 10 * PAYS) == jobs_for(20, 12) == 1
    assert jobs_for(2 * PAYS, 1) == jobs_for(10, 80) == min(2, cores())
    assert jobs_for(10_000, 12) == cores()
