"""NumPy in student code: loaded before the lock, which holds as without it; a sentence elsewhere.

Where NumPy is installed (`make test-packages`) the first test runs, elsewhere the second one.
"""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import DATA, ROOT

COURSE = DATA / "courses" / "run_lengths"
HAS_NUMPY = importlib.util.find_spec("numpy") is not None

DEEDS = """
import numpy as np
from numpy import random

a = np.arange(12.0).reshape(3, 4)
assert np.linalg.inv(a[:, :3] @ a[:, :3].T + np.eye(3)).shape == (3, 3)
assert np.einsum("ij,kj->ik", a, a).shape == np.ma.masked_array(a @ a.T).shape
np.testing.assert_allclose(np.fft.ifft(np.fft.fft(a)).real, a, atol=1e-12)
random.default_rng(1).normal(size=3)
repr(a)
for deed in (
    lambda: np.fromfile("/etc/passwd"),
    lambda: np.load("/etc/passwd"),
    lambda: np.save("/tmp/x.npy", a),
):
    try:
        deed()
    except OSError:
        continue
    raise SystemExit("a file was opened")
try:
    np.ones(400_000_000)
except MemoryError:
    pass
else:
    raise SystemExit("3 GB were had")
"""


def run(*arguments: object) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "grader", *map(str, arguments)],
        capture_output=True, text=True, timeout=120, cwd=ROOT,
    )  # fmt: skip
    return f"{done.stdout}{done.stderr}\nexit {done.returncode}"


@pytest.fixture
def course(tmp_path: Path) -> Path:
    folder = tmp_path / "course"
    shutil.copytree(COURSE, folder)
    toml = folder / "exercises" / "course.toml"
    toml.write_text('packages = ["numpy"]\n' + toml.read_text())
    return folder


@pytest.mark.skipif(not HAS_NUMPY, reason="make test-packages installs NumPy")
def test_a_course_with_numpy_is_locked_as_well_and_runs_it(course: Path, tmp_path: Path) -> None:
    locked = [line for line in run("doctor").splitlines() if line.startswith("isolation")]
    assert locked == [
        line
        for line in run("doctor", "--course", course).splitlines()
        if line.startswith("isolation")
    ]
    work = tmp_path / "work"
    work.mkdir()
    for solution in (course / "solutions").glob("*.py"):
        (work / solution.name).write_text(DEEDS + solution.read_text())
    assert run("check", "--course", course, "--work", work).endswith("exit 0")


@pytest.mark.skipif(HAS_NUMPY, reason="NumPy is there")
def test_a_package_that_is_not_there_is_said_when_the_course_is_read(course: Path) -> None:
    said = run("check", "--course", course)
    assert "needs the package numpy, and it is not installed: pip install numpy" in said
    assert said.endswith("exit 2")


def test_a_package_that_is_not_allowed_is_a_sentence(course: Path) -> None:
    toml = course / "exercises" / "course.toml"
    toml.write_text(toml.read_text().replace('"numpy"', '"os_tools"'))
    assert "packages may name numpy, found 'os_tools'" in run("check", "--course", course)
