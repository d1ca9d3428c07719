"""pytest's door: `pytest --topograde` on a student's own work, and as every user of pytest expects.

Each run is a process of its own. The course is the built-in one with a wrong `backward`, as far as
four exercises go, so that a run is short.
"""

from __future__ import annotations

import json
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

from grader.cli import main
from grader.course.course import Course
from tests.support import hand_ins
from tests.support.paths import ROOT, TINY
from tests.support.pytest_runs import ENTRY, TINY_COURSE, plain, report, results, run, told

FEW = ("--topograde", "local-rules", "build-topo", "backward", "accumulate")
WRONG = "topograde::backward::lesson_graph"


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory, course: Course) -> Path:
    """Two exercises solved, one wrong, the others as they were handed out."""
    folder = tmp_path_factory.mktemp("own") / "work"
    (folder / "exercises").mkdir(parents=True)
    for exercise in course.exercises:
        text = (course.stubs_dir / exercise.file_name).read_text()
        if exercise.id in ("local-rules", "build-topo"):
            text = hand_ins.solution(exercise, course)
        if exercise.id == "backward":
            solved = hand_ins.solution(exercise, course)
            text = hand_ins.patched(solved, ("reversed(topo)", "topo"))
        (folder / "exercises" / exercise.file_name).write_text(text)
    return folder


@pytest.fixture(scope="module")
def whole(work: Path) -> dict[str, Any]:
    """A run of four exercises, as JSON."""
    return report(work, *FEW)


@pytest.fixture(scope="module")
def tests(whole: dict[str, Any]) -> dict[str, Any]:
    return {test["nodeid"]: test for test in whole["tests"]}


def test_the_entry_point_loads_nothing_of_ours_and_costs_less_than_five_milliseconds() -> None:
    module = ROOT / "grader" / "pytest_entry.py"
    assert len(module.read_text().splitlines()) < 50
    timed = (
        "import sys, time, pytest; start = time.process_time(); import grader.pytest_entry;"
        "print(1000 * (time.process_time() - start));"
        "print(*sorted(name for name in sys.modules if name.split('.')[0] == 'grader'))"
    )
    costs = []
    for _ in range(3):
        done = subprocess.run([sys.executable, "-c", timed], capture_output=True, text=True)
        cost, loaded = done.stdout.splitlines()
        costs.append(float(cost))
        assert loaded.split() == ["grader", "grader.pytest_entry"]
    assert min(costs) < 5


def test_without_the_option_nothing_is_collected(work: Path) -> None:
    done = run(work, "-q")
    assert done.returncode == pytest.ExitCode.NO_TESTS_COLLECTED, done.stdout + done.stderr
    blocked = run(work, "-p", "no:topograde", *FEW, entry=False)
    assert blocked.returncode == pytest.ExitCode.USAGE_ERROR
    assert "unrecognized arguments: --topograde" in blocked.stderr


def test_each_check_is_an_item_with_its_points_and_its_property(
    tests: dict[str, Any], course: Course, checks: Any
) -> None:
    expected = [
        f"topograde::{exercise}::{check.id}" for exercise in FEW[1:] for check in checks[exercise]
    ]
    assert list(tests) == expected
    for exercise in FEW[1:]:
        for check in checks[exercise]:
            said = tests[f"topograde::{exercise}::{check.id}"]["user_properties"]
            assert said["property"] == check.sentence
            assert said["max_points"] == check.points
            assert said["hidden"] is False  # only an exam's traps are
            assert said["points"] == (check.points if said["outcome"] == "passed" else 0)


def test_a_failure_is_told_as_check_tells_it_and_skips_have_reasons(
    work: Path, tests: dict[str, Any]
) -> None:
    shown = subprocess.run(
        [sys.executable, "-m", "grader", "check", "backward", "-v", "--work", work / "exercises"],
        capture_output=True, text=True, cwd=ROOT,
    ).stdout  # fmt: skip
    assert tests[WRONG]["outcome"] == "failed"
    text = tests[WRONG]["call"]["longrepr"]
    assert text.startswith("FAILS ")
    assert "runs before its consumer" in text
    assert text in shown
    by_outcome: dict[str, list[str]] = {}
    for nodeid, test in tests.items():
        by_outcome.setdefault(test["outcome"], []).append(nodeid.split("::")[1])
    assert by_outcome["failed"] == ["backward", "backward"]
    assert set(by_outcome["passed"]) == {"local-rules", "build-topo", "backward"}
    skipped = {
        nodeid.split("::")[1]: test["setup"]["longrepr"]
        for nodeid, test in tests.items()
        if test["outcome"] == "skipped"
    }
    assert "not begun: do what TODO says in 05_accumulate.py" in skipped["accumulate"]
    assert "first this must hold" in skipped["backward"]


def test_neither_the_selection_nor_the_number_of_processes_changes_an_outcome(
    work: Path, whole: dict[str, Any], tests: dict[str, Any]
) -> None:
    two = report(work, *FEW, "-n", "2")
    assert told({test["nodeid"]: test for test in two["tests"]}) == told(tests)
    assert {e["id"]: e for e in two["topograde"]["reports"][0]["exercises"]} == {
        e["id"]: e for e in whole["topograde"]["reports"][0]["exercises"]
    }
    one = results(work, *FEW, "-k", "lesson_graph and backward")
    assert told(one) == {WRONG: told(tests)[WRONG]}
    assert one[WRONG]["call"]["longrepr"] == tests[WRONG]["call"]["longrepr"]
    named = results(work, "--topograde", WRONG, "03_build_topo.py")
    assert named.keys() == {WRONG, *(each for each in tests if "::build-topo::" in each)}
    assert told(named).items() <= told(tests).items()


def test_options_of_pytest_do_what_they_do(work: Path, tests: dict[str, Any]) -> None:
    junit = work.parent / "junit.xml"
    first = run(work, *FEW, "-x", "-q", "-rf", f"--junitxml={junit}")
    assert first.returncode == 1
    assert "stopping after 1 failures" in first.stdout
    assert f"FAILED {WRONG} - Failed: FAILS " in first.stdout
    cases = list(ElementTree.parse(junit).getroot().iter("testcase"))
    last = cases[-1]
    assert (last.get("classname"), last.get("name")) == ("topograde.backward", "lesson_graph")
    said = {each.get("name"): each.get("value") for each in last.iter("property")}
    assert (said["outcome"], said["points"], said["hidden"]) == ("failed", "0.0", "False")
    assert len(list(last.iter("failure"))) == 1
    again = run(work, *FEW, "--lf", "-v")
    assert f"{len(tests)} items / {len(tests) - 2} deselected / 2 selected" in again.stdout
    assert f"{WRONG} FAILED" in again.stdout
    listing = run(work, "--topograde", "backward", "--co", "-q").stdout.splitlines()
    assert WRONG in listing


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--topograde", "backwards"), "backward"),
        (("--topograde", "backward::nothing"), "backward has no check nothing"),
        (("--topograde", "elsewhere/04_backward.py"), "No such file: elsewhere/04_backward.py"),
        (("exercises", "--topograde"), "found exercises. Name exercises after --topograde"),
        (("--topograde", "--topograde-course=nowhere"), "nowhere"),
    ],
)
def test_what_cannot_be_used_gets_a_sentence(
    work: Path, options: tuple[str, ...], said: str
) -> None:
    done = run(work, *options)
    assert done.returncode == pytest.ExitCode.USAGE_ERROR, done.stdout
    assert said in done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    assert "INTERNALERROR" not in done.stdout + done.stderr


# pytest-json-report, which nobody looks after, and what reads it.


def test_summary_turns_it_into_a_score(
    work: Path, whole: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from click.testing import CliRunner

    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    file = tmp_path / "report.json"
    file.write_text(json.dumps(whole))
    found = whole["topograde"]["reports"][0]
    done = CliRunner().invoke(main, ["summary", str(file)])
    assert done.exit_code == 0, done.output
    assert done.output.startswith(f"## {found['student']}: {found['score']:g} of ")
    assert "\n### backward: " in done.output
    assert done.output.endswith(f": {found['score']:g} of {found['max_score']:g} points\n")
    assert CliRunner().invoke(main, ["summary", str(file), "--fail-under", "99"]).exit_code == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "cannot be read"),
        ("{", "is not JSON"),
        ('{"tests": []}', "holds no `topograde`"),
        ('{"topograde": {"reports": [{"schema": 99}], "answers": {}}}', "has schema 99"),
        ('{"topograde": {"reports": [], "answers": {}}}', "no check was run"),
        ('{"topograde": {}}', "is incomplete"),
    ],
)
def test_a_file_that_is_none_gets_a_sentence(tmp_path: Path, text: str | None, said: str) -> None:
    from click.testing import CliRunner

    file = tmp_path / "report.json"
    if text is not None:
        file.write_text(text)
    done = CliRunner().invoke(main, ["summary", str(file)])
    assert done.exit_code == 2
    assert said in done.output


# Hand-ins never configure the process that grades them.


@pytest.fixture
def class_(tmp_path: Path) -> Path:
    folder = tmp_path / "class"
    folder.mkdir()
    (folder / "ada.py").write_text((TINY / "solutions" / "01_doubling.py").read_text())
    return folder


EVIL = "open('{mark}', 'w').write('ran')\n"


@pytest.mark.parametrize(
    ("file", "options", "said"),
    [
        ("conftest.py", ("--rootdir", ".."), "conftest.py would be run; pass --noconftest"),
        ("pytest.ini", (), "took its settings from"),
        ("pytest.ini", ("-c", "pytest.ini"), "took its settings from"),
        ("nothing.txt", ("--noconftest",), "would be pytest's root folder"),
        ("nothing.txt", ("--rootdir", "..", "ada.py"), "ada.py was named as a path of tests"),
    ],
)
def test_what_lies_among_hand_ins_is_refused_by_name(
    class_: Path, file: str, options: tuple[str, ...], said: str
) -> None:
    mark = class_.parent / "mark"
    (class_ / file).parent.mkdir(exist_ok=True)
    text = "[pytest]\n" if file.endswith(".ini") else EVIL.format(mark=mark)
    (class_ / file).write_text(text)
    done = plain(class_, *ENTRY, *options, "--topograde-class=.", TINY_COURSE)
    assert done.returncode == pytest.ExitCode.USAGE_ERROR, done.stdout + done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert not mark.exists()


def test_variables_and_places_for_modules_are_refused_by_name(class_: Path) -> None:
    options = ("--topograde-class=.", TINY_COURSE)
    for name in ("PYTEST_ADDOPTS", "PYTEST_PLUGINS"):
        value = "-q" if name == "PYTEST_ADDOPTS" else "json"
        done = run(class_, *options, **{name: value})
        assert done.returncode == pytest.ExitCode.USAGE_ERROR
        assert f"the variable {name} is set; unset it" in done.stderr
    settings = class_.parent / "settings"
    ours = ("-c", settings / "pytest.ini", "--rootdir", settings, "--noconftest")
    done = plain(class_, *ENTRY, *ours, *options, safe=False, PYTHONPATH=str(ROOT))
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "is on sys.path; start Python with -I" in done.stderr


def test_processes_of_xdist_import_nothing_from_the_folder_they_start_in(class_: Path) -> None:
    mark = class_.parent / "mark"
    for name in ("json", "pytest", "execnet", "grader", "conftest", "sitecustomize"):
        (class_ / f"{name}.py").write_text(EVIL.format(mark=mark))
    found = results(class_, "--topograde-class=ada.py", TINY_COURSE, "-n", "2")
    assert found["topograde::ada::doubling::double"]["outcome"] == "passed"
    assert found["topograde::ada::doubling::double"]["user_properties"]["hidden"] is True
    assert not mark.exists()
