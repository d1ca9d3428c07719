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

from tests.support.hand_ins import patched
from tests.support.paths import ROOT


def blocks() -> list[str]:
    """The code of the recipe, block by block."""
    text = (ROOT / "CONTRIBUTING.md").read_text().split("\n## Add an exercise")[0]
    found = re.findall(r"^ *```\w*\n(.*?)^ *```$", text, re.DOTALL | re.MULTILINE)
    return [textwrap.dedent(block) for block in found]


def points_of_the_exam(course: Path) -> int:
    exercises = tomllib.loads(course.read_text())["exercise"]
    return next(each["points"] for each in exercises if each["id"] == "engine")


def change(path: Path, *changes: tuple[str, str]) -> None:
    path.write_text(patched(path.read_text(), *changes))


@pytest.mark.slow
def test_an_operator_is_added_to_the_exam_as_the_recipe_says(tmp_path: Path) -> None:
    for name in ("grader", "exercises", "solutions"):
        leave = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, tmp_path / name, ignore=leave)
    row, check, rule, commands = blocks()
    table, checks = "grader/programs/operators.py", "solutions/checks/engine/operators.py"
    last = '    Operator(name="sum"'
    change(tmp_path / table, (last, f"{textwrap.indent(row.rstrip(), '    ')},\n{last}"))
    text = (tmp_path / checks).read_text()
    above, names = text.split("CHECKS = (\n")
    names = names.replace("\n)", "\n    test_sigmoid_extremes,\n)", 1)
    (tmp_path / checks).write_text(f"{above}{check}\n\nCHECKS = (\n{names}")
    before = "    def exp(self):\n"
    change(
        tmp_path / "solutions" / "13_engine.py",
        (before, f"{textwrap.indent(rule, '    ')}\n{before}"),
        ("`a.tanh()`, `a.exp()`, `a.relu()`.", "`a.tanh()`, `a.exp()`, `a.relu()`, `a.sigmoid()`."),
    )
    course = tmp_path / "exercises" / "course.toml"
    points = points_of_the_exam(course)
    change(course, (f"\npoints = {points}\n", f"\npoints = {points + 2}\n"))
    for command in commands.splitlines():
        program, *arguments = command.split()
        assert program == "topograde"
        done = subprocess.run(
            [sys.executable, "-m", "grader", *arguments], cwd=tmp_path, capture_output=True,
            text=True, env={**os.environ, "PYTHONPATH": str(tmp_path)},
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
    assert f"checks, {points + 2} points: every stub earns 0" in done.stdout
    assert "a.sigmoid()" in (tmp_path / "exercises" / "13_engine.py").read_text()
