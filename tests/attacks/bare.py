"""Run an attack on a process without any lock: the naive grader, which shows that it works."""

from __future__ import annotations

import json
import os
import resource
import select
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from tests.attacks.bait import ANSWERS, Bait
from tests.attacks.hostile import Attack

SECONDS = 30.0
HARM_SECONDS = 1.0  # what has given no results by then has done its harm
HARM_CPU = 0.25  # or by so much CPU time, of which the naive grader itself needs little
TOO_MUCH = 16 << 20
KEPT = 1 << 16
NAIVE = Path(__file__).with_name("naive.py")


@dataclass(frozen=True, slots=True)
class Bare:
    """What an attack did: whether it worked, and how that was seen."""

    works: bool
    seen: str


@dataclass(slots=True)
class _Run:
    output: bytes = b""
    size: int = 0
    frames: int = 0
    framed: bytes = b""
    closed_early: bool = False
    ended: bool = False
    status: int | None = None  # None: it had to be ended


def attack_bare(attack: Attack, bait: Bait) -> Bare:
    """Run one attack. Leaves no process behind, and the bait as it was."""
    bait.reset()
    path = bait.root / "submission.py"
    shutil.copy(NAIVE, bait.root)  # attacks write beside it
    path.write_text(attack.source(bait.described()), encoding="utf-8", errors="surrogatepass")
    try:
        limits = (HARM_SECONDS, HARM_CPU) if attack.shows == "harm" else (SECONDS, SECONDS)
        run = _run(path, bait, *limits)
        results = _results(bait)
        return _judged(attack, bait, run, results)
    finally:
        path.unlink()
        bait.reset()


def _run(path: Path, bait: Bait, seconds: float, cpu: float) -> _Run:
    requests, our_requests = os.pipe()
    our_replies, replies = os.pipe()
    process = subprocess.Popen(
        [sys.executable, str(bait.root / NAIVE.name), str(path),
         str(bait.root / "open" / "answers.json"), str(requests), str(replies)],
        pass_fds=[requests, replies], cwd=bait.cwd, env={**os.environ, **bait.environ},
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        start_new_session=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CORE, (0, 0)),
    )  # fmt: skip
    os.close(requests)
    os.close(replies)
    os.write(our_requests, b"\0\0\0\2{}")
    run = _Run()
    try:
        _listen(run, process, our_replies, time.monotonic() + seconds, cpu)
        return run
    finally:
        os.killpg(process.pid, signal.SIGKILL)  # not waited for yet: the number is still its own
        status = process.wait()
        run.status = status if run.ended else None
        assert process.stdout is not None
        process.stdout.close()
        os.close(our_requests)
        os.close(our_replies)


def _listen(
    run: _Run, process: subprocess.Popen[bytes], replies: int, deadline: float, cpu: float
) -> None:
    """Read both pipes until the process has ended or harmed enough."""
    assert process.stdout is not None
    output = process.stdout.fileno()
    pipes = [output, replies]
    handle = os.pidfd_open(process.pid)
    try:
        while (
            time.monotonic() < deadline
            and _cpu(process.pid) < cpu
            and max(run.size, run.frames) < 4 * TOO_MUCH
        ):
            ready = select.select([*pipes, handle], [], [], 0.1)[0]
            for pipe in set(ready) - {handle}:
                data = os.read(pipe, 1 << 20)
                if not data:
                    pipes.remove(pipe)
                    run.closed_early |= pipe == replies and not _dead(handle)
                elif pipe == replies:
                    run.frames += len(data)
                    run.framed = (run.framed + data)[:KEPT]
                else:
                    run.size += len(data)
                    run.output = (run.output + data)[:KEPT]
            if ready == [handle]:
                run.ended = True
                break
    finally:
        os.close(handle)


def _cpu(pid: int) -> float:
    """Seconds that the process has computed; it is not waited for yet."""
    ticks = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")


def _dead(handle: int) -> bool:
    return bool(select.select([handle], [], [], 0.1)[0])


def _results(bait: Bait) -> dict[str, object] | None:
    try:
        return dict(json.loads((bait.cwd / "results.json").read_text()))
    except (OSError, ValueError):
        return None


def _judged(attack: Attack, bait: Bait, run: _Run, results: dict[str, object] | None) -> Bare:
    score = int(str((results or {}).get("score", 0)))
    if attack.shows == "points":
        return Bare(score > 0, f"earns {score} of {len(ANSWERS)}")
    if attack.shows == "frames":
        if run.frames:
            return Bare(True, f"sends {run.frames:,} bytes")
        return Bare(run.closed_early, "closes the pipe")
    if attack.shows == "mark":
        found = [line for line in run.output.decode("ascii", "replace").splitlines()
                 if bait.mark[::-1] in line or line.startswith("refused")]  # fmt: skip
        works = any(bait.mark[::-1] in line for line in found)
        return Bare(works, "gets through" if works else f"no: {found[:1]}")
    if attack.shows == "told":
        told = (run.output + run.framed).decode("utf-8", "replace")
        told = (told + str((results or {}).get("messages"))).replace("_", ".")
        works = any(str(number) in told for pair in ANSWERS.items() for number in pair)
        return Bare(works, "tells hidden inputs")
    if run.size > TOO_MUCH:
        return Bare(True, f"prints {run.size >> 20} MiB and more")
    if results is None:
        return Bare(True, "still running" if run.status is None else _ending(run.status))
    return Bare(False, "no harm done")


def _ending(status: int) -> str:
    if status < 0:
        return f"no results, {signal.Signals(-status).name}"
    return f"no results, exit {status}"
