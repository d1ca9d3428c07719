"""Faults of our own: no grade is invented, none is lost, and no process is left behind.

A run that is really stopped; a real full disk; a real shortage of file descriptors. What is killed
while it grades: tests/classroom/test_resume.py, and before each question tests/grading/.
"""

from __future__ import annotations

import ast
import json
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.class_runs import RIGHT, TINY, command, finished, is_alive, rows, tree
from tests.support.paths import ROOT
from tests.support.waiting import until
from tests.support.warm import topograde

SLOW = RIGHT + "\nimport time\ntime.sleep(0.05)\n"  # long enough to be hit while it is graded
CLASS_SIZE = 30

linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
root_only = pytest.mark.skipif(os.geteuid() != 0, reason="mounting a small disk needs root")


@pytest.fixture
def hand_ins(tmp_path: Path) -> Path:
    folder = tmp_path / "class"
    folder.mkdir()
    for number in range(CLASS_SIZE):
        (folder / f"student{number:02d}.py").write_text(f"# {number}\n{SLOW}")
    return folder


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    file = tmp_path / "secret"
    file.write_text("a secret that is long enough")
    return file


def arguments(hand_ins: Path, out: Path, secret: Path) -> list[object]:
    return ["grade", hand_ins, "--out", out, "--course", TINY, "--secret-file", secret]


def students_of(out: Path) -> set[str]:
    """Whose report is there."""
    return {path.stem for path in out.glob("*.json")}


@linux_only
@pytest.mark.parametrize(("number", "jobs"), [(signal.SIGTERM, 1), (signal.SIGINT, 2)])
def test_a_stopped_run_keeps_what_is_done_and_leaves_no_process(
    hand_ins: Path, secret: Path, tmp_path: Path, number: signal.Signals, jobs: int
) -> None:
    """A terminal sends Ctrl-C to all of its group."""
    out = tmp_path / "out"
    process = command(*arguments(hand_ins, out, secret), "--jobs", jobs)
    until(lambda: len(students_of(out)) >= 3 or process.poll() is not None)
    below = set(tree(process.pid))
    assert below
    for pid in {process.pid, *below}:
        if pid == process.pid or (jobs > 1 and os.getpgid(pid) == os.getpgid(0)):
            os.kill(pid, number)
    code, said = finished(process)
    assert code == 130, said
    assert "what was done is kept" in said
    assert "Traceback" not in said
    until(lambda: not any(map(is_alive, below)), 30, "a process was left behind")
    graded = rows(out)
    assert 3 <= len(graded) < CLASS_SIZE
    assert {row["score"] for row in graded.values()} == {"3"}
    assert students_of(out) == set(graded)


@root_only
@linux_only
def test_a_full_disk_is_named_and_half_a_report_is_never_written(
    hand_ins: Path, secret: Path, tmp_path: Path
) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "none", disk], check=True)
    try:
        done = topograde(*arguments(hand_ins, disk / "out", secret), "--jobs", 1)
        said = done.stdout + done.stderr
        assert done.returncode == 2, said
        assert "No space left on device" in said
        assert "make room" in said
        assert "Traceback" not in said
        whole = list((disk / "out").glob("*.json"))
        assert whole
        for path in whole:
            assert json.loads(path.read_text())["score"] == 3
    finally:
        subprocess.run(["umount", disk], check=True)


def test_a_shortage_of_file_descriptors_is_ours_and_no_grade_is_invented(
    hand_ins: Path, secret: Path, tmp_path: Path
) -> None:
    found = {}
    for most in (6, 18, 30, 256):

        def limit(most: int = most) -> None:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))

        out = tmp_path / f"out{most}"
        one = arguments(hand_ins / "student00.py", out, secret)
        code, said = finished(command(*one, preexec_fn=limit))
        found[most] = code
        texts = [path.read_text() for path in out.glob("*.json")]
        scores = {json.loads(text)["score"] for text in texts}
        assert scores <= {0, 3}
        if code == 0:
            assert scores == {3}
        else:
            assert code in (1, 2, 3), said  # 1: Python itself could not start
            if code == 3 and scores:
                assert any("ungraded" in text for text in texts)
    assert found[256] == 0
    assert set(found.values()) - {0}


def test_no_limit_hangs_on_a_clock_that_can_jump() -> None:
    """Only the monotonic clock is read: setting the time of day ends or prolongs nothing.

    One module tells a platform at what time it graded, one compares with the times of files.
    """
    tells = {ROOT / f"grader/cli/{name}" for name in ("commands/classroom50.py", "watch.py")}
    for path in set((ROOT / "grader").rglob("*.py")) - tells:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                read = f"{node.value.id}.{node.attr}"
                assert read not in ("time.time", "time.time_ns", "datetime.now"), path
