"""The twelve checks in each peer's own form, and the commands that run them.

A port has two methods: `prepare(folder, hand_ins)` writes what the peer wants to find, and returns
the commands that grade all the hand-ins; `scores(folder, hand_ins)` reads the points back, so that
a peer that did nothing is not called fast. `most` is how many hand-ins of a large class it is given
where it starts a process for each, so that more of them cost no less; None for all.
"""

from __future__ import annotations

import csv
import json
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.bench.peers.engines import RIGHT

HERE = Path(__file__).parent
TWELVE = HERE / "twelve.py"
NUMBERS = range(12)


@dataclass(frozen=True)
class Command:
    """One process to run, and where."""

    argv: list[str]
    folder: Path

    def run(self, check: bool = False) -> None:
        """Run it. Its own programs come first on the path, as in a venv that is activated; and its
        modules are compiled once, as everywhere but where that is switched off."""
        path = f"{Path(self.argv[0]).parent}{os.pathsep}{os.environ['PATH']}"
        environment = {**os.environ, "PATH": path, "PYTHONDONTWRITEBYTECODE": ""}
        subprocess.run(
            self.argv, cwd=self.folder, check=check, env=environment,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip


class Pytest:
    """A fresh pytest process with pytest-json-report for each hand-in."""

    name = "pytest + json-report"
    most = 20
    tests = (
        "import pytest, twelve\nfrom engine import Value\n\n"
        "@pytest.mark.parametrize('number', range(12))\n"
        "def test_twelve(number):\n    assert twelve.wrong(Value, number) is None\n"
    )

    def prepare(self, folder: Path, hand_ins: Mapping[str, Path], bin_dir: Path) -> list[Command]:
        commands = []
        for student, engine in hand_ins.items():
            own = _own_folder(folder, student, engine)
            (own / "test_twelve.py").write_text(self.tests)
            argv = [str(bin_dir / "python"), "-m", "pytest", "-q", "--json-report"]
            commands.append(Command([*argv, "--json-report-file=report.json"], own))
        return commands

    def scores(self, folder: Path, hand_ins: Mapping[str, Path]) -> dict[str, float]:
        found = {}
        for student in hand_ins:
            report = json.loads((folder / student / "report.json").read_text())
            found[student] = float(report["summary"].get("passed", 0))
        return found


class GradescopeUtils:
    """unittest with weights and the JSON runner, a process for each hand-in."""

    name = "gradescope-utils"
    most = 20
    head = (
        "import unittest, twelve\nfrom engine import Value\n"
        "from gradescope_utils.autograder_utils.decorators import weight\n"
        "from gradescope_utils.autograder_utils.json_test_runner import JSONTestRunner\n\n"
        "class Twelve(unittest.TestCase):\n"
    )
    tail = (
        "\nif __name__ == '__main__':\n"
        "    suite = unittest.defaultTestLoader.loadTestsFromTestCase(Twelve)\n"
        "    with open('results.json', 'w') as out:\n"
        "        JSONTestRunner(visibility='visible', stream=out).run(suite)\n"
    )

    def prepare(self, folder: Path, hand_ins: Mapping[str, Path], bin_dir: Path) -> list[Command]:
        body = "".join(
            f"    @weight(1)\n    def test_{n}(self):\n"
            f"        self.assertIsNone(twelve.wrong(Value, {n}))\n"
            for n in NUMBERS
        )
        commands = []
        for student, engine in hand_ins.items():
            own = _own_folder(folder, student, engine)
            (own / "run_tests.py").write_text(self.head + body + self.tail)
            commands.append(Command([str(bin_dir / "python"), "run_tests.py"], own))
        return commands

    def scores(self, folder: Path, hand_ins: Mapping[str, Path]) -> dict[str, float]:
        results = {s: json.loads((folder / s / "results.json").read_text()) for s in hand_ins}
        return {s: sum(test["score"] for test in each["tests"]) for s, each in results.items()}


class Check50:
    """check50 in development mode, a process for each hand-in and one for each check."""

    name = "check50"
    most = 20

    def prepare(self, folder: Path, hand_ins: Mapping[str, Path], bin_dir: Path) -> list[Command]:
        checks = folder / "checks"
        checks.mkdir(parents=True)
        body = "".join(
            f'@check50.check()\ndef c{n}():\n    """check {n}"""\n    _must({n})\n\n'
            for n in NUMBERS
        )
        (checks / "__init__.py").write_text(
            f"import sys\nsys.path.insert(0, {str(folder)!r})\nimport check50, twelve\n\n"
            "def _must(number):\n"
            "    sys.path.insert(0, '.')\n    from engine import Value\n"
            "    said = twelve.wrong(Value, number)\n"
            "    if said:\n        raise check50.Failure(said)\n\n" + body
        )
        (checks / ".cs50.yaml").write_text("check50:\n  files:\n    - !require engine.py\n")
        shutil.copy(TWELVE, folder / "twelve.py")
        commands = []
        for student, engine in hand_ins.items():
            own = _own_folder(folder, student, engine)
            argv = [str(bin_dir / "check50"), "--dev", str(checks), "-o", "json"]
            argv += ["--output-file", "results.json", "--log-level", "error"]
            commands.append(Command(argv, own))
        return commands

    def scores(self, folder: Path, hand_ins: Mapping[str, Path]) -> dict[str, float]:
        results = {s: json.loads((folder / s / "results.json").read_text()) for s in hand_ins}
        return {
            student: float(sum(each["passed"] is True for each in result["results"]))
            for student, result in results.items()
        }


class Nbgrader:
    """`nbgrader autograde`: one command for the class, a kernel for each hand-in."""

    name = "nbgrader autograde"
    most = 20  # the command itself is started once: 1 and 20 show what that saves

    def prepare(self, folder: Path, hand_ins: Mapping[str, Path], bin_dir: Path) -> list[Command]:
        source = folder / "source" / "exam"
        source.mkdir(parents=True)
        shutil.copy(TWELVE, source)
        right = RIGHT.read_text()
        solution = f"### BEGIN SOLUTION\n{right}### END SOLUTION"
        _write_notebook(source / "exam.ipynb", _nbgrader_cells(solution))
        (folder / "nbgrader_config.py").write_text(
            "c = get_config()\nc.CourseDirectory.course_id = 'twelve'\n"
            "c.ClearSolutions.code_stub = {'python': 'pass'}\n"
        )
        generate = [str(bin_dir / "nbgrader"), "generate_assignment", "exam", "--log-level=ERROR"]
        Command(generate, folder).run(check=True)
        for student, engine in hand_ins.items():
            own = folder / "submitted" / student / "exam"
            shutil.copytree(folder / "release" / "exam", own)
            notebook = json.loads((own / "exam.ipynb").read_text())
            notebook["cells"][0]["source"] = engine.read_text()
            (own / "exam.ipynb").write_text(json.dumps(notebook))
        return [
            Command([str(bin_dir / "nbgrader"), "autograde", "exam", "--log-level=ERROR"], folder)
        ]

    def scores(self, folder: Path, hand_ins: Mapping[str, Path]) -> dict[str, float]:
        database = sqlite3.connect(folder / "gradebook.db")
        rows = database.execute(
            "select a.student_id, sum(coalesce(g.manual_score, g.auto_score, 0)) from grade g "
            "join submitted_notebook n on g.notebook_id = n.id "
            "join submitted_assignment a on n.assignment_id = a.id group by a.student_id"
        )
        return {student: float(score) for student, score in rows}


class Otter:
    """`otter run`: a command for each hand-in, after `otter generate`."""

    name = "otter run"
    most = 10

    def prepare(self, folder: Path, hand_ins: Mapping[str, Path], bin_dir: Path) -> list[Command]:
        tests = folder / "tests"
        tests.mkdir(parents=True)
        for n in NUMBERS:
            (tests / f"q{n}.py").write_text(
                "from otter.test_files import test_case\nOK_FORMAT = False\n"
                f"name = 'q{n}'\npoints = 1\n\n@test_case()\ndef test_it(Value):\n"
                f"    import twelve\n    assert twelve.wrong(Value, {n}) is None\n"
            )
        shutil.copy(TWELVE, folder / "twelve.py")
        argv = [str(bin_dir / "otter"), "generate", "-t", "tests", "-o", "autograder.zip"]
        argv += ["--no-requirements", "--no-environment", "twelve.py"]
        Command(argv, folder).run(check=True)
        commands = []
        for student, engine in hand_ins.items():
            own = folder / student
            own.mkdir()
            _write_notebook(own / "exam.ipynb", [_code_cell(engine.read_text())])
            run = [str(bin_dir / "otter"), "run", "--no-logo", "-a", "../autograder.zip"]
            commands.append(Command([*run, "exam.ipynb"], own))
        return commands

    def scores(self, folder: Path, hand_ins: Mapping[str, Path]) -> dict[str, float]:
        results = {s: json.loads((folder / s / "results.json").read_text()) for s in hand_ins}
        return {
            student: float(sum(each.get("score", 0) for each in result["tests"][1:]))
            for student, result in results.items()
        }


class Ours:
    """`topograde grade`, one command for the class, with options of its own."""

    most = None

    def __init__(self, name: str, options: Sequence[str]) -> None:
        self.name = name
        self.options = list(options)

    def prepare(self, folder: Path, hand_ins: Mapping[str, Path], bin_dir: Path) -> list[Command]:
        class_folder = folder / "class"
        class_folder.mkdir(parents=True)
        for student, engine in hand_ins.items():
            shutil.copy(engine, class_folder / f"{student}.py")
        argv = [str(bin_dir / "topograde"), "grade", "class", "--out", "out", "--only", "engine"]
        return [Command([*argv, *self.options], folder)]

    def scores(self, folder: Path, hand_ins: Mapping[str, Path]) -> dict[str, float]:
        with (folder / "out" / "grades.csv").open(encoding="utf-8") as table:
            return {row["student"]: float(row["score"]) for row in csv.DictReader(table)}


def _own_folder(folder: Path, student: str, engine: Path) -> Path:
    own = folder / student
    own.mkdir(parents=True)
    shutil.copy(engine, own / "engine.py")
    shutil.copy(TWELVE, own)
    return own


def _code_cell(source: str, **metadata: object) -> dict[str, object]:
    return {
        "cell_type": "code", "execution_count": None, "metadata": dict(metadata), "outputs": [],
        "source": source,
    }  # fmt: skip


def _nbgrader_cells(solution: str) -> list[dict[str, object]]:
    def marks(grade_id: str, graded: bool) -> dict[str, object]:
        return {
            "nbgrader": {
                "grade": graded, "grade_id": grade_id, "locked": graded, "schema_version": 3,
                "solution": not graded, "task": False, **({"points": 1} if graded else {}),
            }
        }  # fmt: skip

    tests = [
        _code_cell(
            f"import twelve\nassert twelve.wrong(Value, {n}) is None", **marks(f"t{n}", True)
        )
        for n in NUMBERS
    ]
    return [_code_cell(solution, **marks("engine", False)), *tests]


def _write_notebook(path: Path, cells: list[dict[str, object]]) -> None:
    kernel = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    notebook = {"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 4}
    path.write_text(json.dumps(notebook))
