"""A run is taken up where it was: nothing is graded twice, nothing is lost, whatever was killed."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import sys
import time
from concurrent.futures import BrokenExecutor
from contextlib import closing, suppress
from pathlib import Path

import pytest

from grader.classroom.class_run import ClassRun
from grader.classroom.gradebook import NAME, Gradebook
from grader.classroom.parallel.dispatch import Crew, each_graded
from grader.classroom.parallel.pool import Here
from grader.course.course import Course, load_course
from grader.grading.grader import Setup
from grader.grading.submission import Graded
from grader.submissions.layouts.find import find_submissions
from grader.submissions.submission import Submission
from tests.support.class_runs import (
    RIGHT,
    SECRET,
    WRONG,
    command,
    finished,
    grade,
    is_alive,
    make_class,
    reports,
    rows,
    run,
    tree,
)
from tests.support.paths import TINY
from tests.support.waiting import until

linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
SLOW = RIGHT + "\nimport time\ntime.sleep(0.03)\n"  # long enough to be hit while it is graded


@pytest.fixture
def hand_ins(tmp_path: Path) -> Path:
    return make_class(tmp_path / "class", ada=RIGHT, bruno=WRONG, chidi="")


@pytest.fixture
def out(hand_ins: Path, tmp_path: Path) -> Path:
    assert grade(hand_ins, tmp_path / "out") == 0
    return tmp_path / "out"


def without_torch(folder: Path) -> dict[str, str]:
    """An environment in which nothing can be graded."""
    folder.mkdir()
    (folder / "torch.py").write_text("raise ImportError('not here')")
    return {"PYTHONPATH": f"{folder}{os.pathsep}{os.environ.get('PYTHONPATH', '.')}"}


def test_what_is_graded_is_not_graded_again(hand_ins: Path, out: Path, tmp_path: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in out.glob("*.json")}
    arguments = ("grade", hand_ins, "--out", out, "--course", TINY)
    arguments += ("--secret-file", tmp_path / "secret")
    nothing = without_torch(tmp_path / "nothing")
    code, said = run(*arguments, environment=nothing)
    assert code == 0, said
    assert "3 graded before and kept, 0 to grade" in said
    assert {path: path.stat().st_mtime_ns for path in out.glob("*.json")} == before
    assert rows(out)["bruno"]["score"] == "1"
    code, said = run(*arguments, "--regrade", environment=nothing)
    assert code == 3, "with --regrade it is"
    assert "PyTorch could not be imported" in said


def test_a_file_of_results_that_is_missing_is_written_again(hand_ins: Path, out: Path) -> None:
    expected = reports(out)
    (out / "ada.json").unlink()
    (out / "instructor" / "bruno.json").unlink()
    (out / "grades.csv").unlink()
    assert grade(hand_ins, out) == 0
    assert reports(out) == expected
    assert set(rows(out)) == {"ada", "bruno", "chidi"}


@pytest.mark.parametrize(
    ("change", "again", "said"),
    [
        ("hand-in", "1 to grade", "ada: 3 of 3 -> 1 of 3 (another hand-in)"),
        ("secret", "3 to grade", ""),
        ("course", "3 to grade", "ada: 3 of 3 -> 4 of 4 (another course)"),
        ("version", "3 to grade", "3 by 0.0.9; this is Topograde"),
        ("name", "1 to grade", ""),
    ],
)
def test_what_was_graded_with_something_else_is_graded_again(
    hand_ins: Path,
    out: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    change: str,
    again: str,
    said: str,
) -> None:
    capsys.readouterr()
    course = load_course(TINY)
    if change == "hand-in":
        (hand_ins / "ada.py").write_text(WRONG)
    elif change == "secret":
        (tmp_path / "secret").write_text(SECRET[::-1])
    elif change == "course":
        course = _with_more_points(tmp_path / "course")
    elif change == "version":
        with closing(sqlite3.connect(out / NAME)) as db:
            db.execute("UPDATE attempts SET version = '0.0.9'")
            db.commit()
    elif change == "name":  # the same bytes, but the report names the file that was left aside
        (hand_ins / "ada.pdf").write_text("")
    assert grade(hand_ins, out, course) == 0
    told = capsys.readouterr().out
    assert again in told
    assert said in told


def _with_more_points(folder: Path) -> Course:
    """The tiny course with a check worth 3 instead of 2."""
    shutil.copytree(TINY, folder)
    checks = folder / "solutions" / "checks" / "doubling.py"
    checks.write_text(checks.read_text().replace("@trap(points=2", "@trap(points=3"))
    return load_course(folder)


def test_less_isolation_than_is_required_now_is_graded_again(hand_ins: Path, out: Path) -> None:
    with closing(sqlite3.connect(out / NAME)) as db:
        db.execute("UPDATE reports SET level = 'D', isolated = 0")
        db.commit()
    setup = Setup.of(load_course(TINY), SECRET.encode())
    submissions = find_submissions([hand_ins], setup.course)
    for allowed, left in ((True, 0), (False, 3)):
        setup = Setup.of(load_course(TINY), SECRET.encode(), allowed=allowed)
        with Gradebook(out) as book:
            assert len(ClassRun(setup, book, out).to_grade(submissions)) == left


def test_a_hand_in_that_takes_two_processes_with_it_is_ungraded_and_tried_again(
    hand_ins: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    (out / "instructor").mkdir(parents=True)
    setup = Setup.of(load_course(TINY), SECRET.encode())
    asked: list[str] = []

    def lose(submission: Submission) -> Graded:
        asked.append(submission.student)
        raise BrokenExecutor("killed")

    with Gradebook(out) as book:
        ours = ClassRun(setup, book, out)
        todo = ours.to_grade(find_submissions([hand_ins / "ada.py"], setup.course))
        found = list(ours.grade_and_publish(todo, Crew(Here(), lose, lambda: 1, "")))
        ours.publisher.write_class_files()
    assert asked == ["ada", "ada"]
    assert [report.ungraded for report in found] == [True]
    assert "2 processes ended" in found[0].faults[0]
    assert rows(out)["ada"]["score"] == ""  # what is not judged is no 0
    assert "ungraded" in rows(out)["ada"]["flags"]
    assert grade(hand_ins, out) == 0
    assert rows(out)["ada"] == {**rows(out)["ada"], "score": "3", "flags": ""}


def test_a_hand_in_that_is_lost_once_is_graded_again_and_the_others_go_on() -> None:
    asked: list[str] = []

    def lose_once(submission: Submission) -> Graded:
        asked.append(submission.student)
        if asked.count("b") == 1 and submission.student == "b":
            raise BrokenExecutor("killed")
        return Graded(submission, {})  # type: ignore[arg-type]

    submissions = [Submission(name, Path(name)) for name in "abc"]
    done = list(each_graded(Crew(Here(), lose_once, lambda: 1, ""), submissions))
    assert asked == ["a", "b", "b", "c"]
    assert sorted(submission.student for submission, _ in done) == ["a", "b", "c"]


def _kind(pid: int) -> str:
    """Of the pool: its parent and its processes; of student code: the zygote and its workers."""
    try:
        told = Path(f"/proc/{pid}/cmdline").read_bytes()
        parent = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
        above = Path(f"/proc/{parent}/cmdline").read_bytes()
    except OSError:
        return "gone"
    for name, server, forked in (
        (b"zygote.py", "zygote", "worker"),
        (b"multiprocessing.forkserver", "pool's parent", "process"),
    ):
        if name in told:
            return forked if name in above else server
    return "helper"


@linux_only
def test_whatever_is_killed_the_reports_are_those_of_a_run_that_was_left_alone(
    tmp_path: Path,
) -> None:
    """kill -9, five times: of each kind of process one and the run itself, in any order, at any
    moment."""
    texts = {f"student{n}": f"# {n}\n{SLOW if n % 3 else WRONG}" for n in range(8)}
    hand_ins = make_class(tmp_path / "class", **texts)
    grade(hand_ins, tmp_path / "undisturbed", only=("doubling",))
    expected = reports(tmp_path / "undisturbed")
    out = tmp_path / "out"
    arguments = ["grade", hand_ins, "--out", out, "--course", TINY, "--only", "doubling"]
    arguments += ["--secret-file", tmp_path / "secret", "--jobs", "2"]
    kinds = ["run", "process", "pool's parent", "zygote", "worker"]
    chance = random.Random()
    chance.shuffle(kinds)
    process, seen, told = command(*arguments), set[int](), []
    try:
        for kind in kinds:
            victim = None
            while victim is None:
                if process.poll() is not None:  # it was done before its turn came: all over again
                    told.append(finished(process))
                    assert len(told) < 20, f"twenty runs were done before a {kind} was found"
                    process = command(*arguments, "--regrade")
                below = [*tree(process.pid)]
                seen.update(below)
                found = [process.pid] if kind == "run" and below else []
                found = found or [pid for pid in below if _kind(pid) == kind]
                if found and chance.random() < 0.1:
                    victim = chance.choice(found)
                time.sleep(chance.uniform(0, 0.03))  # any moment is one to be killed in
            with suppress(ProcessLookupError):
                os.kill(victim, signal.SIGKILL)
            if kind == "run":
                finished(process)
                process = command(*arguments)
    finally:
        told.append(finished(process))
    code, said = run(*arguments)
    assert code == 0, (kinds, said, told)
    assert reports(out) == expected, (kinds, told)
    assert set(rows(out)) == set(texts)
    until(lambda: not any(map(is_alive, seen)), 30, "a process was left behind")
