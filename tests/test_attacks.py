"""A hostile class is graded by the real command line: nothing scores, leaks or disturbs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from grader.worker import kernel

ROOT = Path(__file__).parent.parent
LINE = re.compile(
    r"^0 of (\d+) attacks scored, 0 leaked, 0 disturbed another student's grade$", re.MULTILINE
)
LEAST = 60


@pytest.mark.skipif(kernel.machine() is None, reason="the lock needs Linux on x86_64 or aarch64")
def test_no_attack_scores_leaks_or_disturbs() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.attacks.battery"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=900,
    )
    said = LINE.search(done.stdout)
    assert said, done.stdout[-3000:] + done.stderr[-2000:]
    assert int(said[1]) >= LEAST
    assert done.returncode == 0, done.stdout[-3000:]
