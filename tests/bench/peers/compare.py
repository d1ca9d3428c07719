"""What a hand-in costs here and elsewhere: `python -m tests.bench.peers.compare`.

The same twelve checks of the same six engines in turn, PyTorch live, in CPU seconds of all the
processes that a command starts. Rounds are interleaved, so that a busy machine is as busy for each.
The venv of the peers is made by `make bench-peers`.
"""

from __future__ import annotations

import argparse
import ctypes
import itertools
import os
import resource
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.bench.peers.ports import (
    HERE,
    Check50,
    GradescopeUtils,
    Nbgrader,
    Otter,
    Ours,
    Pytest,
)

HONEST = {
    "right": 12, "overwrites": 8, "preorder": 10, "no_upstream": 11, "reflected_flipped": 11,
    "tanh_uses_x": 11,
}  # fmt: skip
"""What each engine earns in twelve checks. A grader that says otherwise is not measured."""
PR_SET_CHILD_SUBREAPER = 36


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peers-bin", type=Path, default=Path(".venv-peers/bin"))
    parser.add_argument("--sizes", type=int, nargs="+", default=[1, 20])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--without", nargs="*", default=[], help="peers to leave out, by name")
    options = parser.parse_args()
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)  # orphans are waited for here
    ours_bin = Path(sys.executable).parent
    peers = [each() for each in (GradescopeUtils, Check50, Pytest, Nbgrader, Otter)]
    peers = [peer for peer in peers if peer.name not in options.without]
    twelve = Ours("topograde, the twelve", ["--course", str(HERE / "course")])
    exam = Ours("topograde, whole exam", [])
    for size in options.sizes:
        found: dict[str, list[float]] = {}
        for _ in range(options.rounds if size < 100 else 1):
            for port in (*peers, twelve, exam):
                bin_dir = ours_bin if isinstance(port, Ours) else options.peers_bin.absolute()
                cost = measured(port, size, bin_dir, honest=port is not exam)
                found.setdefault(port.name, []).append(cost)
        print(table(size, found, {peer.name for peer in peers}), flush=True)


def measured(port: Any, size: int, bin_dir: Path, honest: bool) -> float:
    """CPU seconds a hand-in of grading a class of `size`."""
    engines = itertools.cycle(HONEST)
    hand_ins = {
        f"student{n:03}": HERE / "engines" / f"{name}.py"
        for n, name in zip(range(size), engines, strict=False)
    }
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "class"
        folder.mkdir()
        commands = port.prepare(folder, hand_ins, bin_dir)
        before = children_cpu()
        for command in commands:
            command.run()  # a wrong engine may make it exit with an error
        reap_orphans()
        spent = children_cpu() - before
        scores = port.scores(folder, hand_ins)
    for student, engine in hand_ins.items():
        if honest and scores.get(student) != HONEST[engine.stem]:
            sys.exit(f"{port.name}: {engine.stem} earned {scores.get(student)}, "
                     f"not {HONEST[engine.stem]}")  # fmt: skip
    return spent / size


def reap_orphans() -> None:
    """Wait for what a command left behind: a kernel's processes count too."""
    while True:
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def children_cpu() -> float:
    """CPU seconds of all processes that were waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def table(size: int, found: dict[str, list[float]], peers: set[str]) -> str:
    """Medians, and each against the cheapest peer of the same run."""
    medians = {name: statistics.median(costs) for name, costs in found.items()}
    cheapest = min((medians[name] for name in peers), default=float("nan"))
    lines = [f"N = {size}", f"{'':26}{'CPU s / hand-in':>17}{'of the cheapest peer':>23}"]
    for name, median in medians.items():
        lines.append(f"{name:26}{median:>17.3f}{median / cheapest:>23.3f}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
