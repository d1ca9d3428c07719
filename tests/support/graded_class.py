"""The sample class, graded once a session by the real command, for all tests that read results."""

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


def grade_command(hand_ins: Path, folder: Path, jobs: int) -> Path:
    """`topograde grade` in a process of its own; the folder of its results."""
    secret = folder / "secret"
    secret.write_bytes(SECRET)
    command = [sys.executable, "-m", "grader", "grade", str(hand_ins), "--allow-unsandboxed"]
    command += ["--secret-file", str(secret), "--out", str(folder / "out"), "--jobs", str(jobs)]
    done = subprocess.run(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr
    (folder / "said").write_text(done.stdout)
    return folder / "out"


def graded_once(factory: pytest.TempPathFactory) -> Path:
    """The results of the whole class. Every process of a run under xdist gets the same ones."""
    base = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent
    folder, done = base / "graded-sample-class", base / "graded-sample-class" / "said"
    with (base / "graded-sample-class.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.is_file():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            grade_command(SAMPLE_CLASS, folder, jobs=2)
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
