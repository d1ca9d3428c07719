"""What a larger class costs: `python -m tests.bench.scale` (part of `make bench`).

Three claims, each a ratio to something of the same run:

* a hand-in among many costs what it costs among a hundred;
* memory does not grow: the largest process of the long run against that of the short one;
* two processes are faster than one.

The long runs grade a small course of two exercises, so that ten thousand take minutes; the last
one grades the sample class itself.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from tests.bench.setting import children_cpu
from tests.support.class_runs import tree
from tests.support.paths import SAMPLE_CLASS, TINY

LOOK_SECONDS = 0.5
ROUNDS = 4
PAIR_ROUNDS = 3
SMALL = "--course", TINY, "--jobs", 1


@dataclass(frozen=True)
class Cost:
    """Of one command: CPU seconds of all its processes, time by the clock, and the most memory of
    any of its processes in its first and in its last third, in MiB."""

    cpu: float
    wall: float
    early: float
    late: float


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--few", type=int, default=100)
    parser.add_argument("--many", type=int, default=10_000)
    parser.add_argument(
        "--pair", type=int, default=100, help="sample hand-ins for 1 against 2 jobs"
    )
    parser.add_argument("--kilobytes", type=int, default=0, help="of comments in each hand-in")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        one_in = tiny_class(folder / "one", 1, options.kilobytes)
        few_in = tiny_class(folder / "few", options.few, options.kilobytes)
        many_in = tiny_class(folder / "many", options.many, options.kilobytes)

        def few() -> tuple[float, float]:
            return graded(folder, one_in, *SMALL).cpu, graded(folder, few_in, *SMALL).cpu

        rounds = [few() for _ in range(ROUNDS)]  # before and after: a shared machine's speed drifts
        many = graded(folder, many_in, *SMALL)
        rounds += [few() for _ in range(ROUNDS)]
        nothing = statistics.median(cpu for cpu, _ in rounds)
        each_few = statistics.median(cpu - start for start, cpu in rounds) / (options.few - 1)
        each_many = (many.cpu - nothing) / (options.many - 1)
        print(f"CPU s a hand-in of a small course, among {options.few:6}  {each_few:9.4f}")
        print(f"                                   among {options.many:6}  {each_many:9.4f}"
              f"   ratio {each_many / each_few:.2f}")  # fmt: skip
        print(f"largest process, first third of the long run    {many.early:7.0f} MiB")
        print(f"                 last third                     {many.late:7.0f} MiB"
              f"   ratio {many.late / many.early:.2f}")  # fmt: skip
        some = sample_class(folder / "some", options.pair)
        walls = [
            [graded(folder, some, "--only", "engine", "--jobs", n).wall for n in (1, 2)]
            for _ in range(PAIR_ROUNDS)
        ]
        one, two = map(statistics.median, zip(*walls, strict=True))
        print(f"{options.pair} exams, one process   {one:7.1f} s by the clock")
        print(f"           two processes {two:7.1f} s, so {one / two:.2f} times as fast")
        print(f"          ({os.cpu_count()} cores)")


def tiny_class(folder: Path, size: int, kilobytes: int = 0) -> Path:
    """Hand-ins for the small course, no two of the same bytes, each with so much of comments."""
    folder.mkdir()
    solution = (TINY / "solutions" / "01_doubling.py").read_text()
    comments = f"# {'x' * 97}\n" * (10 * kilobytes)
    for number in range(size):
        own = folder / f"student{number:05}"
        own.mkdir()
        (own / "01_doubling.py").write_text(f"{solution}\n# {number}\n{comments}")
    return folder


def sample_class(folder: Path, size: int) -> Path:
    """Exams of the sample class, over and over under other names."""
    folder.mkdir()
    files = sorted(SAMPLE_CLASS.glob("*.py"))
    engines = [file for file in files if b"class Value" in file.read_bytes()]
    for number in range(size):
        engine = engines[number % len(engines)]
        shutil.copy(engine, folder / f"{engine.stem}{number:05}.py")
    return folder


def graded(folder: Path, hand_ins: Path, *options: object) -> Cost:
    """Grade a class in a process of its own."""
    out = Path(tempfile.mkdtemp(dir=folder))
    command = [sys.executable, "-m", "grader", "grade", hand_ins, "--out", out, *options]
    before, started = children_cpu(), time.monotonic()
    process = subprocess.Popen(
        [str(part) for part in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    sizes: list[float] = []
    done = threading.Event()
    watcher = threading.Thread(target=_watch, args=(process.pid, sizes, done))
    watcher.start()
    code = process.wait()
    done.set()
    watcher.join()
    if code not in (0, 3):
        sys.exit(f"{' '.join(map(str, command))} ended with {code}")
    third = max(1, len(sizes) // 3)
    early, late = max(sizes[:third], default=1.0), max(sizes[-third:], default=1.0)
    return Cost(children_cpu() - before, time.monotonic() - started, early, late)


def _watch(pid: int, sizes: list[float], done: threading.Event) -> None:
    """Note now and then how large the largest process of a family is."""
    while not done.wait(LOOK_SECONDS):
        sizes.append(max(_resident(each) for each in (pid, *tree(pid))))


def _resident(pid: int) -> float:
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, IndexError):
        return 0.0
    return pages * resource.getpagesize() / 2**20


if __name__ == "__main__":
    main()
