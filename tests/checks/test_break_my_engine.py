"""The engines that a student's tests meet: right ones, wrong ones, and those that are held back."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from grader.authoring.release.package import write_files
from grader.authoring.release.student_kit import check_files, kit_files
from grader.authoring.release.web.parts import python_files
from grader.checks.calls import EngineFactory
from grader.cli import main
from grader.course.course import Course, load_course
from grader.submissions.sources.likeness import released_in
from tests.proving.published import BREAK, RIGHT, end
from tests.support.paths import ROOT

STRETCH = ROOT / "solutions" / "stretch"
PUBLIC = {name: said for family in BREAK.WRONG.values() for name, said in family.items()}
HAND_IN = sys.modules[BREAK.HandIn.__module__]


def test_there_are_many_wrong_engines() -> None:
    """That the course's solution finds each, and objects to no right one, `verify` proves."""
    for _ in range(2):  # a class asks for those that are held back more than once
        assert sum(map(len, BREAK.all_wrong().values())) > 70


@pytest.mark.parametrize("name", PUBLIC)
def test_a_program_shows_what_is_wrong_with_each_that_is_handed_out(name: str) -> None:
    says, _ = PUBLIC[name]
    lacking = BREAK.shown(says, BREAK.factories(PUBLIC)[name], BREAK.HandIn)
    assert lacking is not None
    assert lacking.found != lacking.expected


@pytest.mark.parametrize("engine", RIGHT.values(), ids=RIGHT)
def test_no_program_shows_anything_wrong_with_a_right_one(engine: EngineFactory) -> None:
    assert BREAK.shown("", engine, BREAK.HandIn) is None


def test_a_walk_along_every_route_is_stopped() -> None:
    def doubled(Value: type) -> None:
        x = Value(1.0)
        for _ in range(60):
            x = x + x
        x.backward()

    assert end(doubled, BREAK.factories(PUBLIC)["listed-again"]) == "raises"


def test_a_change_that_changes_nothing_is_no_engine() -> None:
    with pytest.raises(ValueError, match="nothing to change"):
        HAND_IN.text_of([("no such text", "")])


def test_half_of_the_wrong_ones_are_not_handed_out() -> None:
    after = load_course(STRETCH)
    for files in (check_files(after), python_files(after, {})):
        names = {Path(name).stem for name in files}
        assert "wrong" in names
        assert "held_back" not in names


def test_the_text_of_the_engine_is_known_where_it_comes_back_as_an_answer(course: Course) -> None:
    told = released_in([HAND_IN.RIGHT], "engine", course)
    assert "in the grader's own code" in told


def test_it_is_played_in_a_student_s_copy(course: Course, tmp_path: Path) -> None:
    write_files(tmp_path, kit_files(course))
    work = tmp_path / "stretch"
    given = tmp_path / "grader" / "_course" / "stretch"
    command = ["check", "break-my-engine", "--course", str(given), "--work", str(work)]
    mine = work / "06_break_my_engine.py"
    mine.write_text(
        "def tests(Value):\n    x = Value(3.0)\n    (x * x).backward()\n    assert x.grad == 6\n"
    )
    told = " ".join(CliRunner().invoke(main, command).output.split())
    assert "2 of 3 wrong engines got past your tests. The author of one says: " in told
    assert "Which graph proves that wrong?" in told
    assert "-1.0 is right" not in told  # that would be the answer: it is there with -v
    assert "-1.0 is right" in CliRunner().invoke(main, [*command, "-v"]).output
    mine.write_text((STRETCH / "solutions" / mine.name).read_text())
    told = " ".join(CliRunner().invoke(main, command).output.split())
    assert "all 8 checks pass" in told
    assert "Your instructor's run asks for more than can be asked here." in told


def test_what_is_said_at_the_end_counts_the_engines() -> None:
    counts = [sum(map(len, each.values())) for each in (BREAK.WRONG, BREAK.engines_held_back())]
    told = load_course(STRETCH).exercise("break-my-engine").passed
    assert re.findall(r"\d+", told) == list(map(str, counts))
