"""Attacks on what is around the lock: reading, explaining, names, clocks, memory, pages.

`python -m tests.attacks.around` grades honest students alone, then the same ones with one hostile
hand-in of each kind among them, and compares. Exits with 1 if an honest report changed, if a
hostile hand-in achieved what it is for, or if the class took longer than 1.5 times the time of the
honest ones and the budgets of the others. `--alone` grades each hostile hand-in by itself;
`--python` names the Python of another version of Topograde, in the folder `--checkout`.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.explain.guard import RAISE
from grader.judging.limits import HAND_IN_CPU, HAND_IN_IDLE
from grader.submissions.budget import READING_CPU
from tests.support.paths import ROOT

BUDGET = HAND_IN_CPU + HAND_IN_IDLE + READING_CPU
ENGINE = (ROOT / "solutions" / "13_engine.py").read_text().partition("# ---- Examples")[0]
SECOND = sorted((ROOT / "solutions").glob("02_*.py"))[0]


def _file(name: str, text: str) -> Callable[[Path], None]:
    def lay_out(folder: Path) -> None:
        (folder / name).mkdir()
        (folder / name / "13_engine.py").write_text(text)

    return lay_out


def _modules(folder: Path) -> None:
    with zipfile.ZipFile(folder / "modules.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(SECOND.name, SECOND.read_text())  # so that the others are looked for
        for number in range(1_990):
            archive.writestr(f"m{number}.py", "import x " * 1_000 + "\nclass Value: pass\n")


def _showcase(folder: Path) -> None:
    (folder / "showcase").mkdir()
    text = 'SHOWCASE_ORDER = [["L"], ["e"], {"a": 1}]\n'
    (folder / "showcase" / "01_order_by_hand.py").write_text(text)
    (folder / "showcase" / SECOND.name).write_text(SECOND.read_text())


def _two_cases(folder: Path) -> None:
    for name in ("Twin", "twin"):
        (folder / name).mkdir()
        (folder / name / SECOND.name).write_text(SECOND.read_text())


@dataclass(frozen=True, slots=True)
class Hostile:
    """One hand-in, and whether its reports show that it achieved what it is for."""

    name: str
    tries: str
    lay_out: Callable[[Path], None]
    achieved: Callable[[dict[str, Any]], str]
    students: tuple[str, ...]


def _nothing(reports: dict[str, Any]) -> str:
    return ""


def _second_lost(reports: dict[str, Any]) -> str:
    for name, report in reports.items():
        exercise = next(e for e in report["exercises"] if e["id"] == SECOND_ID)
        if exercise["score"] != exercise["max_score"]:
            return f"{name} lost points of {SECOND_ID}"
    return ""


def _told(reports: dict[str, Any]) -> str:
    text = json.dumps(list(reports.values()))
    secret = [word for word in (platform.node(), platform.release()) if word and word in text]
    return f"told {secret}" if secret else ""


SECOND_ID = SECOND.stem[3:].replace("_", "-")
# On the version before this edition: `spaces` was not read within 40 s; `modules` took 711 s of CPU
# (now 3); of `showcase` all was ungraded; both `twins` got no grade; `printer` told the host.
KINDS = (
    Hostile("spaces", "100,000 spaces in a line that is looked for magics",
            _file("spaces", "get_ipython().system('x')" + " " * 100_000 + "+ 1\n" + ENGINE),
            _nothing, ("spaces",)),
    Hostile("modules", "1,990 modules in one zip", _modules, _nothing, ("modules",)),
    Hostile("showcase", "an order made of lists", _showcase, _second_lost, ("showcase",)),
    Hostile("twins", "two names that differ in case only", _two_cases, _second_lost,
            ("Twin", "twin")),
    Hostile("sleeper", "sleeps 3.3 s in each batch",
            _file("sleeper", "import time\ntime.sleep(3.3)\n" + ENGINE), _nothing, ("sleeper",)),
    Hostile("memory", "850 MB in each process",
            _file("memory", "KEEP = bytearray(b'x' * (850 << 20))\n" + ENGINE), _nothing,
            ("memory",)),
    Hostile("printer", "prints the machine's name",
            _file("printer", "import platform\nprint(platform.uname())\n" + ENGINE), _told,
            ("printer",)),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Run:
    """A graded class: exit code, seconds, the reports and the table's rows by student."""

    code: int
    seconds: float
    reports: dict[str, Any]
    rows: dict[str, dict[str, str]]


def grade(folder: Path, out: Path, chosen: argparse.Namespace, seconds: float) -> Run:
    """Grade with the chosen version; killed after so many seconds."""
    environ = {k: v for k, v in os.environ.items() if k != RAISE}
    environ["PYTHONPATH"] = str(chosen.checkout)
    (out.parent / "secret").write_text("a secret that is long enough")
    command = [
        chosen.python, "-m", "grader", "grade", str(folder), "--out", str(out),
        "--secret-file", str(out.parent / "secret"),
    ]  # fmt: skip
    started = time.monotonic()
    try:
        done = subprocess.run(
            command, cwd=chosen.checkout, env=environ, timeout=seconds, capture_output=True
        )
        code = done.returncode
    except subprocess.TimeoutExpired:
        code = -1
    taken = time.monotonic() - started
    reports = {}
    for path in out.glob("*.json"):
        report = json.loads(path.read_text())
        reports[report["student"]] = report
    rows = {}
    if (out / "grades.csv").exists():
        with (out / "grades.csv").open(newline="") as file:
            rows = {row["student"]: row for row in csv.DictReader(file)}
    return Run(code, taken, reports, rows)


def honest(folder: Path, count: int) -> set[str]:
    """Right answers, each a little different from the others."""
    names = {f"honest{number:02d}" for number in range(count)}
    for name in names:
        (folder / name).mkdir()
        (folder / name / SECOND.name).write_text(f"# {name}\n{SECOND.read_text()}")
        if name.endswith(("0", "5")):
            (folder / name / "13_engine.py").write_text(f"# {name}\n{ENGINE}")
    return names


def each_alone(kinds: tuple[Hostile, ...], chosen: argparse.Namespace) -> int:
    """Each kind by itself, beside one honest student: what it does to the class."""
    for kind in kinds:
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(scratch, "class")
            folder.mkdir()
            honest(folder, 1)
            kind.lay_out(folder)
            run = grade(folder, Path(scratch, "out"), chosen, chosen.seconds)
            there = {name: run.reports[name] for name in kind.students if name in run.reports}
            lacking = sorted(set(kind.students) - set(there))
            found = kind.achieved(there) or ("no report of " + ", ".join(lacking)) * bool(lacking)
            held = f"ended after {chosen.seconds:g} s" if run.code < 0 else f"exit {run.code}"
            print(f"{kind.name:10}{run.seconds:7.1f} s  {held}  {found}", flush=True)
    return 0


def among_honest(kinds: tuple[Hostile, ...], chosen: argparse.Namespace) -> int:
    """The class alone, then with one of each kind."""
    faults = []
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch, "class")
        folder.mkdir()
        names = honest(folder, chosen.honest)
        alone = grade(folder, Path(scratch, "alone"), chosen, chosen.seconds)
        for kind in kinds:
            kind.lay_out(folder)
        crowd = grade(folder, Path(scratch, "crowd"), chosen, chosen.seconds)
        if crowd.code != 0:
            faults.append(f"grading ended with {crowd.code}")
        changed = [name for name in sorted(names) if alone.reports[name] != crowd.reports.get(name)]
        faults += [f"the report of {name} changed" for name in changed]
        for kind in kinds:
            there = {name: crowd.reports[name] for name in kind.students if name in crowd.reports}
            if len(there) < len(kind.students):
                faults.append(f"{kind.name}: no report")
            elif what := kind.achieved(there):
                faults.append(f"{kind.name}: {what}")
    most = 1.5 * alone.seconds + BUDGET * len(kinds)
    if crowd.seconds > most:
        faults.append(f"the class took {crowd.seconds:.0f} s, at most {most:.0f} were expected")
    print(
        f"{chosen.honest} honest alone: {alone.seconds:.0f} s; with {len(kinds)} hostile ones: "
        f"{crowd.seconds:.0f} s; {len(changed)} reports changed"
    )
    for fault in faults:
        print(f"FAULT  {fault}")
    return 1 if faults else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", help="these kinds only")
    parser.add_argument("--alone", action="store_true", help="each kind by itself")
    parser.add_argument("--honest", type=int, default=50)
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--checkout", type=Path, default=ROOT)
    parser.add_argument("--seconds", type=float, default=1800.0, help="end a run after so many")
    chosen = parser.parse_args()
    if sys.platform != "linux":
        print("This needs Linux: elsewhere hand-ins are not graded without a flag.")
        return 0
    kinds = tuple(kind for kind in KINDS if not chosen.names or kind.name in chosen.names)
    return each_alone(kinds, chosen) if chosen.alone else among_honest(kinds, chosen)


if __name__ == "__main__":
    sys.exit(main())
