"""Courses about functions: the one to begin with, two of our own, and the one of the handbook."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from grader.authoring.new_course import write_course
from grader.course.course import load_course
from grader.course.stubs import BEGIN, ReleaseError
from tests.support.paths import ROOT
from tests.support.terminals import environment
from tests.support.warm import topograde
from tests.support.wrong_answers import COURSES, LARGE, WRONG

LONGEST = 150
PAGE = (ROOT / "docs" / "for-check-authors.md").read_text()


def run(folder: Path, *arguments: object) -> str:
    done = topograde(*arguments, cwd=folder, env=environment(), timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def graded(folder: Path, course: Path, hand_ins: Path) -> dict[str, float]:
    run(folder, "grade", hand_ins, "--course", course, "--out", folder / "out")
    reports = (folder / "out").glob("*.json")
    found = (json.loads(path.read_text()) for path in reports)
    return {report["student"]: report["score"] for report in found if "student" in report}


def test_the_course_to_begin_with_proves_itself(tmp_path: Path) -> None:
    told = run(tmp_path, "new", "course", "my-course")
    assert "Now prove it: topograde verify --course my-course" in told
    assert "every stub earns 0, every solution everything" in run(
        tmp_path, "verify", "--course", "my-course"
    )
    with pytest.raises(ReleaseError, match="exists already"):
        write_course(tmp_path / "my-course")


def test_a_reference_that_would_be_handed_out_is_a_fault(tmp_path: Path) -> None:
    write_course(tmp_path / "mine")
    checks = tmp_path / "mine" / "solutions" / "checks" / "count_words.py"
    text = checks.read_text()
    checks.write_text(re.sub(r" *### .* SOLUTION\n| *# TODO.*\n", "", text))
    done = topograde("verify", "--course", "mine", cwd=tmp_path, env=environment())
    assert done.returncode == 1
    assert "would be handed out with the student kit" in " ".join(done.stdout.split())


@pytest.mark.parametrize("name", WRONG)
def test_a_course_of_functions_is_proved_graded_and_handed_out(name: str, tmp_path: Path) -> None:
    course = (COURSES / name).resolve()
    sources = *course.glob("solutions/*.py"), *course.glob("solutions/checks/*.py")
    own = [course / "exercises" / "course.toml", *sources]
    if course.parent == COURSES:
        assert sum(len(path.read_text().splitlines()) for path in own) < LONGEST
    assert "every solution everything" in run(tmp_path, "verify", "--course", course)

    hand_ins = tmp_path / "hand-ins"
    shutil.copytree(course / "solutions", hand_ins / "right")
    (hand_ins / "right" / LARGE).unlink(missing_ok=True)
    expected = {path.name: 0.0 for path in (hand_ins / "right").glob("[0-9]*.py")}
    lost = {"right": dict(expected)}
    for file, right, wrong, points in WRONG[name]:  # a hand-in has one mistake of each exercise
        number = sum(each[file] > 0 for each in lost.values())
        folder = hand_ins / f"wrong{number}"
        if not folder.is_dir():
            shutil.copytree(hand_ins / "right", folder)
            lost[folder.name] = dict(expected)
        text = (folder / file).read_text()
        assert right in text
        (folder / file).write_text(text.replace(right, wrong))
        lost[folder.name][file] = points
    assert lost_in(tmp_path, course, hand_ins) == lost
    page = (tmp_path / "out" / "wrong0.html").read_text()
    assert "Wanted" in page or "does not hold" in page

    run(tmp_path, "release", "student", "--course", course, "--out", tmp_path / "kit")
    with zipfile.ZipFile(tmp_path / "kit" / "topograde-student.zip") as kit:
        names = [each for each in kit.namelist() if "/_course/" in each]
        texts = {each: kit.read(each).decode("utf-8", "replace") for each in names}
    assert [each for each in names if each.endswith(".calls")]
    for path in own:
        for region in text_between_markers(path):
            assert not [each for each, text in texts.items() if region in text]


def lost_in(folder: Path, course: Path, hand_ins: Path) -> dict[str, dict[str, float]]:
    """What each student loses in each exercise, by its file."""
    graded(folder, course, hand_ins)
    files = {e.id: e.file_name for e in load_course(course).exercises}
    found = {}
    for path in sorted((folder / "out").glob("*.json")):
        report = json.loads(path.read_text())
        if "student" in report:
            found[report["student"]] = {
                files[each["id"]]: each["max_score"] - each["score"]
                for each in report["exercises"]
                if each["handed_in"]
            }
    return found


def text_between_markers(path: Path) -> list[str]:
    """The lines that students write, or that say what is right."""
    if BEGIN not in path.read_text():
        return []
    regions = re.findall(rf"{BEGIN}\n.*\n((?:.*\n)*?) *### END", path.read_text())
    assert regions
    return regions


def test_the_handbook_leads_to_a_course(tmp_path: Path) -> None:
    """Every command of the section is run, every file of it written, in order."""
    section = PAGE.partition("\n## A course in half an hour\n")[2].partition("\n## ")[0]
    blocks = re.findall(r"((?:^(?: {4}.*)?\n)*^ {4}.*\n)", section, re.M)
    commands = 0
    before = ""
    for block in blocks:
        before = section[: section.index(block)].rstrip()
        code = re.sub(r"^ {4}", "", block.strip("\n"), flags=re.M) + "\n"
        if code.startswith("topograde "):
            for line in code.splitlines():
                command, *arguments = line.split()
                if command == "topograde":
                    run(tmp_path, *arguments)
                else:
                    subprocess.run([command, *arguments], cwd=tmp_path, check=True)
                commands += 1
            continue
        name = re.search(r"`([^`]+)`:\Z", before)
        assert name is not None, before[-80:]
        assert (tmp_path / name[1]).is_file()
        (tmp_path / name[1]).write_text(code)
        toml = tmp_path / "fractions" / "exercises" / "course.toml"
        assert "points = 3" in toml.read_text()
    assert commands == 9
    scores = [json.loads(p.read_text()) for p in (tmp_path / "results").glob("*.json")]
    assert [r["score"] for r in scores if "score" in r] == [6.0]
    wrong = tmp_path / "hand-ins" / "ada"
    text = (wrong / "01_total.py").read_text()
    (wrong / "01_total.py").write_text(text.replace("gcd(top, bottom)", "2"))
    assert graded(tmp_path, tmp_path / "fractions", wrong.parent) == {"ada": 3.0}
