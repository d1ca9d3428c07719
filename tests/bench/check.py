"""How fast a student gets an answer: `python -m tests.bench.check` (`make bench`).

A cold `topograde check backward`, from the start of Python to the last line, against
`python -c "import torch"` in the same run, in turns, by the clock and in CPU time of all processes
involved; and a warm one, from a save to the new screen of `check --watch`.
"""

from __future__ import annotations

import compileall
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.setting import children_cpu
from tests.support.paths import ROOT
from tests.support.terminals import environment, terminal, topograde

ROUNDS = 7
MOST = 0.35
SAVED = 0.3
TORCH = [sys.executable, "-W", "ignore", "-c", "import torch"]


def main() -> None:
    """Measure and print."""
    for folder in (ROOT / "grader", ROOT / "solutions" / "checks"):
        compileall.compile_dir(folder, quiet=1)
    print("\nAll modules are compiled beforehand, as those of an installed package are.")
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        shutil.copy(ROOT / "solutions" / "04_backward.py", work)
        cold(work)
        text = (work / "04_backward.py").read_text()
        (work / "04_backward.py").write_text(text.replace("reversed(topo)", "topo"))
        cold(work, "failing, with diagnosis and drawing")
        warm(work, text)


def cold(work: Path, what: str = "passing") -> None:
    """A first check, against an import of PyTorch."""
    command = topograde("check", "backward")
    measured(command, work), measured(TORCH, work)  # files are in the system's memory then
    pairs = [(measured(command, work), measured(TORCH, work)) for _ in range(ROUNDS)]
    print(f"\ncold check of an exercise ({what}), {ROUNDS} rounds   check   torch   ratio")
    for name, place in (("by the clock", 0), ("CPU of all processes", 1)):
        ours, theirs = ([pair[side][place] for pair in pairs] for side in (0, 1))
        ratio = statistics.median(a / b for a, b in zip(ours, theirs, strict=True))
        said = "" if ratio <= MOST else f"   MORE THAN {MOST}"
        print(f"  {name:48} {min(ours):7.3f} {min(theirs):7.3f} {ratio:7.3f}{said}")


def measured(command: list[str], work: Path) -> tuple[float, float]:
    """Seconds by the clock and of CPU, until all of the command's processes have ended."""
    before, started = children_cpu(), time.perf_counter()
    subprocess.run(
        command, cwd=work, env=environment(), stdin=subprocess.DEVNULL, capture_output=True
    )
    return time.perf_counter() - started, children_cpu() - before


def warm(work: Path, text: str) -> None:
    """From a save to the end of the new screen."""
    took = []
    with terminal(topograde("check", "--watch", "backward"), work) as screen:
        screen.wait_for("q quit")
        for number in range(ROUNDS):
            time.sleep(0.5)  # as a student, who saves when the screen has long been there
            while screen.read(0):
                screen.seen = ""
            started = time.perf_counter()
            (work / "04_backward.py").write_text(f"{text}# save {number}\n")
            screen.wait_for("q quit")
            took.append(time.perf_counter() - started)
        screen.press("q")
        screen.end()
    middle = statistics.median(took)
    said = "" if middle <= SAVED else f"   MORE THAN {SAVED}"
    print(f"\nfrom a save to the new screen, median of {ROUNDS}: {middle:.3f} s{said}")


if __name__ == "__main__":
    main()
