"""A model solution is shown after passing, where the course says so, and never of an exam."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from grader import notebook
from grader.authoring.release.student_kit import kit_files
from grader.authoring.release.web.parts import python_files
from grader.cli import browser
from grader.cli.commands.model import show_model
from grader.course.course import Course, CourseError, load_course
from grader.course.models import AFTER_PASS, FILE, beside, model_of, packed_models
from grader.grading.own_work import OwnWork
from grader.grading.progress import PASSED
from grader.reports.pages.notebook import as_html
from grader.submissions.sources.collected import Source


@pytest.fixture(scope="module")
def shown(course: Course) -> Course:
    return replace(course, show_solutions=AFTER_PASS)


def test_it_is_shown_after_passing_and_not_before(
    shown: Course, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = shown.exercise("backward").file_name
    text = (shown.solutions_dir / file).read_text()
    for own, passes in ((text.replace("reversed(topo)", "topo"), False), (text, True)):
        (tmp_path / file).write_text(own)
        with pytest.raises(CourseError, match="has to pass first"):
            show_model(shown, "backward", tmp_path)
        with OwnWork(shown, tmp_path) as work:
            work.check(["backward"])
        if passes:
            assert show_model(shown, "backward", tmp_path) == 0
    told = capsys.readouterr().out
    assert "# ---- yours: Value.backward\n" in told
    course_s = told.partition("# ---- the course's: Value.backward\n")[2]
    assert "for node in reversed(topo):" in course_s
    assert "SOLUTION" not in course_s
    assert "TODO" not in course_s


def test_none_is_shown_unless_the_course_says_so_and_never_an_exam_s(
    course: Course, shown: Course, tmp_path: Path
) -> None:
    with pytest.raises(CourseError, match="your instructor has not switched them on"):
        show_model(course, "backward", tmp_path)
    with pytest.raises(CourseError, match="it is an exam"):
        show_model(shown, "engine", tmp_path)
    assert model_of(course, course.exercise("backward")) is None
    assert model_of(shown, shown.exercise("engine")) is None
    assert all(model_of(shown, each) for each in shown.exercises if not each.exam)


def test_a_kit_holds_them_packed_if_they_are_shown(
    course: Course, shown: Course, tmp_path: Path
) -> None:
    name = f"grader/_course/{FILE}"
    assert name not in kit_files(course)
    files = kit_files(shown)
    assert not any(b"for node in reversed(topo)" in files[f"exercises/{e.file_name}"]
                   for e in shown.exercises if e.id == "backward")  # fmt: skip
    (tmp_path / FILE).write_bytes(files[name])
    copy = replace(shown, root=tmp_path)  # without solutions
    for exercise in shown.exercises:
        assert model_of(copy, exercise) == model_of(shown, exercise)
    assert files[name] == packed_models(shown)


def test_the_switch_is_read_and_nothing_else(course: Course, tmp_path: Path) -> None:
    toml = tmp_path / "course.toml"
    for said, fault in (('"after-pass"', None), ('"always"', "must be 'never' or 'after-pass'")):
        shutil.copy(course.stubs_dir / "course.toml", toml)
        toml.write_text(f"show_solutions = {said}\n" + toml.read_text())
        if fault is None:
            assert load_course(tmp_path).show_solutions == AFTER_PASS
        else:
            with pytest.raises(CourseError, match=fault):
                load_course(tmp_path)


def test_the_page_and_the_notebook_show_it_after_passing_and_not_before(
    shown: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    backward, exam = shown.exercise("backward"), shown.exercise("engine")
    right = (shown.solutions_dir / backward.file_name).read_text()
    texts = {"right": right, "wrong": right.replace("reversed(topo)", "topo")}
    monkeypatch.setattr(browser, "_course", lambda: shown)
    for name, text in texts.items():
        request = {"exercise": "backward", "files": {backward.file_name: text}, "journal": []}
        result = json.loads(browser.check(json.dumps(request), lambda _: None))
        cells = (f"# exercise: backward\n{text}",)
        source = Source("notebook", cells, True)
        told = as_html(notebook._graded(shown, backward, source))
        assert (result["state"] == PASSED) is (name == "right")
        assert [part for part, *_ in result["beside"]] == ["Value.backward"] * (name == "right")
        assert ("The course&#x27;s: <code" in told) is (name == "right")
        assert ("takes the same three steps" in told) is (name == "right")
    text = (shown.solutions_dir / exam.file_name).read_text()
    assert beside(shown, exam, [text]) is None


def test_a_page_holds_them_packed_if_they_are_shown(course: Course, shown: Course) -> None:
    name = f"grader/_course/{FILE}"
    assert name not in python_files(course, {})
    assert python_files(shown, {})[name] == packed_models(shown)
