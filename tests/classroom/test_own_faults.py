"""Faults of our own: no grade is invented, none is lost, and no process is left behind.

Real processes, really killed; a real full disk; a real shortage of file descriptors.
"""

from __future__ import annotations

import ast
import csv
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.class_runs import is_alive
from tests.support.paths import ROOT
from tests.support.waiting import LOOK_SECONDS, until
from tests.support.warm import topograde

TINY = ROOT / "tests" / "data" / "tiny_course"
RIGHT = (TINY / "solutions" / "01_doubling.py").read_text()
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
    options = ["--course", TINY, "--secret-file", secret, "--jobs", 1]
    return ["grade", hand_ins, "--out", out, *options]


def started(
    hand_ins: Path, out: Path, secret: Path, before: Callable[[], None] | None = None
) -> subprocess.Popen[str]:
    """The real command, grading in the background, in one process."""
    return subprocess.Popen(
        [sys.executable, "-m", "grader", *map(str, arguments(hand_ins, out, secret))],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=before,
    )


def finished(process: subprocess.Popen[str]) -> tuple[int, str]:
    out, err = process.communicate(timeout=120)
    return process.returncode, out + err


def reports(out: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(out.glob("*.json"))}


def children(pid: int) -> Iterator[int]:
    """Every process below this one."""
    try:
        found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return
    for child in map(int, found):
        yield child
        yield from children(child)


def zygotes(pid: int) -> list[int]:
    return [p for p in children(pid) if b"zygote.py" in _command(p) and _parent(p) == pid]


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def _parent(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def undisturbed(hand_ins: Path, secret: Path) -> dict[str, bytes]:
    out = hand_ins.parent / "undisturbed"
    done = topograde(*arguments(hand_ins, out, secret))
    assert done.returncode == 0, done.stderr
    return reports(out)


@linux_only
def test_a_fork_server_that_is_killed_costs_no_grade(
    hand_ins: Path, secret: Path, tmp_path: Path
) -> None:
    expected = undisturbed(hand_ins, secret)
    process = started(hand_ins, tmp_path / "out", secret)
    seen: set[int] = set()
    for count in (1, 5, 11, 17):
        until(lambda count=count: len(reports(tmp_path / "out")) >= count)
        for zygote in zygotes(process.pid):
            seen |= {zygote, *children(zygote)}
            os.kill(zygote, signal.SIGKILL)
    code, said = finished(process)
    assert code == 0, said
    assert len(seen) >= 4
    assert reports(tmp_path / "out") == expected
    until(lambda: not any(map(is_alive, seen)))


@linux_only
def test_a_worker_that_is_killed_from_outside_costs_no_grade(
    hand_ins: Path, secret: Path, tmp_path: Path
) -> None:
    expected = undisturbed(hand_ins, secret)
    process = started(hand_ins, tmp_path / "out", secret)
    killed = 0
    while process.poll() is None and killed < 6:
        for zygote in zygotes(process.pid):
            for worker in children(zygote):
                if len(reports(tmp_path / "out")) > 2 * killed:
                    killed += 1
                    os.kill(worker, signal.SIGKILL)
        time.sleep(LOOK_SECONDS)
    code, said = finished(process)
    assert killed >= 3
    assert code == 0, said
    assert reports(tmp_path / "out") == expected


@linux_only
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_run_keeps_what_is_done_and_leaves_no_process(
    hand_ins: Path, secret: Path, tmp_path: Path, number: signal.Signals
) -> None:
    out = tmp_path / "out"
    process = started(hand_ins, out, secret)
    until(lambda: len(reports(out)) >= 3)
    below = list(children(process.pid))
    assert below
    process.send_signal(number)
    code, said = finished(process)
    assert code == 130, said
    assert "what was done is kept" in said
    assert "Traceback" not in said
    until(lambda: not any(map(is_alive, below)))
    with (out / "grades.csv").open(newline="") as file:
        graded = {row["student"]: row["score"] for row in csv.DictReader(file)}
    assert 3 <= len(graded) < CLASS_SIZE
    assert set(graded.values()) == {"3"}
    assert {name.removesuffix(".json") for name in reports(out)} == set(graded)


@linux_only
def test_a_grader_that_is_killed_leaves_no_process_and_whole_files(
    hand_ins: Path, secret: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    process = started(hand_ins, out, secret)
    until(lambda: len(reports(out)) >= 3)
    below = list(children(process.pid))
    process.kill()
    finished(process)
    until(lambda: not any(map(is_alive, below)))
    for text in reports(out).values():
        assert json.loads(text)["score"] == 3


@root_only
@linux_only
def test_a_full_disk_is_named_and_half_a_report_is_never_written(
    hand_ins: Path, secret: Path, tmp_path: Path
) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "none", disk], check=True)
    try:
        done = topograde(*arguments(hand_ins, disk / "out", secret))
        said = done.stdout + done.stderr
        assert done.returncode == 2, said
        assert "No space left on device" in said
        assert "make room" in said
        assert "Traceback" not in said
        whole = reports(disk / "out")
        assert whole
        for text in whole.values():
            assert json.loads(text)["score"] == 3
    finally:
        subprocess.run(["umount", disk], check=True)


def test_a_shortage_of_file_descriptors_is_ours_and_no_grade_is_invented(
    hand_ins: Path, secret: Path, tmp_path: Path
) -> None:
    found = {}
    for most in (6, 12, 18, 24, 30, 36, 256):

        def limit(most: int = most) -> None:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))

        out = tmp_path / f"out{most}"
        code, said = finished(started(hand_ins / "student00.py", out, secret, limit))
        found[most] = code
        scores = {json.loads(text)["score"] for text in reports(out).values()}
        assert scores <= {0, 3}
        if code == 0:
            assert scores == {3}
        else:
            assert code in (1, 2, 3), said  # 1: Python itself could not start
            if code == 3 and scores:
                assert any(b"ungraded" in text for text in reports(out).values())
    assert found[256] == 0
    assert set(found.values()) - {0}


def test_no_limit_hangs_on_a_clock_that_can_jump() -> None:
    """Only the monotonic clock is read: setting the time of day ends or prolongs nothing.

    One module tells a platform at what time it graded, one compares with the times of files.
    """
    tells = {ROOT / f"grader/cli/{name}" for name in ("commands/classroom50.py", "watch/watch.py")}
    for path in set((ROOT / "grader").rglob("*.py")) - tells:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                read = f"{node.value.id}.{node.attr}"
                assert read not in ("time.time", "time.time_ns", "datetime.now"), path
