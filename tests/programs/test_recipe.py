"""The recipe of CONTRIBUTING.md, followed to the letter: an operator more in the exam."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import textwrap
import tomllib
from pathlib import Path

import pytest

from grader.programs.operators import OPERATORS
from tests.support.hand_ins import patched
from tests.support.paths import ROOT

ITS_NAME = "sigmoid"
NAME = "expit" if ITS_NAME in OPERATORS else ITS_NAME
"""The operator that is added here: the same function by another name where somebody has followed
the recipe already."""
CHECKED = ("tests/checks/test_checks.py", "tests/checks/test_checks_can_fail.py")
ASKED = f"sentence or plans or known or {NAME}"
"""Words in the names of those of their tests that are about an operator more."""


def blocks() -> list[str]:
    """The code of the recipe, block by block."""
    text = (ROOT / "CONTRIBUTING.md").read_text().split("\n## Add an exercise")[0]
    found = re.findall(r"^ *```\w*\n(.*?)^ *```$", text, re.DOTALL | re.MULTILINE)
    return [textwrap.dedent(block).replace(ITS_NAME, NAME) for block in found]


def points_of_the_exam(course: Path) -> int:
    exercises = tomllib.loads(course.read_text())["exercise"]
    return next(each["points"] for each in exercises if each["id"] == "engine")


def change(path: Path, *changes: tuple[str, str]) -> None:
    path.write_text(patched(path.read_text(), *changes))


def indented(text: str, by: int = 4) -> str:
    return textwrap.indent(text.rstrip(), " " * by)


def done(folder: Path, *arguments: str) -> str:
    """What a command of the copy says; it must end well."""
    ended = subprocess.run(
        [sys.executable, "-m", *arguments], cwd=folder, capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": str(folder)},
    )  # fmt: skip
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The repository, of which everything but the hand-ins of the tests may be changed."""
    for name in ("grader", "exercises", "solutions", "tests"):
        leave = shutil.ignore_patterns("__pycache__", *(["data"] if name == "tests" else []))
        shutil.copytree(ROOT / name, tmp_path / name, ignore=leave)
    (tmp_path / "tests" / "data").symlink_to(ROOT / "tests" / "data")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


@pytest.mark.slow
def test_an_operator_is_added_to_the_exam_as_the_recipe_says(copy: Path) -> None:
    row, check, rule, sentence, commands, rule_of_tests, mistake, promise = blocks()
    if NAME != ITS_NAME:  # tensors have no method of this name
        row = row.replace("\n)", '\n    torch="special.expit",\n)')
    last = '    Operator(name="sum"'
    change(copy / "grader/programs/operators.py", (last, f"{indented(row)},\n{last}"))
    checks = copy / "solutions/checks/engine/operators.py"
    above, names = checks.read_text().split("CHECKS = (\n")
    names = names.replace("\n)", f"\n    test_{NAME}_extremes,\n)", 1)
    checks.write_text(f"{above}{check}\n\nCHECKS = (\n{names}")
    before, left = "    def exp(self):\n", "  * Not judged: exp where"
    functions = "`a.relu()`." if NAME == ITS_NAME else f"`a.{ITS_NAME}()`."
    change(
        copy / "solutions/13_engine.py",
        (before, f"{indented(rule)}\n{before}"),
        (functions, f"{functions[:-1]}, `a.{NAME}()`."),
        (left, f"{indented(sentence, 2)}\n{left}"),
    )
    course = copy / "exercises/course.toml"
    points = points_of_the_exam(course)
    change(course, (f"\npoints = {points}\n", f"\npoints = {points + 2}\n"))
    for command in commands.splitlines():
        program, *arguments = command.split()
        assert program == "topograde"
        said = done(copy, "grader", *arguments)
    assert f"checks, {points + 2} points: every stub earns 0" in said
    stub = (copy / "exercises/13_engine.py").read_text()
    assert f"a.{NAME}()" in stub
    end = "}\nOPERATORS = "
    change(copy / "tests/proving/template.py", (end, f"{indented(rule_of_tests)}\n{end}"))
    end = '    exam("relu_kink"'
    change(copy / "tests/proving/mistakes.py", (end, f"{indented(mistake)},\n{end}"))
    end = '    "Not judged: exp where'
    change(copy / "tests/proving/promises_exam.py", (end, f"{indented(promise)}\n{end}"))
    said = done(copy, "pytest", "-rA", "-p", "no:cacheprovider", "-k", ASKED, *CHECKED)
    for name in (f"value_{NAME}", f"rule_{NAME}", f"adds_up_{NAME}", f"path_{NAME}"):
        assert f"test_a_mistake_is_caught[engine: {name}]" in said
    assert f"test_a_mistake_is_caught[engine: {NAME}_extremes]" in said
