"""Attacks on what is around the lock: reading, explaining, names, clocks, memory, pages.

`python -m tests.attacks.around` grades honest students alone, then the same ones with one hostile
hand-in of each kind among them, and compares. Exits with 1 if an honest report changed, if a
hostile hand-in achieved what it is for, or if the class took longer than 1.5 times the time of the
honest ones and the budgets of the others. `--alone` grades each hostile hand-in by itself, and
exits with 1 if it achieved what it is for or had to be ended;
`--python` names the Python of another version of Topograde, in the folder `--checkout`.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from grader.explain.guard import RAISE
from grader.judging.limits import ASIDE_SECONDS, HAND_IN_SECONDS
from grader.submissions.budget import READING_CPU
from tests.attacks.around_kinds import ENGINE, KINDS, SECOND, Hostile, Run
from tests.support.class_runs import tree
from tests.support.paths import ROOT

BUDGET = HAND_IN_SECONDS + ASIDE_SECONDS + READING_CPU


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
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(
        command, cwd=chosen.checkout, env=environ, stdout=quiet, stderr=quiet
    )
    most = 0
    while process.poll() is None and time.monotonic() - started < seconds:
        most = max(most, sum(map(_held_by, list(tree(process.pid)))))
        time.sleep(0.25)
    if process.poll() is None:
        process.kill()
    code = process.wait() if time.monotonic() - started < seconds else -1
    taken = time.monotonic() - started
    reports = {}
    for path in out.glob("*.json"):
        report = json.loads(path.read_text())
        reports[report["student"]] = report
    rows = {}
    if (out / "grades.csv").exists():
        with (out / "grades.csv").open(newline="") as file:
            rows = {row["student"]: row for row in csv.DictReader(file)}
    return Run(code, taken, most, reports, rows)


def _held_by(pid: int) -> int:
    """Bytes that a process for student code holds in memory; 0 for any other."""
    with suppress(OSError, ValueError, IndexError):
        if b"zygote.py" in Path(f"/proc/{pid}/cmdline").read_bytes():
            pages = Path(f"/proc/{pid}/statm").read_text().split()[1]
            return int(pages) * os.sysconf("SC_PAGE_SIZE")
    return 0


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
    faults = 0
    for kind in kinds:
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(scratch, "class")
            folder.mkdir()
            honest(folder, 1)
            kind.lay_out(folder)
            run = grade(folder, Path(scratch, "out"), chosen, chosen.seconds)
            there = {name: run.reports[name] for name in kind.students if name in run.reports}
            lacking = sorted(set(kind.students) - set(there))
            whole = not lacking or kind.alone
            found = (kind.achieved(replace(run, reports=there)) if whole else "") or (
                "no report of " + ", ".join(lacking)
            ) * bool(lacking)
            held = f"ended after {chosen.seconds:g} s" if run.code < 0 else f"exit {run.code}"
            print(
                f"{kind.name:10}{run.seconds:7.1f} s {run.memory >> 20:6} MiB  {held}  {found}",
                flush=True,
            )
            faults += bool(found) or run.code < 0
    return 1 if faults else 0


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
            elif not kind.alone and (what := kind.achieved(replace(crowd, reports=there))):
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
