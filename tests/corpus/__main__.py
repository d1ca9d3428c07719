"""Two golden corpora: `make corpus`, or `python -m tests.corpus [NAME ...]` with `sample-*` or so.

Every hand-in that stands in the repository is graded by `topograde grade`, with one secret. What
each check comes to is compared with `tests/data/corpus/verdicts.txt`: exit 1 if anything moved.
What is told of each is compared with `explanations.txt`, and only counted and listed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import click

from grader.explain.guard import RAISE
from tests.corpus import records
from tests.corpus.hand_ins import Known, drawn, hand_ins, lay_out
from tests.corpus.records import Record
from tests.proving.located import place_of, truths
from tests.support.paths import DATA, ROOT

SECRET = b"the golden corpora are graded with this"
FOLDER = DATA / "corpus"
STRANGERS = DATA / "strangers"


@click.command()
@click.argument("names", nargs=-1)
@click.option("--sample", type=click.FloatRange(0, 100, min_open=True), metavar="PERCENT",
              help="Only a drawn part.")  # fmt: skip
@click.option("--seed", type=int, default=0, help="What the part is drawn from.")
@click.option("--update", is_flag=True, help="Grade twice and write down what came of it.")
@click.option("--jobs", type=click.IntRange(min=1), help="Processes that grade.")
def main(
    names: tuple[str, ...], sample: float | None, seed: int, update: bool, jobs: int | None
) -> None:
    """Compare verdicts and explanations with those that were written down. NAMES: patterns."""
    started, known = time.monotonic(), hand_ins()
    everything = {each.name for each in known}
    if names:
        known = [k for k in known if any(fnmatchcase(k.name, pattern) for pattern in names)]
        if not known:
            raise click.UsageError(f"no hand-in is called {' or '.join(names)}.")
    if sample is not None:
        known = drawn(known, sample, seed)
    try:
        whole = records.read(FOLDER)
    except OSError:
        whole = Record({}, {}, {})
    old = records.chosen(whole, {each.name for each in known})
    new = records.record_of(graded(known, jobs))
    moved = {name for name, _ in records.moved(old, new)}
    again = [each for each in known if update or each.name in moved]
    if again:
        print("Grading a second time, to find what changes from run to run.", file=sys.stderr)
        new = records.joined(new, records.record_of(graded(again, jobs)))
    checks = sum(len(new.points.get(exercise, ())) for _, exercise in new.verdicts)
    print(
        f"{len(known)} hand-ins, {checks} checks: {time.monotonic() - started:.0f} s by the clock"
    )
    lines = list(differences(old, new))
    print("\n".join(lines))
    if update:
        FOLDER.mkdir(exist_ok=True)
        records.write(records.updated(whole, new, everything), FOLDER)
        print(f"wrote {FOLDER}")
    elif any(records.moved(old, new)):
        print("If it is meant: python -m tests.corpus --update, in the commit that moves it.")
        sys.exit(1)


def differences(old: Record, new: Record) -> Iterator[str]:
    """What moved, what is told otherwise, and how much of both."""
    moved = list(records.moved(old, new))
    yield from (line for _, line in moved)
    kinds: Counter[str] = Counter()
    for kind, line in records.retold(old, new):
        kinds[kind] += 1
        yield f"{kind}: {line}"
    counts = ", ".join(f"{count} with {kind}" for kind, count in kinds.items()) or "all as before"
    yield f"explanations, of {len(new.told)} answers: {counts}"
    for name, (was, now) in measured(old, new).items():
        yield f"strangers' engines {name}: {now}" + (f", was {was}" if was != now else "")
    flaky = " and ".join(" ".join(key) for key in sorted(old.flaky | new.flaky))
    yield f"not compared, since it changes from run to run: {flaky or 'nothing'}"
    yield f"verdicts that moved: {len(moved)}"


def measured(*found: Record) -> dict[str, list[int]]:
    """For each measure of `tests.proving.located`, how many of the strangers' engines have it."""
    counts = {name: [0] * len(found) for name in ("told", "located", "exact", "elsewhere", "all")}
    for number, each in enumerate(found):
        for (name, _), told in each.told.items():
            origin, *rest = name.split("-", 3)
            if origin != "strangers" or rest[1] != "wrong":
                continue
            folder = STRANGERS / rest[0]
            text = (folder / "wrong" / f"{rest[2]}.py").read_text("utf-8")
            _, kind, line, _ = (*told, ("", "unknown", "-", ""))[0]
            place = place_of(text, truths(folder)[rest[2]], None if line == "-" else int(line))
            counts["all"][number] += 1
            counts["told"][number] += kind not in ("unknown", records.FLAKY)
            counts["located"][number] += place in ("located", "exact")
            for exact in {place} & {"exact", "elsewhere"}:
                counts[exact][number] += 1
    return counts


def graded(known: Sequence[Known], jobs: int | None = None) -> dict[str, Any]:
    """The report on each hand-in, as `topograde grade` writes it for students; by name."""
    reports: dict[str, Any] = {}
    for course in sorted({each.course for each in known}):
        with tempfile.TemporaryDirectory(prefix="topograde-corpus-") as scratch:
            folder = Path(scratch)
            lay_out((each for each in known if each.course == course), folder / "class")
            (folder / "secret").write_bytes(SECRET)
            command = [sys.executable, "-m", "grader", "grade", "class", "--layout", "flat"]
            command += ["--course", str(course), "--out", "out", "--secret-file", "secret"]
            command += ["--allow-unsandboxed", *(["--jobs", str(jobs)] if jobs else [])]
            # A fault of ours in what explains is not kept aside: it shows as ungraded.
            environment = {**os.environ, "PYTHONPATH": str(ROOT), RAISE: "1"}
            # Its progress goes to our terminal; what is ungraded (3) is seen in the reports.
            done = subprocess.run(
                command,
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
            )
            if done.returncode not in (0, 3):
                sys.exit(f"`topograde grade` ended with {done.returncode}; nothing is compared.")
            for path in (folder / "out").glob("*.json"):
                report = json.loads(path.read_text("utf-8"))
                reports[report["student"]] = report
    lost = {each.name for each in known} - reports.keys()
    assert not lost, f"no report on {', '.join(sorted(lost))}"
    return reports


if __name__ == "__main__":
    main()
