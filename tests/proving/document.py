"""The tables and lists of `docs/detection.md`. Its words are written there, by hand.

A full proof fills in all of them; `python -m tests.proving.document` those that need no proof:
they are counted from the checks, and from the figures that are kept in files.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from grader.authoring.verify import Flaw
from grader.checks.declare import Check, checks_of
from grader.classroom.output_files import write_text
from grader.course.course import load_course
from tests.proving import asked, gaps
from tests.proving.beliefs import ALL
from tests.proving.costs import Cost, Costs
from tests.proving.figures import Rate, by_family, exceptions
from tests.proving.judged import HERE, TOLD_OTHERWISE, UNNAMED
from tests.proving.mutants import equivalents
from tests.proving.proof import Proof
from tests.proving.reasons import reason_of, unneeded
from tests.proving.runs import Outcome
from tests.proving.tasks import TOLD_BY_CHECKS
from tests.support.paths import ROOT

PAGE = ROOT / "docs" / "detection.md"
DATA = HERE.parent / "data"
SUBTLE = ("wrong_exercises", "right_exercises", "subtle_engines", "odd_engines")
TENSORS = ("caught", "told", "located", "exact", "elsewhere", "right")
COUNTED = ("caught", "told", "about", "misleading", "located", "exact", "elsewhere")
COSTS = ("least lost", "most lost", "most beyond")

LETTERS = "abcdefghijklmnopqrstuvwxyz"
ONLY_THERE = "This kind is what one exercise alone asks."
FILLED = re.compile(r"(?:^(?:\||\* ).*\n)+", re.MULTILINE)
"""A table, or a list of one line each."""

Needed = Mapping[tuple[str, str], Sequence[str]]
Block = list[str]
"""The lines of a table or of a list."""


def needed_for(needs: Iterable[Outcome]) -> Needed:
    """For each exercise and check, the hand-ins that only it catches."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for outcome in needs:
        if len(outcome.missed) == 1:
            found[outcome.hand_in.exercise, outcome.missed[0]].append(outcome.hand_in.name)
    return found


def needless(
    needed: Needed, checks: Mapping[str, Sequence[Check]], reasons: Mapping[str, str]
) -> Iterator[Flaw]:
    """Checks that alone catch nothing and have no reason, and reasons that are not needed."""
    file = HERE / "reasons.py"
    alone = [
        f"{exercise}/{check.id}"
        for exercise, found in checks.items()
        for check in found
        if not needed.get((exercise, check.id))
    ]
    for name in alone:
        if reason_of(name, reasons) is None:
            fault = f"nothing is caught by the check {name} alone"
            yield Flaw(file, fault, "merge it with another, or write down what it is for")
    for pattern in unneeded(alone, reasons):
        yield Flaw(file, f"stale: no check needs the reason for {pattern}", "take it out")


def filled(page: str, blocks: Mapping[str, Sequence[Block]]) -> str:
    """The page with these tables and lists in its sections, in place of those that are there.

    Raises `ValueError` where a section has more or fewer of them.
    """
    sections = re.split(r"^(?=##? )", page, flags=re.MULTILINE)
    for number, section in enumerate(sections):
        title = section.partition("\n")[0].lstrip("# ")
        if title not in blocks:
            continue
        words = FILLED.split(section)
        if len(words) != len(blocks[title]) + 1:
            raise ValueError(f"{title}: {len(words) - 1} tables, not {len(blocks[title])}")
        texts = ["".join(f"{line}\n" for line in block) for block in blocks[title]]
        sections[number] = "".join(map("".join, zip(words, [*texts, ""], strict=True)))
    return "".join(sections)


def proved(
    proof: Proof, rates: Mapping[str, Rate], checks: Mapping[str, Sequence[Check]]
) -> dict[str, list[Block]]:
    """What a full proof found, by the titles of the sections."""
    names = [outcome.hand_in.name for outcome in proof.outcomes["odd engines"]]
    return {
        "Detection": [
            table(("what", "", ""), ((name, rate, rate.percent) for name, rate in rates.items()))
        ],
        "Misconceptions, by family": _families(proof),
        "Right, but odd": [[f"* {len(names)}: {'; '.join(names)}."]],
        "Two at once": [_pairs(proof)],
        "Systematic mutants": _mutants(proof),
        "What a mistake costs": _costs(proof.costs) if proof.costs is not None else [],
        "What each check is for": [_checks(proof, checks)],
    }


def counted(checks: Mapping[str, Sequence[Check]]) -> dict[str, list[Block]]:
    """What needs no proof, by the titles of the sections."""
    subtle = _figures("strangers/subtle.toml")
    strangers = _figures("strangers/figures.toml")
    return {
        "Subtle mistakes, by kind": _lettered("kind", list(checks), gaps.cells(checks)),
        "Properties, by exercise": _lettered("property", list(checks), asked.rows(checks)),
        "Strangers' subtle mistakes": [_runs(("set", "run", *SUBTLE), subtle)],
        "Strangers' engines": [
            [*_runs(("set", "engines", "run", *COUNTED), strangers), *_sums(strangers)]
        ],
        "Strangers' tensor engines": [
            _runs(("set", "engines", "run", *TENSORS), _figures("tensor_engines/figures.toml"))
        ],
    }


def table(titles: Sequence[str], rows: Iterable[Sequence[object]]) -> Block:
    """A table with these rows below its titles."""
    lines = (titles, ["---"] * len(titles), *rows)
    return [f"| {' | '.join(map(str, cells))} |" for cells in lines]


def _figures(file: str) -> dict[str, list[dict[str, Any]]]:
    """Runs by their sets; first ones stay as they were."""
    return tomllib.loads((DATA / file).read_text("utf-8"))


def _runs(titles: Sequence[str], figures: Mapping[str, list[dict[str, Any]]]) -> Block:
    rows = [{"set": name} | run for name, runs in figures.items() for run in runs]
    cells = ([row.get(title, "") for title in titles] for row in rows)
    return table([title.replace("_", " ") for title in titles], cells)


def _sums(figures: Mapping[str, list[dict[str, Any]]]) -> Iterator[str]:
    for run in ("by lines", "seen"):
        rows = [each for runs in figures.values() for each in runs if each["run"] == run]
        sums = [sum(each[k] for each in rows) if k in rows[0] else "" for k in COUNTED]
        engines = sum(each["engines"] for each in rows)
        yield f"| all | {engines} | {run} | {' | '.join(map(str, sums))} |"


def _families(proof: Proof) -> list[Block]:
    family_of = defaultdict(lambda: "tasks: seen", {record.id: record.family for record in ALL})
    family_of |= dict.fromkeys(TOLD_BY_CHECKS, "tasks: told by the failed check")
    singles = by_family(proof.outcomes["misconceptions"], family_of)
    others = by_family(proof.outcomes["variants"], family_of)
    rows = ((name, *rates, *others.get(name, ("", ""))) for name, rates in singles.items())
    titles = ("family", "caught", "named", "variants caught", "named")
    lost = [f"* {name}: {reason}" for name, reason in {**UNNAMED, **TOLD_OTHERWISE}.items()]
    unnamed = exceptions(proof)["variants not named"] or ["none"]
    return [table(titles, rows), lost, [f"* {name}" for name in unnamed]]


def _lettered(
    what: str, exercises: Sequence[str], rows: Iterable[tuple[str, Sequence[int | str]]]
) -> list[Block]:
    """A table in which no cell is empty without its reason, and the reasons by their letters."""
    letters: dict[str, str] = {}
    lines = []
    for name, cells in rows:
        texts = [str(cell or ONLY_THERE) for cell in cells]
        shown = (
            letters.setdefault(text, LETTERS[len(letters)]) if " " in text else text
            for text in texts
        )
        lines.append((name, *shown))
    reasons = [f"* {letter}: {reason}" for reason, letter in letters.items()]
    return [table((what, *exercises), lines), reasons]


def _pairs(proof: Proof) -> Block:
    found = exceptions(proof)
    lines = []
    for key in ("none named", "one named"):
        hidden = defaultdict(list)
        for name in found[key]:
            for belief in name.split(" + "):
                hidden[belief].append(name)
        often = sorted(hidden, key=lambda belief: (-len(hidden[belief]), belief))[:8]
        told = ", ".join(f"{belief} ({len(hidden[belief])})" for belief in often) or "none"
        lines.append(f"* {key.capitalize()}: {len(found[key])}; most often with {told}.")
    return lines


def _mutants(proof: Proof) -> list[Block]:
    caught: dict[str, list[bool]] = defaultdict(list)
    for outcome in proof.outcomes["mutants"]:
        caught[outcome.hand_in.exercise].append(outcome.caught)
    rows = ((name, len(each), sum(each), len(each) - sum(each)) for name, each in caught.items())
    reasons = [f"* {e.exercise}: `{e.after}`. {e.reason}" for e in equivalents()]
    return [table(("exercise", "mutants", "caught", "equivalent"), rows), reasons]


def _costs(costs: Costs) -> list[Block]:
    by_rule: dict[str, list[Cost]] = defaultdict(list)
    for cost in costs.single:
        by_rule[cost.hand_in.name.rpartition(" in ")[2].partition(",")[0]].append(cost)
    rows = []
    for rule, found in by_rule.items():
        lost = [cost.points for cost in found]
        of_each = (min(lost), max(lost), max(cost.beyond for cost in found))
        rows.append((rule, len(found), *(f"{points:g}" for points in of_each)))
    of = f"of {costs.single[0].whole:g}"
    whole = sorted((*costs.everything, *costs.nothing), key=lambda cost: cost.points)
    return [
        table(("broken rule", "engines", *COSTS), rows),
        table(("engine", f"points lost {of}"), ((c.hand_in.name, f"{c.points:g}") for c in whole)),
    ]


def _checks(proof: Proof, checks: Mapping[str, Sequence[Check]]) -> Block:
    needed = needed_for(proof.needs)
    rows = []
    for exercise, found in checks.items():
        for check in found:
            names = needed.get((exercise, check.id), ())
            reason = reason_of(f"{exercise}/{check.id}")
            why = _example(names) if names else reason[1] if reason else ""
            rows.append((exercise, check.id, len(names), why))
    return table(("exercise", "check", "it alone catches", "for example, or why it is there"), rows)


def _example(names: Sequence[str]) -> str:
    beliefs = [name for name in names if not name.startswith("line ")]
    return (beliefs or list(names))[0].replace("|", "\\|")


if __name__ == "__main__":
    found = counted(checks_of(load_course(ROOT)))
    write_text(PAGE, filled(PAGE.read_text(encoding="utf-8"), found))
