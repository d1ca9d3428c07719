"""Reading keeps nobody waiting: every pattern is linear, and a budget ends what is slow."""

from __future__ import annotations

import io
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.course import stub_parts
from grader.course.course import Course, load_course
from grader.reports import tables
from grader.reports.platforms import github, junit
from grader.submissions import student_id, submission, zips
from grader.submissions.files import Refused, reading_budget
from grader.submissions.layouts import canvas, moodle
from grader.submissions.layouts.find import find_class
from grader.submissions.sources import collected, matching, notebook, text
from grader.submissions.sources.notebook import cell_of
from grader.submissions.submission import OURS, read_submission
from tests.support.paths import ROOT

FILL = (
    " ", "\t", "a", "1", "_", "?", "(", ")", "a()", "a.", "[a]", "=", "% ", ";", "#", "-", "\n",
    "from a", "import ", "\n ", "''", "\\", ") ", "coding:", "`", ": an earlier upload",
)  # fmt: skip
"""What a line is filled with, after a start and before an end that make patterns go back."""
EDGES = (
    ("", ""), ("", "!"), ("a?", "b?"), ("?", "?"), ("get_ipython().a(", "+1"),
    ("get_ipython().a()", "+1"), ("%time ", "!"), ("a = ", "!"), ("a", "= !a"), ("%%time", "x"),
    ("pip ", "!"), ("from ", "!"), ("# coding", "!"), ("1_", "_assignsubmission_"), ("a_11_", "!"),
)  # fmt: skip
SIZES = 5_000, 20_000
LEAST_SECONDS = 0.05
"""A time below this says nothing; a quadratic pattern takes twenty times as long for the last."""

PATTERNS: dict[str, Callable[[str], object]] = {
    "help": notebook._HELP.match,
    "assigned": notebook._ASSIGNED.match,
    "timed": notebook._TIMED.match,
    "packages": notebook._PACKAGES.match,
    "tokens": lambda line: notebook._Lexer().feed(line),
    "exported": notebook._EXPORTED.match,
    "is_magic": notebook._is_magic,
    "cell": lambda line: cell_of(1, line),
    "exported file": notebook.without_exported,
    "cell mark": stub_parts.tag_of,
    "imports": lambda line: collected.imported_files({"a.py": line, "b.py": line}),
    "a name in a line": lambda line: text._names_in_a_line(line, "a"),
    "coding line": lambda line: text._COOKIE.match(line.encode()),
    "no code": lambda line: text._NO_CODE.match(line.encode()),
    "stem": lambda line: matching.normal(line),
    "safe name": student_id.safe_name,
    "printable": student_id.printable,
    "canvas": canvas.NAME.fullmatch,
    "moodle": moodle.NAME.fullmatch,
    "earlier upload": tables._EARLIER.search,
    "markdown": github._markdown,
    "xml": lambda line: junit._NOT_XML.sub("", line),
}


def seconds(call: Callable[[str], object], line: str) -> float:
    """The least CPU time of three calls."""
    times = []
    for _ in range(3):
        started = time.process_time()
        try:
            call(line)
        except Refused:
            pass
        times.append(time.process_time() - started)
        if times[-1] < LEAST_SECONDS:
            break
    return min(times)


def grows_too_fast(call: Callable[[str], object], lines: list[str]) -> bool:
    """Whether four times the text takes more than eight times as long (sixteen if quadratic)."""
    once, four = (seconds(call, line) for line in (lines[0], lines[-1]))
    return four > 8 * max(once, LEAST_SECONDS / 4)


@pytest.mark.parametrize("name", PATTERNS)
def test_no_pattern_that_sees_student_text_takes_more_than_linear_time(name):
    """Measured again before it is believed: what is quadratic is so each time."""
    call = PATTERNS[name]
    for start, end in EDGES:
        for fill in FILL:
            lines = [start + fill * (size // len(fill)) + end for size in SIZES]
            if seconds(call, lines[-1]) > LEAST_SECONDS:
                assert not all(grows_too_fast(call, lines) for _ in range(3)), (start, fill, end)


@pytest.fixture(scope="module")
def course() -> Course:
    return load_course(ROOT / "exercises")


def test_two_thousand_modules_are_read_in_seconds(tmp_path: Path, course: Course):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(1_990):
            lines = "import x " * 25
            archive.writestr(f"m{number}.py", f"{lines}\nclass Value: pass\n")
    path = tmp_path / "ada.zip"
    path.write_bytes(packed.getvalue())
    started = time.process_time()
    read_submission(path, course)
    assert time.process_time() - started < 10


def test_what_takes_too_long_to_read_costs_its_own_hand_in(tmp_path, course, monkeypatch):
    """Whatever is slow, also where the code around it catches every `Exception`."""

    def slow(path: Path) -> object:
        while True:
            try:
                sum(range(1_000))
            except Exception:
                continue

    monkeypatch.setattr(submission, "read_contents", slow)
    monkeypatch.setattr(submission, "reading_budget", lambda: reading_budget(0.2))
    path = tmp_path / "ada.py"
    path.write_text("class Value: pass\n")
    found = read_submission(path, course)
    assert not found.sources
    assert "took more than 0.2 seconds" in found.faults[0].sentence


def test_a_module_is_imported_if_another_file_names_it():
    modules = {
        "a.py": "import b\n", "b.py": "x = 1\n", "c.py": "import c\n",
        "p/__init__.py": "", "d.py": "from p import x\n  import e\n", "e.py": "from e import e\n",
    }  # fmt: skip
    assert collected.imported_files(modules) == {"b.py", "p/__init__.py", "e.py"}


@pytest.mark.parametrize("layout", ["flat", "canvas"])
def test_what_breaks_while_it_is_read_costs_its_own_hand_in(layout, tmp_path, course, monkeypatch):
    """A bug of ours makes no grade: the hand-in is flagged as one that we could not read."""

    def broken(*_: object) -> None:
        raise IndexError("a bug")

    archive = tmp_path / "class" / ("ada.zip" if layout == "flat" else "ada_1001_20001_all.zip")
    text = archive.with_name("bob.py" if layout == "flat" else "bob_1002_20002_13_engine.py")
    archive.parent.mkdir()
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("13_engine.py", "x = 1\n")
    text.write_text("class Value: pass\n")
    monkeypatch.setattr(zips, "Archive", broken)
    one, other = find_class([archive.parent], course, layout=layout).submissions
    assert OURS in one.flags
    assert "failed while it read this (IndexError: a bug)" in one.faults[0].sentence
    assert "engine" in other.sources
    assert other.flags == ()
