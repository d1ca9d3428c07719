"""What lies in the folder that `topograde` is called in: often hand-ins, and never to be run."""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path

from tests.support.paths import ROOT

SOLUTION = ROOT / "solutions" / "04_backward.py"
LEFT = "from pathlib import Path\nPath({!r}).touch()\n"


def test_nothing_in_the_current_folder_is_run(tmp_path: Path) -> None:
    """pytest runs any conftest.py there, and in tests/; a student may hand one in."""
    was_run, handed_in = tmp_path / "was-run", tmp_path / "class"
    names = ["conftest.py", "tests/conftest.py", "sitecustomize.py", "grader.py", "torch.py"]
    names += ["json.py", "socket.py", "selectors.py", "multiprocessing.py"]
    for name in names:
        (handed_in / name).parent.mkdir(parents=True, exist_ok=True)
        (handed_in / name).write_text(LEFT.format(str(was_run)))
    (handed_in / "pytest.ini").write_text("[pytest]\naddopts = --collect-only\n")
    for student in ("ada.py", "bea.py"):
        (handed_in / student).write_text(SOLUTION.read_text())
    command = [Path(sys.executable).parent / "topograde", "grade", "ada.py", "bea.py"]
    command += ["--only", "backward", "--out", tmp_path / "out", "--jobs", "2"]
    done = subprocess.run(command, cwd=handed_in, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    with (tmp_path / "out" / "grades.csv").open() as table:
        assert {row["backward"] for row in csv.DictReader(table)} == {"4"}
    assert not was_run.exists()
