"""What is kept of a graded hand-in: its verdicts, which are frozen, and its explanations.

What one can do with it: take both from reports (`record_of`), make one record of several runs, so
that what changes from run to run is known as such (`joined`), write and read the two files
(`write`, `read`), and compare (`moved`, `retold`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

VERDICTS, EXPLANATIONS = "verdicts.txt", "explanations.txt"
HEAD = {
    VERDICTS: """\
# Written by `python -m tests.corpus --update`. First each exercise with its checks and
# their points. Then, one a line: hand-in, exercise, score, and the checks that are not passed, by
# outcome. `flaky`: it changes from run to run. `-`: nothing of the hand-in is graded.
""",
    EXPLANATIONS: """\
# Written by `python -m tests.corpus --update`. One finding a line, in the order of the report:
# hand-in, exercise, id, kind, marked line, first sentence. `flaky`: it changes from run to run.
""",
}
FLAKY = "flaky"
NOTHING = "-"
Key = tuple[str, str]
"""A hand-in and an exercise."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The score in one exercise, and the checks that are not passed, by id."""

    score: float
    lost: Mapping[str, str] = field(default_factory=dict)

    def outcome(self, check: str) -> str:
        return self.lost.get(check, "passed")


Told = tuple[str, str, str, str]
"""A finding: id, kind, marked line (or `-`), first sentence."""


@dataclass(frozen=True, slots=True)
class Record:
    """Points of each check by exercise, and each hand-in's verdicts and findings."""

    points: Mapping[str, Mapping[str, float]]
    verdicts: Mapping[Key, Verdict]
    told: Mapping[Key, tuple[Told, ...]]

    @property
    def flaky(self) -> set[Key]:
        """What changes from run to run."""
        found = {key for key, each in self.verdicts.items() if FLAKY in each.lost.values()}
        return found | {key for key, told in self.told.items() if told and told[0][0] == FLAKY}


def record_of(reports: Mapping[str, Mapping[str, Any]]) -> Record:
    """What is kept of reports, as `topograde grade` writes them, by hand-in."""
    points: dict[str, dict[str, float]] = {}
    verdicts: dict[Key, Verdict] = {}
    told: dict[Key, tuple[Told, ...]] = {}
    for name, report in reports.items():
        verdicts[name, NOTHING] = Verdict(0.0)
        for exercise in report["exercises"]:
            if exercise["handed_in"]:
                verdicts.pop((name, NOTHING), None)
                key, checks = (name, exercise["id"]), exercise["checks"]
                points[key[1]] = {check["id"]: check["max_points"] for check in checks}
                lost = {c["id"]: c["outcome"] for c in checks if c["outcome"] != "passed"}
                verdicts[key] = Verdict(exercise["score"], lost)
                told[key] = tuple(map(_told, exercise["diagnosis"]))
    return Record(points, verdicts, told)


def _told(finding: Mapping[str, Any]) -> Told:
    line = str(finding["where"]["marked"]) if finding.get("where") else "-"
    first = re.split(r"(?<=[.?!])\s", " ".join(finding["explanation"].split()), maxsplit=1)[0]
    return finding["id"], finding["kind"], line, first


def joined(one: Record, other: Record) -> Record:
    """The first record, with what is otherwise in a second run of the same hand-ins as flaky."""
    verdicts, told = dict(one.verdicts), dict(one.told)
    for key in one.verdicts.keys() & other.verdicts.keys():
        verdict, again = one.verdicts[key], other.verdicts[key]
        lost = {
            check: verdict.outcome(check) if _same(verdict, again, check) else FLAKY
            for check in {**verdict.lost, **again.lost}
        }
        verdicts[key] = replace(verdict, lost=lost)
        if key in told and told[key] != other.told[key]:
            told[key] = ((FLAKY, FLAKY, "-", FLAKY),)
    return Record(one.points, verdicts, told)


def _same(one: Verdict, other: Verdict, check: str) -> bool:
    return one.outcome(check) == other.outcome(check)


def chosen(record: Record, names: set[str]) -> Record:
    """What a record says of some hand-ins, and of the exercises that they are about."""
    verdicts = {key: value for key, value in record.verdicts.items() if key[0] in names}
    exercises = {exercise for _, exercise in verdicts}
    return Record(
        {name: value for name, value in record.points.items() if name in exercises},
        verdicts,
        {key: value for key, value in record.told.items() if key[0] in names},
    )


def updated(old: Record, new: Record, names: set[str]) -> Record:
    """The old record with what is new in it, and without hand-ins that are not there any more."""
    kept = chosen(old, names - {name for name, _ in new.verdicts})
    verdicts, told = {**kept.verdicts, **new.verdicts}, {**kept.told, **new.told}
    return Record({**kept.points, **new.points}, verdicts, told)


def moved(old: Record, new: Record) -> Iterator[tuple[str, str]]:
    """Each verdict that is another one: hand-in, and a line with check, old and new outcome."""
    for exercise, checks in new.points.items():
        before = old.points.get(exercise, checks)
        for check in {**before, **checks}:
            was, now = (f"{each.get(check, 'nothing')}" for each in (before, checks))
            if was != now:
                yield exercise, f"{exercise} {check}: was worth {was}, now {now}"
    for key in sorted({*old.verdicts, *new.verdicts}):
        for line in _moved(old.verdicts.get(key), new.verdicts.get(key)):
            yield key[0], f"{' '.join(key)}{line}"


def _moved(was: Verdict | None, now: Verdict | None) -> Iterator[str]:
    if was is None or now is None:
        yield f": {'is new' if was is None else 'is gone'}"
        return
    # An engine that walks a set passes a check now and then, and not always one that is known for
    # it. What a right hand-in does at times only is a verdict that moved: it lost nothing before.
    if FLAKY in was.lost.values() and now.lost:
        return
    flaky = [was.lost, now.lost] if was.lost else [was.lost]
    known = {check for lost in flaky for check, outcome in lost.items() if outcome == FLAKY}
    for check in {**was.lost, **now.lost}:
        if check not in known and not _same(was, now, check):
            yield f" {check}: was {was.outcome(check)}, now {now.outcome(check)}"
    if was.score != now.score and not known:
        yield f": the score was {was.score:g}, now {now.score:g}"


def retold(old: Record, new: Record) -> Iterator[tuple[str, str]]:
    """Each hand-in that is told something else: what differs first, and where."""
    for key in sorted({*old.told, *new.told}):
        was, now = old.told.get(key, ()), new.told.get(key, ())
        if was == now or (was and was[0][0] == FLAKY):
            continue
        one, other = (was or (None,))[0], (now or (None,))[0]
        what = " ".join(key)
        if one == other:
            yield "a later finding", f"{what}: {len(was)} findings, now {len(now)}"
        elif one is None or other is None or one[:2] != other[:2]:
            yield "another finding", f"{what}: {_first(one)}, now {_first(other)}"
        elif one[2] != other[2]:
            yield "another line", f"{what}: {_first(one)}, now line {other[2]}"
        else:
            yield "other words", f"{what}: {one[3]!r}, now {other[3]!r}"


def _first(told: Told | None) -> str:
    return f"{told[0]} ({told[1]}), line {told[2]}" if told else "nothing"


def write(record: Record, folder: Path) -> None:
    """Write both files, one line a hand-in and exercise, or a finding."""
    lines = []
    for exercise, checks in sorted(record.points.items()):
        worth = " ".join(f"{check}={points:g}" for check, points in checks.items())
        lines.append(f"checks {exercise} {worth}")
    for (name, exercise), verdict in sorted(record.verdicts.items()):
        by: dict[str, list[str]] = {}
        for check, outcome in sorted(verdict.lost.items()):
            by.setdefault(outcome, []).append(check)
        lost = (f" {outcome}={','.join(checks)}" for outcome, checks in sorted(by.items()))
        lines.append(f"{name} {exercise} {verdict.score:g}{''.join(lost)}")
    (folder / VERDICTS).write_text(HEAD[VERDICTS] + "\n".join(lines) + "\n", encoding="utf-8")
    lines = ["\t".join((*key, *each)) for key, told in sorted(record.told.items()) for each in told]
    text = HEAD[EXPLANATIONS] + "\n".join(lines) + "\n"
    (folder / EXPLANATIONS).write_text(text, encoding="utf-8")


def read(folder: Path) -> Record:
    """The record that `write` wrote. Raises OSError if there is none."""
    points: dict[str, dict[str, float]] = {}
    verdicts: dict[Key, Verdict] = {}
    told: dict[Key, tuple[Told, ...]] = {}
    for line in _lines(folder / VERDICTS):
        name, exercise, *rest = line.split(" ")
        pairs = [item.split("=") for item in rest if "=" in item]
        if name == "checks":
            points[exercise] = {check: float(worth) for check, worth in pairs}
        else:
            lost = {check: outcome for outcome, ids in pairs for check in ids.split(",")}
            verdicts[name, exercise] = Verdict(float(rest[0]), lost)
            told |= {} if exercise == NOTHING else {(name, exercise): ()}
    for line in _lines(folder / EXPLANATIONS):
        name, exercise, id, kind, marked, first = line.split("\t")
        told[name, exercise] = *told[name, exercise], (id, kind, marked, first)
    return Record(points, verdicts, told)


def _lines(path: Path) -> Sequence[str]:
    return [line for line in path.read_text("utf-8").split("\n") if line and line[0] != "#"]
