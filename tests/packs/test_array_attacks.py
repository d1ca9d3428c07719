"""The attacks with NumPy at hand as a test: nothing scores, leaks, breaks out or disturbs.

Runs where NumPy is installed: `make test-packages`.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numpy", reason="make test-packages installs NumPy")


@pytest.mark.skipif(sys.platform != "linux", reason="hand-ins are isolated on Linux only")
def test_battery() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.attacks.battery", "--arrays"],
        cwd=Path(__file__).parents[2], capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-3000:]
    line = done.stdout.splitlines()[-1]
    count = int(line.split()[2])
    assert count >= 45
    assert line == f"0 of {count} attacks scored, 0 leaked, 0 disturbed another student's grade"
