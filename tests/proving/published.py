"""Other people's tests of scalar engines, tried on ours: `python -m tests.proving.published`.

The cases of the tests that projects publish, written anew in the form of the exercise
`break-my-engine` (`tests/data/published_tests`). Prints the table of `docs/published-tests.md`;
with `--write` it is written there. Everything runs in this process: the files are our own.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.checks.calls import EngineFactory
from grader.checks.declare import module_of
from grader.programs.interpreter import Running
from grader.programs.operators import kinds
from grader.programs.program import Program
from grader.worker.inside.tasks import stand_in_value
from tests.proving.document import Block, filled, table
from tests.support.paths import ROOT

BREAK = module_of(ROOT / "solutions" / "stretch" / "solutions" / "checks", "break_my_engine")
RIGHT: dict[str, EngineFactory] = BREAK.RIGHT
WRONG: dict[str, dict[str, EngineFactory]] = BREAK.all_wrong()
"""The engines of the exercise: the wrong ones by family, those that are held back as well."""
FOLDER = ROOT / "tests" / "data" / "published_tests"
PAGE = ROOT / "docs" / "published-tests.md"
OURS = ROOT / "solutions" / "stretch" / "solutions" / "06_break_my_engine.py"


@dataclass(frozen=True, slots=True)
class Found:
    """What some tests found: names of wrong engines by family, and right engines they object to."""

    source: str
    wrong: dict[str, list[str]]
    alarms: list[str]

    @property
    def count(self) -> int:
        return sum(map(len, self.wrong.values()))


def end(tests: Callable[[Any], None], factory: EngineFactory) -> str:
    """How tests end with an engine: "silent", "alarm", or "raises" if the engine does."""
    answers: list[float] = []
    while True:
        task = {"operators": kinds(), "answers": answers, "known": 0}
        said = stand_in_value.run(task, tests, repr)
        running = Running(factory()).go_on(Program.from_json(said["steps"]).steps)
        if running.stopped is not None:
            return "raises"
        if said["end"] != "waiting":
            return str(said["end"])
        answers = running.answer


def found_by(tests: Callable[[Any], None], source: str) -> Found:
    """All that these tests find."""
    wrong = {
        family: [n for n, make in engines.items() if end(tests, make) != "silent"]
        for family, engines in WRONG.items()
    }
    alarms = [name for name, make in RIGHT.items() if end(tests, make) != "silent"]
    return Found(source, wrong, alarms)


def all_found() -> list[Found]:
    """What each project's tests find, most first; ours are not among them."""
    found = []
    for path in sorted(FOLDER.glob("[a-z]*.py")):
        module = importlib.import_module(f"tests.data.published_tests.{path.stem}")
        found.append(found_by(module.tests, (module.__doc__ or "").partition("\n")[0]))
    return sorted(found, key=lambda each: (-each.count, len(each.alarms)))


def of_the_course() -> Found:
    """What the solution of the exercise finds."""
    spec = importlib.util.spec_from_file_location("break_my_engine", Path(OURS))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return found_by(module.tests, "The solution of the exercise (this repository's)")


def table_of(found: list[Found]) -> Block:
    """The table of the page."""
    totals = {family: len(engines) for family, engines in WRONG.items()}
    titles = (
        *("tests", "licence", f"wrong engines found, of {sum(totals.values())}"),
        f"false alarms, of {len(RIGHT)}",
        *(f"{family} ({total})" for family, total in totals.items()),
    )
    rows = []
    for each in found:
        where, _, licence = each.source.partition(" (")
        counts = (len(each.wrong[family]) for family in WRONG)
        rows.append((where, licence.partition(")")[0], each.count, len(each.alarms), *counts))
    return table(titles, rows)


def main() -> None:
    """Print the table, and write it into the page."""
    found = table_of([*all_found(), of_the_course()])
    if "--write" in sys.argv[1:]:
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(filled(page, {page.partition("\n")[0].lstrip("# "): [found]}))
    print("\n".join(found))


if __name__ == "__main__":
    main()
