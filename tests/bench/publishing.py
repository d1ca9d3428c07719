"""What comes before and after grading: the self-test, and writing what is handed out.

`python -m tests.bench.publishing` (part of `make bench`). A hand-in's files are written when it is
graded. Each later run of `grade` looks at every hand-in once more, and writes what is not as it
should be.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from grader.classroom.gradebook import Gradebook
from grader.classroom.publishing import Publisher
from grader.cli.commands.override import publisher_of
from grader.worker.forkserver import ForkServer
from grader.worker.isolation import prove
from tests.bench.lock import bare_python, seconds
from tests.support.paths import SAMPLE_CLASS

HAND_INS = 12
ROUNDS = 5


def main() -> None:
    """Measure both, and print."""
    self_test()
    with tempfile.TemporaryDirectory() as folder:
        publishing(Path(folder) / "out")


def self_test() -> None:
    """The self-test of a run, against the start of an interpreter that does nothing."""
    tests, bares = [], []
    with ForkServer() as server:
        prove(server)
        for _ in range(3 * ROUNDS):
            tests.append(seconds(lambda: level_of(server)))
            bares.append(seconds(bare_python))
    one, other = statistics.median(tests), statistics.median(bares)
    print(f"self-test {1e3 * one:.0f} ms by the clock, bare interpreter {1e3 * other:.1f} ms")
    print(f"RATIO self-test to bare interpreter       {one / other:7.2f}")


def level_of(server: ForkServer) -> None:
    """Test a server; it must be locked, or nothing was measured."""
    if prove(server).level == "D":
        raise SystemExit("there is no lock here: nothing was measured")


def publishing(out: Path) -> None:
    """Grade a few hand-ins of the sample class, then look at each again, and write each anew."""
    paths = sorted(SAMPLE_CLASS.glob("*.py"))[:HAND_INS]
    command = [sys.executable, "-m", "grader", "grade", *map(str, paths), "--out", str(out)]
    subprocess.run(command, check=False, capture_output=True)
    with Gradebook(out, must_exist=True) as book:
        students = book.students(())
        info = publisher_of(book, out).info
        graded = [
            sum(counted[0].seconds.values())
            for student in students
            if (counted := info.counted(book, student))
        ]
        looks, writes = [], []
        for _ in range(ROUNDS):
            for student in students:
                looks.append(cpu(lambda s=student: look(publisher_of(book, out), s)))  # type: ignore[misc]
                for page in out.rglob(f"{student}.html"):
                    page.unlink()
                writes.append(cpu(lambda s=student: look(publisher_of(book, out), s)))  # type: ignore[misc]
    grading, write, again = map(statistics.median, (graded, writes, looks))
    print(f"\nCPU of a hand-in, median of {len(students)} of the sample class")
    print(f"  grading it                              {1e3 * grading:7.0f} ms")
    print(f"  writing its pages and reports           {1e3 * write:7.1f} ms")
    print(f"  a second look, when nothing is to write {1e3 * again:7.1f} ms")
    print(f"RATIO writing to grading                  {write / grading:7.2f}")
    print(f"RATIO second look to grading              {again / grading:7.3f}")


def look(publisher: Publisher, student: str) -> None:
    """Publish one student's work."""
    if publisher.publish(student) is None:
        raise SystemExit(f"{student} is not in the gradebook: nothing was measured")


def cpu(action: Callable[[], None]) -> float:
    """CPU seconds of this process."""
    before = time.process_time()
    action()
    return time.process_time() - before


if __name__ == "__main__":
    main()
