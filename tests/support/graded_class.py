"""The sample class, graded once a session by the real command, for all tests that read results.

The course is ours with a quarter of its time for a check: what is right in the class takes a
seventh of that at most, and what is too slow never ends. With the course's own limit the class
would cost half as much again. What that limit is, and that it is kept, is tested elsewhere.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.support.hand_ins import SECRET
from tests.support.paths import ROOT, SAMPLE_CLASS

OWN_LIMIT, LIMIT = "\ncpu = 2.0\n", "\ncpu = 0.5\n"


def short_course(folder: Path) -> Path:
    """Our course, with less time for a check, in this folder; the same bytes every time."""
    exercises = folder / "exercises"
    shutil.copytree(ROOT / "exercises", exercises, ignore=shutil.ignore_patterns("__pycache__"))
    for beside in ("checks", "_recorded"):
        shutil.copytree(ROOT / "solutions" / beside, folder / "solutions" / beside)
    toml = exercises / "course.toml"
    text = toml.read_text(encoding="utf-8")
    assert text.count(OWN_LIMIT) == 1
    toml.write_text(text.replace(OWN_LIMIT, LIMIT), encoding="utf-8")
    return folder


def grade_command(hand_ins: Path, folder: Path, course: Path, jobs: int) -> Path:
    """`topograde grade` in a process of its own; the folder of its results."""
    secret = folder / "secret"
    secret.write_bytes(SECRET)
    command = [sys.executable, "-m", "grader", "grade", str(hand_ins), "--allow-unsandboxed"]
    command += ["--secret-file", str(secret), "--out", str(folder / "out"), "--jobs", str(jobs)]
    command += ["--course", str(course)]
    done = subprocess.run(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr
    (folder / "said").write_text(done.stdout)
    return folder / "out"


def graded_once(factory: pytest.TempPathFactory) -> Path:
    """The results of the whole class, `course` beside them. Every process of a run under xdist gets
    the same ones."""
    base = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent
    folder, done = base / "graded-sample-class", base / "graded-sample-class" / "said"
    with (base / "graded-sample-class.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.is_file():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            grade_command(SAMPLE_CLASS, folder, short_course(folder / "course"), jobs=2)
    return folder / "out"


def part_of_class(students: Iterable[str], folder: Path) -> Path:
    """A folder with copies of these hand-ins: files by their stems, folders by their names."""
    folder.mkdir()
    for student in students:
        (path,) = (p for p in SAMPLE_CLASS.iterdir() if p.stem == student)
        if path.is_dir():
            shutil.copytree(path, folder / path.name, symlinks=True)
        else:
            shutil.copy2(path, folder / path.name)
    return folder
