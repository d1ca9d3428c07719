"""What a hand-in costs here and elsewhere: `python -m tests.bench.peers.compare`.

The same twelve checks of the same six engines in turn, PyTorch live, in CPU seconds of all the
processes that a command starts. Rounds are interleaved, so that a busy machine is as busy for each.
The venv of the peers is made by `make bench-peers`.

Of a large class a peer that starts a process for every hand-in is given the first few only, and
its line says so: what a further hand-in costs it, from the two smaller classes of the same run,
stands beside it.
"""

from __future__ import annotations

import argparse
import itertools
import os
import statistics
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.attacks.left_behind import adopt_orphans
from tests.bench.peers.engines import HONEST, write_engines
from tests.bench.peers.ports import (
    Check50,
    GradescopeUtils,
    Nbgrader,
    Otter,
    Ours,
    Pytest,
)
from tests.bench.setting import children_cpu
from tests.support.paths import DATA

TWELVE, EXAM = "topograde, the twelve", "topograde, whole exam"
AIMS = {1: {TWELVE: 1.3}, 20: {TWELVE: 0.1}, 200: {TWELVE: 1 / 30, EXAM: 0.5}}
"""By size of the class: of the cheapest peer's cost, at most this."""
LARGE = 100
"""From this size on peers are given as many hand-ins as their `most`."""
ONE_ROUND = 20
"""From this size on there is one round: the hand-ins of a class even each other out."""


@dataclass
class Found:
    """The costs of one grader in classes of one size, a round each, and how many it was given."""

    hand_ins: int
    costs: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        """CPU seconds a hand-in."""
        return statistics.median(self.costs)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peers-bin", type=Path, default=Path(".venv-peers/bin"))
    parser.add_argument("--sizes", type=int, nargs="+", default=[1, 20, 200])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--without", nargs="*", default=[], help="peers to leave out, by name")
    options = parser.parse_args()
    adopt_orphans()  # they are waited for here
    ours_bin = Path(sys.executable).parent
    peers = [each() for each in (GradescopeUtils, Check50, Pytest, Nbgrader, Otter)]
    peers = [peer for peer in peers if peer.name not in options.without]
    ours = [Ours(TWELVE, ["--course", str(DATA / "peers_course")]), Ours(EXAM, [])]
    sizes: dict[int, dict[str, Found]] = {}
    for size in sorted(set(options.sizes)):
        found = sizes[size] = {}
        for number in range(options.rounds if size < ONE_ROUND else 1):
            for port in (*peers, *ours):
                bin_dir = ours_bin if isinstance(port, Ours) else options.peers_bin.absolute()
                hand_ins = min(size, port.most) if size >= LARGE and port.most else size
                cost = measured(port, hand_ins, bin_dir, honest=port.name != EXAM)
                found.setdefault(port.name, Found(hand_ins)).costs.append(cost)
                print(f"N = {size}, round {number + 1}, {port.name}: {cost * hand_ins:.1f} CPU s",
                      file=sys.stderr, flush=True)  # fmt: skip
        further = {name: further_cost(name, sizes) for name in found}
        print(table(size, found, {peer.name for peer in peers}, further), flush=True)


def measured(port: Any, size: int, bin_dir: Path, honest: bool) -> float:
    """CPU seconds a hand-in of grading a class of `size`."""
    with tempfile.TemporaryDirectory() as name:
        engines = write_engines(Path(name))
        turns = zip(range(size), itertools.cycle(engines.values()), strict=False)
        hand_ins = {f"student{number:03}": engine for number, engine in turns}
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


def further_cost(name: str, sizes: Mapping[int, Mapping[str, Found]]) -> float | None:
    """What each hand-in after the first costs, of classes of two sizes below `LARGE`, if known."""
    small = [size for size in sizes if size < LARGE and name in sizes[size]]
    if len(small) < 2:
        return None
    few, many = small[0], small[-1]
    more = many * sizes[many][name].median - few * sizes[few][name].median
    return more / (many - few)


def table(
    size: int, found: Mapping[str, Found], peers: set[str], further: Mapping[str, float | None]
) -> str:
    """Medians, and each against the cheapest peer of the same run."""
    cheapest = min((found[name].median for name in peers), default=float("nan"))
    known = any(more is not None for more in further.values())
    heads = f"{'CPU s / hand-in':>16}{'a further one' if known else '':>15}{'of cheapest':>13}"
    lines = [f"N = {size}", f"{'':22}{heads}"]
    for name, each in found.items():
        more, ratio = further[name], each.median / cheapest
        line = f"{name:22}{each.median:>16.3f}{'' if more is None else f'{more:.3f}':>15}"
        line += f"{ratio:>13.4f}"
        aim = AIMS.get(size, {}).get(name)
        if aim is not None:
            line += f"  aim: at most {aim:.4g}" + (", missed" if ratio > aim else "")
        if each.hand_ins != size:
            line += f"  ({each.hand_ins} hand-ins)"
        lines.append(line)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
