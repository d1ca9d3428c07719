"""The command line, as a user runs it: in a process of its own, with its exit codes."""

from __future__ import annotations

import importlib
import json
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from grader import __version__
from grader.errors import Exit, TopogradeError
from tests.support.class_runs import RIGHT, WRONG, make_class, rows, run
from tests.support.paths import ROOT, TINY
from tests.support.warm import topograde

CLASS = {"ada": RIGHT, "bruno": WRONG, "chidi": "", "=cmd()": WRONG}
"""Right, wrong, empty, and a name that a spreadsheet would run."""


@pytest.fixture
def hand_ins(tmp_path: Path) -> Path:
    return make_class(tmp_path / "class", **CLASS)


@pytest.fixture(scope="module")
def graded(
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[Path, subprocess.CompletedProcess[str]]:
    """The results of the class, graded once, and what was said."""
    folder = tmp_path_factory.mktemp("cli")
    make_class(folder / "class", **CLASS)
    done = topograde("grade", folder / "class", "--out", folder / "out", "--course", TINY)
    return folder / "out", done


def test_grading_goes_on_when_its_reader_ends(hand_ins: Path) -> None:
    out = hand_ins.parent / "out"
    options = ("--fail-under", "100", "--export", "junit,moodle", "--github")
    words = ["grade", hand_ins, "--out", out, "--course", TINY, *options]
    command = [sys.executable, "-m", "grader", *map(str, words)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with subprocess.Popen(command, cwd=ROOT, **pipes) as done:  # type: ignore[call-overload]
        assert done.stdout is not None
        done.stdout.close()
        assert done.wait(300) == 1
    names = {path.name for path in out.iterdir()}
    assert {"grades.csv", "index.html", "moodle.csv", "junit.xml", "bruno.html"} <= names


@pytest.mark.parametrize(
    ("name", "text", "option"),
    [
        ("gradebook.csv", "Student,ID,SIS User ID,SIS Login ID,Section\n", "--roster"),
        ("late.csv", "student,due,free_days\nada,+3 days,\n", "--late"),
        ("course.toml", 'title = "Mine"\n', "--course"),
        (".secret", "a secret\n", "--secret-file"),
    ],
)
def test_what_is_an_options_value_is_no_hand_in(
    name: str, text: str, option: str, hand_ins: Path
) -> None:
    given = hand_ins.parent / name
    given.write_text(text)
    for words in (["--out", hand_ins.parent / "out"], ["--dry-run"]):
        done = topograde("grade", hand_ins, given, "--course", TINY, *words)
        assert done.returncode == 2
        assert f"{given} is no hand-in" in done.stderr
        assert f"an option: {option} " in done.stderr
    assert not (hand_ins.parent / "out" / "grades.csv").exists()


@pytest.mark.skipif(os.name != "posix", reason="the shell's own words for it")
@pytest.mark.parametrize(("streams", "expected"), [(">&- 2>&-", 0), ("--fail-under 100 >&-", 1)])
def test_grading_needs_nobody_who_reads_what_it_prints(
    streams: str, expected: int, hand_ins: Path
) -> None:
    out = hand_ins.parent / "out"
    command = f"{sys.executable} -m grader grade {hand_ins} --out {out} --course {TINY} {streams}"
    done = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, timeout=300)
    assert done.returncode == expected, done.stderr
    assert b"Traceback" not in done.stderr
    assert {row["flags"] for row in rows(out).values()} == {"", "unreadable"}
    assert rows(out)["ada"]["score"] == "3"


def test_a_class_is_graded_into_a_table_and_a_report_a_student(graded: Any) -> None:
    out, done = graded
    assert done.returncode == 0, done.stderr
    found = rows(out)
    assert found["ada"]["score"] == "3"
    assert found["ada"]["doubling"] == "3"
    assert found["ada"]["constant"] == ""
    assert found["bruno"]["score"] == "1"
    assert found["chidi"]["score"] == ""
    assert "unreadable" in found["chidi"]["flags"]
    assert found["'=cmd()"]["score"] == "1"
    report = json.loads((out / "bruno.json").read_text())
    assert [c["outcome"] for c in report["exercises"][0]["checks"]] == ["passed", "failed"]
    assert report["max_score"] == 3  # count = "handed-in"
    assert "ada" in done.stdout
    assert "3 graded" in done.stdout
    assert "graded 4 of 4" in done.stderr


def test_what_is_private_is_readable_by_the_instructor_only(graded: Any) -> None:
    out, _ = graded
    for private in (out / ".secret", out / "instructor" / "bruno.json"):
        assert stat.S_IMODE(private.stat().st_mode) == 0o600
    assert stat.S_IMODE((out / "instructor").stat().st_mode) == 0o700
    everything = json.loads((out / "instructor" / "bruno.json").read_text())
    drawn = everything["exercises"][0]["checks"][1]["private"]["program"]
    number = drawn.partition("Value(")[2].partition(")")[0]
    assert number
    assert number not in (out / "bruno.json").read_text()
    secret = (out / ".secret").read_text().strip()
    for path in out.rglob("*.json"):
        assert secret not in path.read_text()


def test_the_same_secret_gives_byte_identical_reports(graded: Any, tmp_path: Path) -> None:
    """Whether it was drawn and kept beside the results, or given."""
    (first, _), second = graded, tmp_path / "second"
    environment = {
        "TOPOGRADE_SECRET": (first / ".secret").read_text().strip(),
        "PYTHONHASHSEED": "1",
    }
    hand_ins = first.with_name("class")
    run("grade", hand_ins, "--out", second, "--course", TINY, environment=environment)
    assert not (second / ".secret").exists()
    names = sorted(p.relative_to(first) for p in first.rglob("*.json"))
    assert len(names) == 8
    for name in names:
        assert (first / name).read_bytes() == (second / name).read_bytes()


def test_fail_under_exits_with_1_and_a_higher_class_with_0(hand_ins: Path) -> None:
    out = hand_ins.parent / "out"
    arguments = ("--out", out, "--course", TINY, "--fail-under")
    assert topograde("grade", hand_ins / "ada.py", *arguments, 100).returncode == 0
    done = topograde("grade", hand_ins, *arguments, 50)
    assert done.returncode == 1
    assert "3 below --fail-under 50 %" in done.stdout.splitlines()


def test_only_names_the_exercise_of_files_that_are_named_after_students(hand_ins: Path) -> None:
    """What defines a `Value` is taken for the exam elsewhere: here it was asked for by name."""
    out = hand_ins.parent / "out"
    (hand_ins / "constant.py").write_text("ANSWER = 2\n")  # called like another exercise
    for folder, source in (("dora", "01_doubling.py"), ("emil", "02_constant.py")):
        (hand_ins / folder).mkdir()
        (hand_ins / folder / source).write_text(RIGHT)
    topograde("grade", hand_ins, "--out", out, "--course", TINY, "--only", "doubling")
    found = {student: row["doubling"] for student, row in rows(out).items()}
    assert found == {
        "ada": "3", "bruno": "1", "chidi": "", "'=cmd()": "1", "constant": "", "dora": "3",
        "emil": "",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("def broken(:\n", "constant.py, line 1 cannot be loaded: invalid syntax"),
        ("\n1 / 0\n", "constant.py, line 2 cannot be loaded: ZeroDivisionError: division by zero"),
        (
            "import nowhere\n",
            "line 1 cannot be loaded: ModuleNotFoundError: No module named 'nowhere'",
        ),
    ],
)
def test_checks_that_cannot_be_loaded_are_a_sentence(
    hand_ins: Path, tmp_path: Path, code: str, said: str
) -> None:
    course = shutil.copytree(TINY, tmp_path / "course")
    (course / "solutions" / "checks" / "constant.py").write_text(code)
    done = topograde("grade", hand_ins, "--out", tmp_path / "out", "--course", course)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("grade", "nowhere", "--out", "OUT"), "nowhere"),
        (("grade", "CLASS"), "--out"),
        (("grade", "EMPTY", "--out", "OUT"), "No hand-ins"),
        (("grade", "CLASS", "--out", "OUT", "--only", "dubling"), "doubling"),
        (("grade", "CLASS", "--out", "OUT", "--course", "nowhere"), "nowhere"),
        (("grade", "CLASS", "--out", "OUT", "--secret-file", "nowhere"), "nowhere"),
        (("grade", "CLASS", "--out", "FILE/out"), "FILE"),
        (("grade", "CLASS", "--out", "CLASS"), "Name a folder elsewhere"),
        (("grade", ".", "--out", "results"), "Name a folder elsewhere"),
        (("grade", "CLASS", "--out", "OUT", "--roster", "EMPTY"), "the CSV of a class"),
        (("grade", "CLASS", "--out", "OUT", "--only", "doubling,nope"), "nope"),
        (("grade", "CLASS", "--out", "OUT", "--export", "excel"), "canvas, moodle, gradescope"),
        (("grade", "CLASS", "--dry-run", "--roster", "nowhere.csv"), "nowhere.csv"),
        (("grade", "CLASS", "--dry-run", "--one", "ada", "more"), "--one expects one path"),
        (("check", "dubling"), "doubling"),
        (("check", "--work", "nowhere"), "nowhere"),
        (("check", "--work", "EMPTY"), "No exercise"),
        (("verify", "--course", "EMPTY"), "course.toml"),
        (("nonsense",), "nonsense"),
    ],
)
def test_bad_input_gets_a_sentence_and_exit_code_2(
    hand_ins: Path, arguments: tuple[str, ...], said: str
) -> None:
    folder = hand_ins.parent
    (folder / "EMPTY").mkdir()
    (folder / "FILE").write_text("")
    hand_ins.rename(folder / "CLASS")
    if "--course" not in arguments and arguments[0] != "nonsense":
        arguments += ("--course", str(TINY))
    done = topograde(*arguments, cwd=folder)
    assert done.returncode == 2, done.stdout + done.stderr
    assert said in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_help_teaches(tmp_path: Path) -> None:
    for command in ((), ("check",), ("grade",), ("verify",), ("release",), ("doctor",)):
        done = topograde(*command, "--help")
        assert done.returncode == 0
        assert "Usage: topograde" in done.stdout
    assert __version__ in topograde("--version").stdout


def test_every_expected_error_says_with_which_code_a_command_ends() -> None:
    for path in (ROOT / "grader").rglob("*.py"):
        if (
            not {"_course", "inside", "templates", "tensor"} & {*path.parts}
            and path.name != "__main__.py"
        ):
            importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    waiting, found = [TopogradeError], set()
    while waiting:
        kind = waiting.pop()
        found.add(kind.__name__)
        edited = kind.__name__ == "EditedError"  # a report that does not hold
        codes = {Exit.FAILED} if edited else {Exit.USAGE, Exit.UNGRADED, Exit.REFUSED}
        assert kind.code in codes, kind
        waiting += kind.__subclasses__()
    assert {"CourseError", "IsolationRefused", "OracleUnavailable", "UnreadableInput"} <= found
