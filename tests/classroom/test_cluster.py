"""Grading on a Dask cluster of real processes, with workers that come and go."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.classroom.parallel.cluster import NoCluster
from tests.support.class_runs import (
    RIGHT,
    WRONG,
    command,
    finished,
    grade,
    make_class,
    reports,
    run,
    tree,
)
from tests.support.paths import ROOT, TINY
from tests.support.waiting import until

pytest.importorskip("distributed")
CLASS_SIZE = 16


class Cluster:
    """A scheduler and workers, each a process started by Dask's own command."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.started: list[subprocess.Popen[bytes]] = []
        file = folder / "scheduler.json"
        self._start("scheduler", "--port", "0", "--scheduler-file", file, "--no-dashboard")
        until(lambda: file.exists() and file.read_text().rstrip().endswith("}"))
        self.address = str(json.loads(file.read_text())["address"])

    def worker(self, name: str, *options: str) -> subprocess.Popen[bytes]:
        """A worker with two task threads, which knows the package and nothing else."""
        log = self.folder / f"{name}.log"
        options = ("--nthreads", "2", "--no-dashboard", *options)
        started = self._start("worker", self.address, "--name", name, *options, log=log)
        until(lambda: b"Registered to" in log.read_bytes())
        return started

    def _start(
        self, kind: str, *arguments: object, log: Path | None = None
    ) -> subprocess.Popen[bytes]:
        with open(log or self.folder / f"{kind}.log", "wb") as told:
            process = subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.dask_{kind}", *map(str, arguments)],
                cwd=self.folder,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
                stdin=subprocess.DEVNULL,
                stdout=told,
                stderr=told,
            )
        self.started.append(process)
        return process

    def close(self) -> None:
        for process in reversed(self.started):
            process.kill()
            process.wait()


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    (tmp_path / "cluster").mkdir()
    made = Cluster(tmp_path / "cluster")
    try:
        yield made
    finally:
        made.close()


def test_a_cluster_whose_workers_come_and_go_grades_like_this_machine(
    cluster: Cluster, tmp_path: Path
) -> None:
    slow = "\nimport time\ntime.sleep(0.1)\n"  # so that workers come and go while it runs
    texts = {f"student{n}": f"# {n}\n{RIGHT if n % 3 else WRONG}{slow}" for n in range(CLASS_SIZE)}
    hand_ins = make_class(tmp_path / "class", **texts)
    assert grade(hand_ins, tmp_path / "here") == 0
    out = tmp_path / "out"
    doomed = cluster.worker("doomed", "--no-nanny")
    nursed = cluster.worker("nursed", "--nanny")
    arguments = ["grade", hand_ins, "--out", out, "--course", TINY]
    arguments += ["--secret-file", tmp_path / "secret", "--cluster", cluster.address]
    process = command(*arguments)
    until(lambda: len(reports(out)) >= 4 or process.poll() is not None)
    doomed.kill()
    cluster.worker("late", "--no-nanny")
    code, said = finished(process)
    assert code == 0, said
    assert reports(out) == reports(tmp_path / "here")
    assert (out / "grades.csv").read_bytes() == (tmp_path / "here" / "grades.csv").read_bytes()
    for report in (out / "instructor").glob("*.json"):
        assert json.loads(report.read_text())["isolation"]["selftest"]
    until(lambda: not any(_command(pid).count(b"zygote.py") for pid in tree(nursed.pid)))
    secret = (tmp_path / "secret").read_text()
    for log in cluster.folder.glob("*.log"):
        assert secret not in log.read_text()


def test_a_cluster_that_is_not_there_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grader.classroom.parallel.cluster.CONNECT_SECONDS", 1.0)
    hand_ins, out = make_class(tmp_path / "class", ada=RIGHT), tmp_path / "out"
    said = "no scheduler answered at tcp://127.0.0.1:9 "
    with pytest.raises(NoCluster, match=said) as caught:
        grade(hand_ins, out, cluster="tcp://127.0.0.1:9")
    assert caught.value.code == 2
    assert not out.exists()
    out.mkdir()
    with pytest.raises(NoCluster, match=said):
        grade(hand_ins, out, cluster="tcp://127.0.0.1:9")
    assert out.is_dir()  # it was there before


def test_what_is_no_address_of_a_cluster_is_a_sentence(tmp_path: Path) -> None:
    hand_ins = make_class(tmp_path / "class", ada=RIGHT)
    arguments = ("grade", hand_ins, "--out", tmp_path / "out", "--course", TINY)
    code, told = run(*arguments, "--cluster", "somewhere")
    assert code == 2, told
    assert "tcp://HOST:PORT" in told
    assert "Traceback" not in told
    assert not (tmp_path / "out").exists()


def test_without_dask_the_command_that_installs_it_is_named(tmp_path: Path) -> None:
    (tmp_path / "nothing").mkdir()
    (tmp_path / "nothing" / "distributed.py").write_text("raise ImportError('not here')")
    hand_ins = make_class(tmp_path / "class", ada=RIGHT)
    arguments = ("grade", hand_ins, "--out", tmp_path / "out", "--course", TINY)
    paths = f"{tmp_path / 'nothing'}{os.pathsep}{ROOT}"
    code, told = run(*arguments, "--cluster", "local", environment={"PYTHONPATH": paths})
    assert code == 2, told
    assert "pip install -e '.[cluster]'" in told
    assert not (tmp_path / "out").exists()
