"""The last two recipes of CONTRIBUTING.md, followed to the letter (see `test_recipe`)."""

from __future__ import annotations

import re
import shutil
import textwrap
from pathlib import Path
from types import ModuleType

import pytest

from grader.course.course import load_course
from grader.submissions.layouts import find
from tests.support.paths import ROOT, TINY
from tests.support.warm import topograde

PAGE = (ROOT / "CONTRIBUTING.md").read_text()


def blocks(title: str) -> list[str]:
    """The blocks of code below a heading."""
    section = PAGE[PAGE.index(f"## {title}\n") :].split("\n## ")[0]
    found = re.findall(r"^( *)```\w+\n(.*?)^ *```$", section, re.MULTILINE | re.DOTALL)
    return ["\n".join(line[len(space) :] for line in text.splitlines()) for space, text in found]


def test_an_exercise(tmp_path: Path) -> None:
    table, answer, checks = blocks("Add an exercise")
    folder = tmp_path / "course"
    shutil.copytree(TINY, folder)
    toml = folder / "exercises" / "course.toml"
    toml.write_text(f"{toml.read_text()}\n{table}\n")
    (folder / "solutions" / "03_halving.py").write_text(answer + "\n")
    (folder / "solutions" / "checks" / "halving.py").write_text(checks + "\n")
    assert load_course(folder).exercise("halving").file_name == "03_halving.py"
    for command in (("release", "stubs"), ("release", "answers"), ("verify", "halving")):
        done = topograde(*command, "--course", folder)
        assert done.returncode == 0, done.stdout + done.stderr


def test_a_platform(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (code,) = blocks("Add a platform")
    module = ModuleType("blackboard")
    exec(compile(textwrap.dedent(code), "CONTRIBUTING.md", "exec"), vars(module))
    monkeypatch.setattr(find, "LAYOUTS", {**find.LAYOUTS, "blackboard": module.arrange})
    answer = (TINY / "solutions" / "01_doubling.py").read_text()
    for who, when, text in (("ada", "10-00-00", "x = 1"), ("ada", "11-00-00", answer)):
        (tmp_path / f"HW_{who}_attempt_2026-11-20-{when}_mine.py").write_text(text)
    found = find.find_class([tmp_path], load_course(TINY), "doubling")
    assert found.layouts == ("blackboard",)
    assert [each.student for each in found.submissions] == ["ada"]
    assert found.submissions[0].sources["doubling"].cells[0] == answer
