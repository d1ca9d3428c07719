"""Grades go back to learning platforms and CI in their formats, and hostile texts stay texts."""

from __future__ import annotations

import base64
import csv
import io
import json
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from grader.judging.finding import Counterexample, Finding
from grader.judging.report import CheckResult, ExerciseReport, Report
from grader.reports.platforms.github import (
    MOST_SUMMARY,
    Answer,
    annotated,
    classroom,
    command,
    encoded,
    summary,
)
from grader.reports.platforms.junit import junit_xml
from grader.reports.platforms.lms import by_name_csv, canvas_csv, moodle_csv
from grader.submissions.roster import Roster, read_roster
from tests.support.class_runs import RIGHT, TINY
from tests.support.paths import ROOT
from tests.support.warm import topograde

DRAWN = "0.271828"
HOSTILE = "</script>|<b>`x`[a](javascript:1)\u202e% ::error::x,y:z @ada &amp; \x00\ufffe"


def check(name: str, outcome: str = "passed", hidden: bool = False, **more: object) -> CheckResult:
    points = 1.0 if outcome == "passed" else 0.0
    private = {"program": f"a = Value({DRAWN})"} if hidden else {}
    made = CheckResult(name, outcome, points, 1.0, hidden, f"{name} holds.", private=private)  # type: ignore[arg-type]
    return replace(made, **more)  # type: ignore[arg-type]


def report(student: str, *checks: CheckResult, **more: object) -> Report:
    score = sum(each.points for each in checks)
    exercise = ExerciseReport("engine", "Engine", True, score, float(len(checks)), checks)
    made = Report(student, score, float(len(checks)), {"isolated": True}, {}, (exercise,))
    return replace(made, **more)  # type: ignore[arg-type]


ADA = report("lovelaceada", check("sum"), check("product"), check("trap", hidden=True))
BOB = report(
    "bob",
    check("sum", "failed", message="b is 1.0, and PyTorch says 2.0.",
          counterexample=Counterexample("a = Value(2.0)", "a.grad", 1.0, 2.0)),
    check("product", "blocked", message="Not run."),
    check("trap", "failed", True, message="This does not hold."),
)  # fmt: skip
LOST = report("lost", check("sum"), check("product", "ungraded", message="Not graded: no worker"))
CLASS = (ADA, BOB, LOST)


def rows(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text)))


def roster(tmp_path: Path, text: str) -> Roster:
    (tmp_path / "roster.csv").write_text(text)
    return read_roster(tmp_path / "roster.csv")


GRADEBOOK = (
    "Student,ID,SIS User ID,SIS Login ID,Root Account,Section,"
    "Essay (17),Engine (4711),Final Score\n"
    "    Points Possible,,,,,,10,3.0,(read only)\n"
    '"Lovelace, Ada",1001,S1,alove,x.edu,A,8,,\n'
    '"=cmd|calc, B",1002,S2,bob,x.edu,A,,,\n'
    '"Lost, L",1003,S3,lost,x.edu,A,,2,\n'
    '"Noether, Emmy",1004,S4,en,x.edu,A,,,\n'
)

# Canvas.


def test_canvas_gets_its_own_columns_rows_and_points_back(tmp_path: Path) -> None:
    made = canvas_csv(CLASS, "engine", roster(tmp_path, GRADEBOOK))
    found = rows(made.text)
    heads = ["Student", "ID", "SIS User ID", "SIS Login ID", "Root Account", "Section"]
    assert found[0] == [*heads, "Engine (4711)"]
    assert found[1] == ["    Points Possible", "", "", "", "", "", "3.0"]
    assert [row[-1] for row in found[2:]] == ["3", "0", "", ""]
    assert [row[1] for row in found[2:]] == ["1001", "1002", "1003", "1004"]
    assert made.notes == ("lost (ungraded): no grade was written",)
    assert [row[2] for row in rows(moodle_csv(CLASS).text)[1:]] == ["3", "0", ""]


def test_the_assignment_is_found_by_title_number_or_being_the_only_one(tmp_path: Path) -> None:
    both = roster(tmp_path, GRADEBOOK)
    for title in ("Engine", "engine (4711)", "4711"):
        assert rows(canvas_csv(CLASS, title, both).text)[0][-1] == "Engine (4711)"
    unknown = canvas_csv(CLASS, "Our course", both)
    assert rows(unknown.text)[0][-1] == "Our course"
    assert "(Essay (17), Engine (4711)) say --assignment" in unknown.notes[0]
    single = roster(tmp_path, GRADEBOOK.replace(",Essay (17)", "").replace("A,8,", "A,"))
    assert rows(canvas_csv(CLASS, "Our course", single).text)[0][-1] == "Engine (4711)"


def test_points_that_differ_and_students_who_are_not_there_are_told(tmp_path: Path) -> None:
    other = roster(tmp_path, GRADEBOOK.replace("10,3.0,", "10,100,"))
    stranger = report("stranger", check("sum"))
    twice = replace(ADA, student="Ada Lovelace")
    notes = " / ".join(canvas_csv((ADA, twice, stranger), "engine", other).notes)
    assert "100 points possible, the course 3" in notes
    assert "stranger is not on the roster" in notes
    assert "lovelaceada, Ada Lovelace are one student" in notes


def test_canvas_without_a_gradebook_says_what_is_missing() -> None:
    known = replace(ADA, identity={"platform": "canvas", "number": "1001"})
    assert canvas_csv([known], "Engine").notes == ()
    assert rows(canvas_csv([known], "Engine").text)[2][:2] == ["lovelaceada", "1001"]
    assert "--roster" in canvas_csv([ADA], "Engine").notes[0]


# Moodle. Its worksheet is filled in in tests/submissions/test_worksheet.py.


def test_feedback_for_moodle_is_text_in_html() -> None:
    hostile = report("eve", check("sum", "error", message=HOSTILE))
    said = rows(moodle_csv([hostile]).text)[1][3]
    assert "<b>" not in said
    assert "&lt;b&gt;" in said
    assert said.replace("<br>", "").count("<") == 0


@pytest.mark.parametrize(
    "name", ["=1+1", "+1", "-1+1", "@SUM(A1)", "\t=1", "|calc", *"\uff1d\uff0b\uff0d\uff20"]
)
def test_no_cell_is_a_formula(tmp_path: Path, name: str) -> None:
    """Of a full-width sign, a spreadsheet makes an ordinary one."""
    hostile = replace(ADA, student=name, identity={"name": name, "email": name, "number": name})
    for made in (canvas_csv([hostile], name), moodle_csv([hostile])):
        for row in rows(made.text)[2:]:
            assert not any(
                cell.startswith(tuple("=+-@\t|\uff1d\uff0b\uff0d\uff20")) for cell in row
            )
    people = roster(tmp_path, f'Name,Email\n"{name}",x\n')
    assert rows(by_name_csv([hostile], people))[1][0].startswith("'")


# JUnit: what the published schema lets stand in what.

SCHEMA = {
    "testsuites": ({"name"}, {"testsuite"}),
    "testsuite": ({"name", "tests", "failures", "errors", "skipped"}, {"testcase", "system-out"}),
    "testcase": ({"classname", "name"}, {"failure", "error", "skipped"}),
    "failure": ({"message", "type"}, set()),
    "error": ({"message", "type"}, set()),
    "skipped": ({"message"}, set()),
    "system-out": (set(), set()),
}


def test_junit_is_valid_and_counts_what_it_holds() -> None:
    hostile = report(f"eve{HOSTILE}", check("sum", "error", message=HOSTILE), faults=(HOSTILE,))
    text = junit_xml((*CLASS, hostile))
    top = ElementTree.fromstring(text)
    for element in top.iter():
        attributes, children = SCHEMA[element.tag]
        assert set(element.attrib) == attributes
        assert {child.tag for child in element} <= children
    for suite in top:
        cases = suite.findall("testcase")
        assert int(suite.get("tests", "")) == len(cases)
        for count, kind in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert int(suite.get(count, "")) == sum(case.find(kind) is not None for case in cases)
        children = [child.tag for child in suite]
        assert children == sorted(children, key=lambda tag: tag == "system-out")
    assert [suite.get("errors") for suite in top] == ["0", "0", "1", "1"]
    assert "".join(top.itertext()).count(HOSTILE.replace("\x00", "?").replace("\ufffe", "?")) == 2


def test_no_output_holds_a_hidden_number() -> None:
    made = [junit_xml(CLASS), summary(CLASS), json.dumps(classroom(CLASS)),
            moodle_csv(CLASS).text, canvas_csv(CLASS, "x").text,
            *annotated(BOB, {"engine": Answer("e.py", "", "")})]  # fmt: skip
    assert DRAWN in json.dumps(BOB.to_json(instructor=True))
    assert not any(DRAWN in text for text in made)


# GitHub.


def unescaped(line: str) -> tuple[str, dict[str, str], str]:
    """A workflow command as GitHub's runner reads it."""
    _, head, message = line.split("::", 2)
    kind, _, given = head.partition(" ")
    properties = dict(item.split("=", 1) for item in given.split(",") if item)

    def read(text: str) -> str:
        for code, char in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
            text = text.replace(code, char)
        return text

    return kind, {key: read(value) for key, value in properties.items()}, read(message)


def test_a_workflow_command_says_what_was_said_whatever_that_is() -> None:
    text = "a, b: 50%\r\n::error::x\n"
    line = command("error", text, file=text, title=text)
    assert "\n" not in line
    assert "\r" not in line
    assert unescaped(line) == ("error", {"file": text, "title": text}, text)


ENGINE = "import math\n\n\nclass Value:\n    def __init__(self, data):\n        pass\n\n" + (
    "    def __mul__(self, other):\n        pass\n\n    def backward(self):\n        pass\n"
)


def named(misconception: str) -> ExerciseReport:
    (engine,) = BOB.exercises
    told = Finding(misconception, 1, 1, "Your engine errs.", "seen", misconception)
    return replace(engine, diagnosis=(told,))


@pytest.mark.parametrize(
    ("misconception", "line"),
    [("overwrite-mul", 8), ("mul-own-data", 8), ("early-capture", 4),
     ("radd-missing", 4), ("unknown", 4)],
)  # fmt: skip
def test_a_wrong_gradient_points_to_the_def_of_its_diagnosis(misconception: str, line: int) -> None:
    exercise = named(misconception)
    marks = annotated(replace(BOB, exercises=(exercise,)), {"engine": Answer("e.py", "", ENGINE)})
    assert f"file=e.py,line={line}," in marks[0]


def test_an_exception_points_to_its_line_in_its_file() -> None:
    raised = [
        check("sum", "error", message="boom", raised_at=("13_engine.py", 3)),
        check("product", "error", message="boom", raised_at=("helper.py", 7)),
        check("other", "error", message="syntax", raised_at=("", 9)),
    ]
    answer = Answer("exercises/13_engine.py", "exercises/", ENGINE)
    marks = [unescaped(line)[1] for line in annotated(report("a", *raised), {"engine": answer})]
    assert [(mark["file"], mark["line"]) for mark in marks] == [
        ("exercises/13_engine.py", "3"),
        ("exercises/helper.py", "7"),
        ("exercises/13_engine.py", "9"),
    ]
    notebook = annotated(report("a", raised[0]), {"engine": Answer("n.ipynb", "", None)})
    assert "line" not in unescaped(notebook[0])[1]
    assert unescaped(annotated(report("a", raised[0]), {})[0])[1].keys() == {"title"}


def test_ten_annotations_are_the_most_and_stubs_come_last() -> None:
    todo = [check(f"t{n}", "error", message="Still to do (line 3).") for n in range(9)]
    wrong = [check(f"w{n}", "failed", message="wrong") for n in range(9)]
    lines = annotated(report("a", *todo, *wrong, check("x", "ungraded", message="ours")), {})
    assert len(lines) == 11
    assert sum("Still to do" in line for line in lines) == 0
    assert unescaped(lines[-1])[2] == "9 more are in the summary of this run."


def test_what_was_not_begun_is_said_once_and_takes_no_annotation() -> None:
    def exercise(name: str, *checks: CheckResult) -> ExerciseReport:
        return ExerciseReport(name, name, True, 0.0, 9.0, checks)

    todo = [
        exercise(f"stub{n}", check("a", "error", message="Still to do (line 3)."))
        for n in range(12)
    ]
    bug = exercise("bug", check("b", "passed"), check("c", "failed", message="c is 1.0"))
    mine = exercise("mine", *(check(f"m{n}", "failed", message="wrong") for n in range(10)))
    whole = replace(BOB, exercises=(*todo, bug, mine))
    answers = {each.id: Answer(f"{each.id}.py", "", "x = 1", is_stub=True) for each in (*todo, bug)}
    lines = annotated(whole, answers)
    assert sum(line.startswith("::error ") for line in lines) == 10
    assert all("title=mine" in line for line in lines[:-1])
    assert unescaped(lines[-1])[2] == (f"Not begun: {', '.join(each.id for each in todo)}, bug.")
    text = summary([whole], {"bob": answers})
    assert "Still to do" not in text
    assert text.count("| not begun |") == 13
    assert text.count("### ") == 1
    told = {each["name"]: each["message"] for each in classroom([whole], {"bob": answers})["tests"]}
    assert told["bug"] == told["stub3"] == "Not begun."
    assert any("title=bug" in line for line in annotated(whole, {}))  # somebody wrote that


def test_the_summary_holds_no_markup_of_a_students() -> None:
    text = summary([report(f"eve {HOSTILE}", check("sum", "error", message=HOSTILE))])
    assert "<b>" not in text
    assert "\\|&lt;b&gt;\\`x\\`\\[a\\]\\(javascript" in text
    assert "@ada" not in text
    program = Counterexample("x = '```'\n# </details>", "a.grad", 1.0, 2.0)
    text = summary([report("eve", check("sum", "failed", counterexample=program))])
    assert "````python\nx = '```'" in text


def test_a_summary_that_github_would_refuse_is_cut_to_a_table() -> None:
    long = check("sum", "error", message="x" * 5_000)
    text = summary([report(f"student {n}", long) for n in range(400)])
    assert len(text.encode()) < MOST_SUMMARY
    assert text.count("| student ") == 401
    many: Sequence[Report] = [report("y" * 1000, check("sum"))] * 2000
    assert "more are in grades.csv" in summary(many)
    assert len(summary(many).encode()) < 1_000_000


def test_github_classrooms_result_adds_up() -> None:
    missing = ExerciseReport("extra", "Extra", False, 0.0, 2.0)
    whole = replace(BOB, exercises=(*ADA.exercises, missing), max_score=5.0)
    found = json.loads(base64.b64decode(encoded(classroom([whole]))))
    assert found["max_score"] == 5
    assert [(test["name"], test["status"], test["score"]) for test in found["tests"]] == [
        ("engine", "pass", 3), ("extra", "fail", 0),
    ]  # fmt: skip
    assert found["status"] == "fail"
    assert classroom([ADA])["status"] == "pass"
    assert classroom([LOST])["status"] == "error"
    assert all(test["line_no"] == 0 and test["message"] is not None for test in found["tests"])


# The command line.


def test_a_download_is_looked_at_graded_and_goes_back(tmp_path: Path) -> None:
    folder = tmp_path / "download"
    folder.mkdir()
    (folder / "lovelaceada_1001_20001_01_doubling.py").write_text(RIGHT)
    (folder / "lovelaceada_1001_20002_02_constant.py").write_text("ANSWER = 2\n")
    (folder / "bob_LATE_1002_20003_x.py").write_text(RIGHT.replace("+= self.grad", "= self.grad"))
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "::error::x.py").write_text("")
    (tmp_path / "gradebook.csv").write_text(GRADEBOOK)
    (tmp_path / "summary.md").write_text("before\n")
    command = ("grade", "download", "more", "--course", TINY, "--roster", "gradebook.csv")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "GITHUB_OUTPUT": "", "COLUMNS": "80",
                   "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md")}  # fmt: skip
    looked = topograde(*command, "--dry-run", cwd=tmp_path, env=environment)
    assert looked.returncode == 0, looked.stderr
    assert "read as: canvas, flat" in looked.stdout
    assert "lovelaceada  " in looked.stdout
    assert "lovelaceada  doubling, constant = Lovelace, Ada" in looked.stdout.splitlines()
    assert any(line.startswith("bob  ") and "(x.py)" in line for line in looked.stdout.splitlines())
    assert "Nothing was run" in looked.stdout
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "download", "gradebook.csv", "more", "summary.md",
    ]  # fmt: skip
    export = ("--export", "moodle,junit", "--assignment", "Engine", "--github")
    done = topograde(*command, "--out", "out", *export, cwd=tmp_path, env=environment)
    assert done.returncode == 0, done.stderr
    out = tmp_path / "out"
    grades = {row[1]: row[-1] for row in rows((out / "canvas.csv").read_text())[2:]}
    assert grades == {"1001": "4", "1002": "1", "1003": "", "1004": ""}
    by_name = {row[0]: row[6:] for row in rows((out / "by-name.csv").read_text())[1:]}
    assert by_name == {
        "Lovelace, Ada": ["lovelaceada", "4", "4", ""],
        "'=cmd|calc, B": ["bob", "1", "3", "late"],
        "Lost, L": ["", "", "", "nothing handed in"],
        "Noether, Emmy": ["", "", "", "nothing handed in"],
    }
    assert "2 handed nothing in: Lost, L; Noether, Emmy" in done.stdout
    assert "1 not on the roster: ::error::x" in done.stdout
    assert ElementTree.parse(out / "junit.xml").getroot().tag == "testsuites"
    assert (out / "moodle.csv").is_file()
    assert json.loads((out / "github-classroom.json").read_text())["status"] == "fail"
    assert (tmp_path / "summary.md").read_text().startswith("before\n## ")
    lines = done.stdout.splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith("::stop-commands::"))
    end = lines.index(f"::{lines[start].rpartition('::')[2]}::")
    table = next(n for n, line in enumerate(lines) if line.startswith("::error::"))
    assert start < table < end  # an id that is a command is printed where none is taken
    assert all(line.startswith("::error ") for line in lines[end + 1 :])


def test_where_an_export_fails_it_has_been_said_where_the_results_are(tmp_path: Path) -> None:
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "ada.py").write_text(RIGHT)
    (tmp_path / "out" / "junit.xml").mkdir(parents=True)
    command = ("grade", "class", "--course", TINY, "--out", "out", "--export", "junit")
    done = topograde(*command, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)})
    assert done.returncode == 2
    assert "the class on one page" in done.stdout
    assert "junit.xml" in done.stderr
