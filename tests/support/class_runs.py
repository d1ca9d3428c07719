"""Grade small classes of the tiny course, in this process or by the real command, for the tests."""

from __future__ import annotations

import csv
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from grader.classroom.by_instructor.overrides import Decision
from grader.cli.commands.grade import Options, grade_class
from grader.cli.commands.override import decide
from grader.course.course import Course, load_course
from tests.support.paths import ROOT, TINY
from tests.support.warm import topograde

RIGHT = (TINY / "solutions" / "01_doubling.py").read_text()
WRONG = RIGHT.replace("node.grad += self.grad", "node.grad = self.grad")
SECRET = "a secret that is long enough"


def make_class(folder: Path, **texts: str) -> Path:
    """A folder of hand-ins, `ada=RIGHT` in ada.py."""
    folder.mkdir(exist_ok=True)
    for student, text in texts.items():
        (folder / f"{student}.py").write_text(text)
    return folder


def grade(hand_ins: Path, out: Path, course: Course | None = None, **options: Any) -> int:
    """`topograde grade` in this process, without the command line; its exit code."""
    secret = hand_ins.parent / "secret"
    if not secret.exists():
        secret.write_text(SECRET)
    options = {"secret_file": secret, "jobs": 1, **options}
    return grade_class(course or load_course(TINY), [hand_ins], Options(out, **options))


def command(*arguments: object, **keywords: Any) -> subprocess.Popen[str]:
    """The real command in the background."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **keywords.pop("environment", {})}
    return subprocess.Popen(
        [sys.executable, "-m", "grader", *map(str, arguments)],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **keywords,
    )


def finished(process: subprocess.Popen[str]) -> tuple[int, str]:
    """The exit code, and all that it said."""
    out, err = process.communicate(timeout=300)
    return process.returncode, out + err


def run(*arguments: object, environment: Mapping[str, str] | None = None) -> tuple[int, str]:
    """The command to its end; without its own start (`warm`) if it need not have one."""
    done = topograde(*arguments, env={**os.environ, "PYTHONPATH": str(ROOT), **(environment or {})})
    return done.returncode, done.stdout + done.stderr


def reports(out: Path) -> dict[str, bytes]:
    """Every report in a folder of results, the students' and the instructor's."""
    found = [*out.glob("*.json"), *(out / "instructor").glob("*.json")]
    return {str(path.relative_to(out)): path.read_bytes() for path in sorted(found)}


def rows(out: Path) -> dict[str, dict[str, str]]:
    """grades.csv by student."""
    with (out / "grades.csv").open(newline="") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


def tree(pid: int) -> Iterator[int]:
    """Every process below this one."""
    try:
        tasks = os.listdir(f"/proc/{pid}/task")
        found = [Path(f"/proc/{pid}/task/{t}/children").read_text().split() for t in tasks]
    except OSError:
        return
    for child in {int(word) for words in found for word in words}:
        yield child
        yield from tree(child)


def is_alive(pid: int) -> bool:
    """Whether the process runs; a zombie does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def give_points(out: Path, student: str, exercise: str, points: float, why: str) -> None:
    """Keep one override and write all results anew."""
    decide(out, [Decision(student, exercise, points, why)])
