"""`--only`: what is handed out for one week holds its exercises, its points and nothing else."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from grader.authoring.release import web
from grader.authoring.release.github import WORKFLOW, repository_files
from grader.authoring.release.package import write_files
from grader.authoring.release.student_kit import kit_files
from grader.authoring.release.web import parts
from grader.cli import main
from grader.course.course import Course, CourseError, load_course, toml_of
from tests.support import hand_ins

VENDORED = {"jinja2/__init__.py": ""}


@pytest.fixture(scope="module")
def week(course: Course) -> Course:
    return course.part(["backward"])


@pytest.fixture(scope="module")
def files(week: Course) -> dict[str, bytes]:
    return kit_files(week)


def test_a_part_keeps_numbers_and_points_and_wants_nothing_that_is_not_there(
    course: Course,
) -> None:
    part = course.part(["13", "backward"])
    assert [(e.number, e.id, e.after) for e in part.exercises] == [
        (4, "backward", ()),
        (13, "engine", ("backward",)),
    ]
    both = [hand_ins.exercise_of(course, name).points for name in ("backward", "engine")]
    assert (part.points, part.finish) == (sum(both), ())
    assert course.part([]) is course.part([e.id for e in course.exercises]) is course
    with pytest.raises(CourseError, match="no exercise 'week-4'"):
        course.part(["week-4"])


def test_a_part_is_a_course_that_can_be_read_and_narrowed(course: Course, tmp_path: Path) -> None:
    two = course.part(["backward", "engine"])
    folder = tmp_path / "exercises"
    folder.mkdir()
    (folder / "course.toml").write_bytes(toml_of(two))
    again = load_course(tmp_path)
    assert again.exercises == two.exercises
    (folder / "course.toml").write_bytes(toml_of(again.part(["engine"])))
    assert [exercise.id for exercise in load_course(tmp_path).exercises] == ["engine"]


def test_a_students_copy_holds_the_week_and_says_so(files: Mapping[str, bytes]) -> None:
    here = sorted(name for name in files if "exercises/" in name)
    assert here == [
        "exercises/04_backward.py",
        "exercises/topograde.ipynb",
        "grader/_course/exercises/04_backward.py",
        "grader/_course/exercises/course.toml",
        "grader/_course/exercises/topograde.ipynb",
    ]
    answers = {Path(name).stem for name in files if "/_recorded/" in name}
    assert answers == {"backward"}
    readme, makefile = files["README.md"].decode(), files["Makefile"].decode()
    assert "holds 1 exercise of the course:" in readme
    assert "* backward() does it all (`backward`, 4 points)" in readme
    for other in ("stretch", "topograde next", "13 exercises", "@", ".py`, ..."):
        assert other not in readme, other
    assert "stretch:" not in makefile
    marks = json.loads(files["exercises/topograde.ipynb"])["cells"]
    assert [cell["id"] for cell in marks if cell["id"].endswith("-check")] == ["backward-check"]


def test_a_check_in_the_copy_is_right_and_is_done_when_the_week_is(
    files: dict[str, bytes], week: Course, tmp_path: Path
) -> None:
    write_files(tmp_path, files)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}

    def check() -> tuple[int, str]:
        done = subprocess.run(
            [sys.executable, "-m", "grader", "check"], cwd=tmp_path, env=environment,
            capture_output=True, text=True, timeout=300,
        )  # fmt: skip
        return done.returncode, done.stdout + done.stderr

    code, said = check()
    assert code == 1
    assert "Build your own autograd. not begun: 4." in said
    (answer,) = week.exercises
    (tmp_path / "exercises" / answer.file_name).write_text(hand_ins.solution(answer, week))
    code, said = check()
    assert code == 0
    assert "passed: 4." in said
    assert "Every exercise passes.\nNext: hand your work in." in said


def test_a_push_is_out_of_the_weeks_points(week: Course, course: Course) -> None:
    def command(of: Course) -> str:
        workflow = yaml.safe_load(repository_files(of, "topograde==1", 100)[WORKFLOW])
        (job,) = workflow["jobs"].values()
        return str(job["steps"][-1]["run"])

    two = course.part(["backward", "engine"])
    assert "--topograde backward --topograde-class=exercises" in command(week)
    assert "--topograde backward engine --topograde-class=exercises" in command(two)
    assert "--topograde " not in command(course)


def test_the_page_shows_the_week(week: Course, tmp_path: Path) -> None:
    (tmp_path / "licences").mkdir()
    for name in (*parts.ENGINE, "editor.js"):
        (tmp_path / name).write_bytes(b"x")
    (tmp_path / "vendor.json").write_text(json.dumps(VENDORED))
    site = web.site_files(week, parts.load_parts(tmp_path))
    assert [each["id"] for each in json.loads(site["course.json"])["exercises"]] == ["backward"]
    found = json.loads(gzip.decompress(site["engine/files.gz"]))
    inside = [name for name in found["text"] if "/_course/exercises/" in name]
    assert sorted(Path(name).name for name in inside) == ["04_backward.py", "course.toml"]


@pytest.mark.parametrize(
    ("words", "written"),
    [
        (["student"], "topograde-student/exercises/{}"),
        (["github", "--source", "topograde==1"], "exercises/{}"),
        (["classroom50", "--for", "practice"], "starter/exercises/{}"),
    ],
)
def test_every_release_takes_one_or_several(
    words: list[str], written: str, course: Course, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    options = ["--only", "backward,accumulate", "--only", "13", "--out", str(out)]
    done = CliRunner().invoke(main, ["release", *words, *options])
    assert done.exit_code == 0, done.output
    names = {path.name for path in (out / written.format("x")).parent.glob("*.py")}
    assert names == {"04_backward.py", "05_accumulate.py", "13_engine.py"}
    (toml,) = out.rglob("course.toml")
    assert tomllib.loads(toml.read_text())["only"] == ["backward", "accumulate", "engine"]
    wrong = CliRunner().invoke(main, ["release", *words, "--only", "week", "--out", str(out)])
    assert wrong.exit_code == 2
    assert "There is no exercise 'week'" in str(wrong.output)
