"""`topograde check`: what it imports, the one screen, and its exit codes, run as a student does."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from grader import notebook
from grader.checks.declare import Check, checks_of
from grader.course.course import Course, default_course_dir, load_course
from grader.grading.own_work import OwnWork
from grader.grading.progress import (
    FAILING,
    HIDDEN_LEFT,
    NOT_BEGUN,
    PASSED,
    UNCHECKED,
    Progress,
    state_of,
)
from grader.grading.submission import run_directly
from grader.judging.exercise import ExerciseRun
from grader.judging.report import CheckResult, ExerciseReport
from grader.reports.terminal import marks_line
from grader.submissions.files import MAX_MEMBERS
from grader.worker import starting
from tests.proving.template import engine
from tests.proving.traversals import WALKS
from tests.support import warm
from tests.support.graded_class import short_course
from tests.support.hand_ins import patched
from tests.support.paths import ROOT
from tests.support.terminals import environment, plain, terminal, topograde

SOLVED = ROOT / "solutions"
NEVER = ("torch numpy jinja2 nbformat dask distributed sqlite3 pytest wasmtime IPython").split()
"""What must not be imported before a student sees an answer."""


def check(work: Path, *arguments: object, **more: str) -> subprocess.CompletedProcess[str]:
    """`topograde check` in a pipe."""
    return run(work, "check", *arguments, **more)


def run(work: Path, *arguments: object, **more: str) -> subprocess.CompletedProcess[str]:
    """A command in a pipe."""
    return warm.topograde(*arguments, cwd=work, env=environment(**more))


def wrong_order(folder: Path) -> Path:
    """An engine in which a shared node runs its rule before its second consumer has contributed."""
    text = engine(WALKS["bfs-order"][0])
    (folder / "13_engine.py").write_text(text, encoding="utf-8")
    return folder


def exam_parts() -> dict[str, int]:
    """How many public checks each milestone of the exam has."""
    course = load_course(default_course_dir())
    public = [check for check in checks_of(course)["engine"] if not check.hidden]
    return {
        milestone.title: sum(milestone.holds(check.id) for check in public)
        for milestone in course.exercise("engine").milestones
    }


def unreversed(folder: Path) -> Path:
    """Exercise 4 with the rules run from the leaves."""
    text = (SOLVED / "04_backward.py").read_text()
    (folder / "04_backward.py").write_text(text.replace("reversed(topo)", "topo"))
    return folder


@pytest.mark.parametrize("make", [unreversed, lambda f: shutil.copy(SOLVED / "04_backward.py", f)])
def test_nothing_heavy_is_imported(make: object, tmp_path: Path) -> None:
    """Passing or failing, with diagnosis and drawing: the list is printed, and is short."""
    make(tmp_path)  # type: ignore[operator]
    code = (
        "import sys, atexit; sys.path.insert(0, sys.argv.pop(1));"
        "atexit.register(lambda: print('IMPORTED', *sorted(sys.modules), file=sys.stderr));"
        "from grader.cli import main; main(args=['check', 'backward'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(ROOT)], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode in (0, 1), done.stderr
    imported = done.stderr.partition("IMPORTED ")[2].split()
    packages = sorted({name.partition(".")[0] for name in imported})
    print(f"{len(imported)} modules: {' '.join(packages)}")
    assert "grader" in packages
    assert not set(NEVER) & set(packages)
    explaining = [name for name in imported if name.startswith("grader.explain.watching")]
    assert bool(explaining) is bool(done.returncode)


BEGUN = {
    "order-by-hand": ('"d": 5.0', '"d": 1.0'),
    "local-rules": ("self.grad += other.data * out.grad", "self.grad = other.data * out.grad"),
    "build-topo": ("        topo.append(v)", "    topo.append(v)"),
    "backward": ("reversed(topo)", "topo"),
    "accumulate": ("return a + a", "return a * b + a"),
    "operators": ("return (-self) + other", "return other - self"),
    "functions": ("self.grad += (1.0 - t * t) * out.grad", "self.grad += 1.0 - t * t"),
    "zero-grad": ("    seen = {root}\n", "    seen = {root, *root._prev}\n"),
    "double-backward": ("self.grad += 1.0", "self.grad = 1.0"),
    "check-grad": ("    return True\n", "    xs[0] += 1\n    return True\n"),
    "toposort-iterative": ("visited.add(node)", "visited.add(node.data)"),
    "consumer-counts": ("            waits_for[input_node] += 1\n", ""),
    "engine": ("self.grad += out.data * out.grad", "self.grad += out.grad"),
}


@pytest.mark.parametrize("exercise", BEGUN)
def test_a_failure_fits_a_window_of_80_by_24(exercise: str, tmp_path: Path) -> None:
    course = load_course(default_course_dir())
    file = course.exercise(exercise).file_name
    text = patched((SOLVED / file).read_text(), BEGUN[exercise])
    (tmp_path / file).write_text(text)
    lines = check(tmp_path, exercise).stdout.splitlines()
    assert len(lines) < 24
    assert all(len(line) <= 80 for line in lines)
    assert any(line.startswith(("FAILS ", "ERROR ")) for line in lines)
    assert lines[-1].startswith(f"Next: topograde hint {exercise}    More: -v")
    assert not any("more lines)" in line for line in lines), "the program is cut"
    assert "The same was seen" not in " ".join(lines)
    passed, of = re.findall(r"(\d+) of (\d+) (?:public )?checks pass$", "\n".join(lines), re.M)[0]
    others = re.findall(r"(\d+) (?:more|waits?)", lines[-2])
    assert sum(map(int, others)) == int(of) - int(passed) - 1, "each other check is accounted for"


@pytest.mark.parametrize(
    ("exercise", "change", "said", "unsaid"),
    [
        ("zero-grad", ("zero_grad(loss)", "pass"), "yours 5.024 right 3.464", "PyTorch"),
        (
            "local-rules",
            ("self.grad += other.data", "self.data += other.data"),
            "changes the data of `a` from 2 to -1.",
            "Did you mean",
        ),
        (
            "engine",
            ("        self._backward = lambda: None\n", ""),
            "has no attribute '_backward'",
            "Did you mean",
        ),
        ("check-grad", (")[0]", ")"), "A tuple holds several values", "Did you mean"),
        (
            "functions",
            ("def relu", "def Relu"),
            "defines `Relu`, and Python looks for another name.",
            "Did you mean",
        ),
        (
            "order-by-hand",
            ('"c": 45.0, "b": 180.0', '"c": 45.0, "b": 90.0'),
            "Each of `c` and `L` contributes that much, and one of them is missing.",
            "Did you mean",
        ),
        (
            "double-backward",
            BEGUN["double-backward"],
            "Which nodes add from call to call, and which begin again?",
            "For example",  # its program is the only one on the screen
        ),
    ],
)
def test_a_mistake_is_told_as_what_it_is(
    exercise: str, change: tuple[str, str], said: str, unsaid: str, tmp_path: Path
) -> None:
    file = load_course(default_course_dir()).exercise(exercise).file_name
    text = patched((SOLVED / file).read_text(encoding="utf-8"), change)
    (tmp_path / file).write_text(text, encoding="utf-8")
    shown = " ".join(check(tmp_path, exercise).stdout.split())
    assert said in shown
    assert unsaid not in shown


def test_a_file_that_does_not_run_is_told_as_such_once(tmp_path: Path) -> None:
    for fault, told in (("def (:", "is not valid Python"), ("1 / 0", "raised an exception")):
        (tmp_path / "06_operators.py").write_text(f"{fault}\n")
        shown = check(tmp_path, "operators").stdout
        assert f"ERROR      Your file {told}" in shown
        assert "wrong" not in shown
        assert "wait" not in shown


def test_draw_shows_the_graph_of_what_fails(tmp_path: Path) -> None:
    unreversed(tmp_path)
    assert check(tmp_path).returncode == 1
    drawn = run(tmp_path, "draw")
    assert drawn.returncode == 1
    assert "<- first wrong" in drawn.stdout
    assert drawn.stdout == run(tmp_path, "draw", "backward").stdout
    shutil.copy(SOLVED / "04_backward.py", tmp_path)
    assert "nothing fails" in run(tmp_path, "draw", "04").stdout
    (tmp_path / "01_order_by_hand.py").write_text("P1_ORDER = ['a']\n")
    drawn = " ".join(run(tmp_path, "draw", "01").stdout.split())
    assert drawn.endswith("so none can be drawn. What is asked is in 01_order_by_hand.py.")


def test_all_of_a_failure_is_shown_if_wanted(tmp_path: Path) -> None:
    done = check(wrong_order(tmp_path), "-v")
    assert done.returncode == 1, done.stderr
    lines = done.stdout.splitlines()
    assert all(len(line) <= 80 for line in lines)
    assert "\x1b" not in done.stdout
    public = sum(exam_parts().values())
    wanted = [
        r"^Build your own autograd\. failing: 13; not begun: 1-12\.$",
        rf"^engine: The exam: the whole engine +{public - 4} of {public} public checks pass$",
        r"^FAILS +Two losses on a shared inner node",
        r"yours -0\.875 +PyTorch -1\.25$",
        r"^    M = h \+ L$",
        r"<- first wrong$",
        r"before its consumer",
        r"^FAILS +Every graph of up to three operations",
        r"^FAILS +A chain of 20,000",
        r"^Next: topograde hint engine    More: -v, or topograde draw$",
    ]
    place = 0
    for pattern in wanted:  # in this order
        found = [n for n, line in enumerate(lines) if n >= place and re.search(pattern, line)]
        assert found, f"{pattern} is not in\n{done.stdout}"
        place = found[0]


def test_a_terminal_shows_the_same_with_signs_and_colours(tmp_path: Path) -> None:
    folder = wrong_order(tmp_path)
    with terminal(topograde("check"), folder) as screen:
        assert screen.end() == 1
    assert "\x1b[" in screen.seen
    shown = plain(screen.seen)
    assert "[\N{BALLOT X}13]" in shown
    assert "1 failing, 12 not begun" in shown
    assert all(len(line) <= 80 for line in shown.splitlines())
    assert len(shown.splitlines()) < 24
    piped = check(folder).stdout
    words = set(piped.split())
    # Only words for how the course stands differ.
    assert words - set(shown.split()) <= {"autograd.", "failing:", "13;", "begun:", "1-12."}


def test_no_color_and_a_simple_terminal_get_plain_text(tmp_path: Path) -> None:
    folder = unreversed(tmp_path)
    for more in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        with terminal(topograde("check", "backward"), folder, **more) as screen:
            assert screen.end() == 1
        assert "\x1b" not in screen.seen
        assert "failing: 4" in screen.seen
    done = check(folder, "backward", PYTHONIOENCODING="ascii")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr


def test_the_course_line_remembers_and_notices_a_change(tmp_path: Path) -> None:
    for name in ("02_local_rules.py", "03_build_topo.py", "04_backward.py"):
        shutil.copy(SOLVED / name, tmp_path)
    assert "passed: 2; not begun: 1, 5-13; not checked: 3-4." in _joined(check(tmp_path, "2"))
    assert "passed: 2-3;" in _joined(check(tmp_path, "build-topo"))
    with (tmp_path / "02_local_rules.py").open("a") as file:
        file.write("# changed\n")
    assert "passed: 3-4; not begun: 1, 5-13; not checked: 2." in _joined(check(tmp_path, "04"))
    assert sorted(os.listdir(tmp_path / ".topograde")) == ["progress.json"]


def _joined(done: subprocess.CompletedProcess[str]) -> str:
    assert done.stdout, done.stderr
    return " ".join(done.stdout.split())


def test_a_stub_is_not_begun_and_says_what_to_do(tmp_path: Path) -> None:
    stubs = load_course(default_course_dir()).stubs_dir
    for name in ("01_order_by_hand.py", "05_accumulate.py"):  # stubs that hold wrong values
        shutil.copy(stubs / name, tmp_path)
    done = check(tmp_path)
    assert done.returncode == 1
    assert "not begun: 1-13." in done.stdout
    assert "FAILS" not in done.stdout
    assert "Next: do what TODO says in 01_order_by_hand.py" in done.stdout
    (tmp_path / "05_accumulate.py").write_text("# begun\n")
    assert "failing: 5; not begun: 1-4, 6-13." in check(tmp_path).stdout


def test_nothing_found_and_usage_exit_with_2(tmp_path: Path) -> None:
    done = check(tmp_path)
    assert done.returncode == 2
    assert " ".join(done.stdout.split()).startswith(f"No exercise was found in {tmp_path}.")
    done = check(tmp_path, "backwards")
    assert done.returncode == 2
    assert "Did you mean 'backward'?" in done.stderr
    done = check(tmp_path, "kalender")  # like no other: nothing is suggested
    assert done.returncode == 2
    assert "There is no exercise 'kalender'" in done.stderr
    assert "Did you mean" not in done.stderr
    done = check(tmp_path, "--work", tmp_path / "nowhere")
    assert done.returncode == 2
    assert "No such folder" in done.stderr


def test_an_exercise_may_be_named_by_the_path_of_its_file(tmp_path: Path) -> None:
    work = tmp_path / "some" / "where"
    work.mkdir(parents=True)
    shutil.copy(SOLVED / "04_backward.py", work)
    done = check(tmp_path, "some/where/04_backward.py")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "backward: backward() does it all" in done.stdout
    done = check(work, "04_backward.py")
    assert done.returncode == 0
    done = check(tmp_path, "some/where/05_accumulate.py")
    assert done.returncode == 2
    assert "No such file: some/where/05_accumulate.py." in done.stderr


def test_the_file_that_is_named_is_the_one_where_the_exercise_was_found(tmp_path: Path) -> None:
    shutil.copy(ROOT / "exercises" / "topograde.ipynb", tmp_path)
    assert "do what TODO says in topograde.ipynb" in check(tmp_path, "build-topo").stdout
    shutil.copy(ROOT / "exercises" / "03_build_topo.py", tmp_path)
    assert "do what TODO says in 03_build_topo.py" in check(tmp_path, "build-topo").stdout


def test_a_deleted_file_is_called_deleted_until_reset_gives_the_stub_back(tmp_path: Path) -> None:
    unreversed(tmp_path)
    assert check(tmp_path).returncode == 1
    (tmp_path / "04_backward.py").unlink()
    for arguments in ([], ["backward"]):
        done = check(tmp_path, *arguments)
        assert done.returncode != 0
        assert "backward: 04_backward.py was deleted." in done.stdout
        assert "No exercise was found" not in done.stdout
    told = run(tmp_path, "reset", "backward")
    assert told.stdout == "04_backward.py is the stub again.\n"
    assert "deleted" not in check(tmp_path).stdout
    stub = (tmp_path / "04_backward.py").read_text()
    assert stub == (load_course(default_course_dir()).stubs_dir / "04_backward.py").read_text()


@pytest.mark.parametrize(
    ("content", "said"), [(b"# caf\xe9\n", "line 1 is not UTF-8 text"), (b"", "the file is empty")]
)
def test_a_file_that_cannot_be_used_is_not_called_deleted(
    content: bytes, said: str, tmp_path: Path
) -> None:
    file = unreversed(tmp_path) / "04_backward.py"
    shutil.copy(SOLVED / "03_build_topo.py", tmp_path)
    check(tmp_path)
    file.write_bytes(content)
    for arguments in ([], ["backward"]):
        done = check(tmp_path, *arguments)
        assert done.returncode == 1
        assert said in done.stdout
        assert "backward: not checked because of 04_backward.py, see above." in done.stdout
        assert "not checked: 4." in done.stdout
        assert "deleted" not in done.stdout
        assert "no file was found" not in done.stdout
    done = run(tmp_path, "next", "backward")
    if content:
        assert "04_backward.py is there and cannot be used" in done.stderr
        assert file.read_bytes() == content
    else:
        assert done.stdout.startswith("wrote 04_backward.py")


def test_an_untouched_notebook_does_not_stand_in_for_a_deleted_file(tmp_path: Path) -> None:
    shutil.copy(ROOT / "exercises" / "topograde.ipynb", tmp_path)
    unreversed(tmp_path)
    check(tmp_path, "backward")
    (tmp_path / "04_backward.py").unlink()
    for _ in range(2):  # a check does not forget it
        done = check(tmp_path, "backward")
        assert "backward: 04_backward.py was deleted." in done.stdout
        assert "do what TODO says in topograde.ipynb" not in done.stdout
    assert run(tmp_path, "next", "backward").stdout.startswith("wrote 04_backward.py")
    assert "deleted" not in check(tmp_path, "backward").stdout


def test_a_notebook_may_be_named_and_stands_for_what_is_begun_in_it(tmp_path: Path) -> None:
    shutil.copy(ROOT / "exercises" / "topograde.ipynb", tmp_path)
    told = check(tmp_path, "topograde.ipynb")
    assert told.returncode == 2
    assert "No exercise is begun in topograde.ipynb." in told.stderr
    notebook = tmp_path / "topograde.ipynb"
    text = notebook.read_text()
    old = "SHOWCASE_ORDER = []"
    assert old in text
    notebook.write_text(text.replace(old, "SHOWCASE_ORDER = ['L']"))
    told = check(tmp_path, "topograde.ipynb")
    assert told.returncode == 1
    assert "order-by-hand: The backward pass by hand" in told.stdout
    assert "local-rules" not in told.stdout
    for command in ("hint", "reset", "next"):
        told = run(tmp_path, command, "topograde.ipynb")
        assert told.returncode == 2
        assert "topograde.ipynb may hold several exercises." in told.stderr


def test_reset_keeps_the_old_work_beside_the_stub(tmp_path: Path) -> None:
    for number in (1, 2):
        unreversed(tmp_path)
        before = (tmp_path / "04_backward.py").read_text()
        told = run(tmp_path, "reset", "04_backward.py")
        kept = f"04_backward.py.old-{number}"
        assert f"Your work is kept in {kept}." in told.stdout
        assert (tmp_path / kept).read_text() == before
        assert "raise NotImplementedError" in (tmp_path / "04_backward.py").read_text()
    assert "not begun: 1-13." in check(tmp_path).stdout  # what is kept is no exercise


def test_what_is_not_begun_is_no_error_where_that_is_allowed(tmp_path: Path) -> None:
    course = load_course(default_course_dir())
    shutil.copy(course.stubs_dir / "04_backward.py", tmp_path)
    assert check(tmp_path).returncode == 1
    assert check(tmp_path, "--allow-not-begun").returncode == 0
    shutil.copy(course.solutions_dir / "03_build_topo.py", tmp_path)
    assert check(tmp_path).returncode == 1
    assert check(tmp_path, "--allow-not-begun").returncode == 0
    unreversed(tmp_path)
    assert check(tmp_path, "--allow-not-begun").returncode == 1


def test_make_check_installs_what_a_students_copy_needs() -> None:
    from grader.authoring.release.student_kit import DEPENDENCIES

    line = re.search(r"^STUDENT_NEEDS := (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert line is not None
    for_make_web = {"jinja2"}
    assert set(line[1].split()) == {each.partition(">")[0] for each in DEPENDENCIES} | for_make_web


def test_a_pass_exits_with_0_and_names_the_next_exercise(tmp_path: Path) -> None:
    shutil.copy(SOLVED / "04_backward.py", tmp_path)
    done = check(tmp_path, "backward")
    assert done.returncode == 0
    assert "all 6 checks pass" in done.stdout
    assert "hidden" not in done.stdout
    assert "Next: topograde next    (order-by-hand: " in done.stdout  # the first that is not done
    assert "all passed" not in done.stdout


MISTAKES = {
    "class Value:\n    def __init__(self, data)\n": (
        ["ERROR", "Your file is not valid Python: expected ':' (line 2"],
        ["Traceback"],
    ),
    "while True:\n    pass\n": (["TOO SLOW", "Loading your file took longer"], []),
    "class Value:\n    def __init__(self, data):\n        breakpoint()\n": (
        ["ERROR", "`breakpoint()` waits for somebody at a keyboard", "line 3"],
        ["readline"],
    ),
    "print('a' * 300)\nprint('b')\nprint(3)\nprint(4)\nx = 1 / 0\n": (
        [
            "what was printed while your code was checked, the first 3 lines of 4:",
            "| b",
            "ZeroDivisionError",
        ],
        [],
    ),
}


@pytest.mark.parametrize("text", MISTAKES)
def test_a_broken_file_gets_a_sentence(text: str, tmp_path: Path) -> None:
    """With a quarter of the course's time for a check."""
    (tmp_path / "02_local_rules.py").write_text(text)
    done = check(tmp_path, "--course", short_course(tmp_path / "course"))
    assert done.returncode == 1, done.stderr
    there, absent = MISTAKES[text]
    joined = " ".join(done.stdout.split())
    for said in there:
        assert said in joined, done.stdout
    for said in absent:
        assert said not in done.stdout + done.stderr
    assert all(len(line) <= 80 for line in done.stdout.splitlines())


def test_a_folder_that_is_not_the_exercises_is_told_as_that(tmp_path: Path) -> None:
    for number in range(MAX_MEMBERS + 1):
        (tmp_path / f"{number}.txt").touch()
    done = check(tmp_path)
    assert done.returncode == 2
    assert "holds more than 2,000 files. Run this where your exercises are" in done.stderr
    assert "hand in" not in done.stderr


def test_a_server_that_cannot_start_says_so_where_it_is_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise OSError("no process is to be had")

    monkeypatch.setattr(starting, "start_server", broken)
    soon = starting.started_soon()
    with pytest.raises(OSError, match="no process"):
        OwnWork(load_course(default_course_dir()), tmp_path, (), soon)


# How an exercise stands, and what is remembered.


def exercise_with(*outcomes: str, message: str = "") -> ExerciseReport:
    checks = tuple(
        CheckResult(str(n), outcome, 0, 1, False, "s", message)  # type: ignore[arg-type]
        for n, outcome in enumerate(outcomes)
    )
    return ExerciseReport("x", "X", True, 0, 1, checks)


def test_how_an_exercise_stands() -> None:
    assert state_of(exercise_with("passed", "passed")) == PASSED
    assert state_of(exercise_with("passed", "passed"), hidden=2) == HIDDEN_LEFT
    assert state_of(exercise_with("passed", "failed"), hidden=2) == FAILING
    assert state_of(exercise_with("passed", "failed")) == FAILING
    assert state_of(exercise_with("passed", "ungraded")) == UNCHECKED
    assert state_of(exercise_with("passed", "ungraded", "failed")) == FAILING
    to_do = exercise_with("error", "blocked", message="Still to do (line 3).")
    assert state_of(to_do, is_stub=True) == NOT_BEGUN
    assert state_of(to_do) == FAILING  # what was written is not said to be nothing
    assert state_of(exercise_with("error", "blocked", message="NameError: b")) == FAILING
    assert state_of(ExerciseReport("x", "X", False, 0, 1)) == NOT_BEGUN


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"version": 1}', '{"version": 99, "hints": {"a": 1}}', "[" * 100_000,
     '{"version": 1, "hints": {"a": -1}, "states": {"a": ["gone", 3]}}'],
)  # fmt: skip
def test_damaged_notes_count_as_none(text: str, tmp_path: Path) -> None:
    (tmp_path / ".topograde").mkdir()
    (tmp_path / ".topograde" / "progress.json").write_text(text)
    progress = Progress.load(tmp_path)
    assert (progress.hints, progress.states) == ({}, {})
    progress.hints["a"] = 1
    assert progress.save() is None
    assert Progress.load(tmp_path).hints == {"a": 1}


def test_no_process_takes_back_what_another_has_remembered(tmp_path: Path) -> None:
    course = load_course(default_course_dir())
    first, second = course.exercises[:2]
    shutil.copy(SOLVED / first.file_name, tmp_path)
    shutil.copy(course.stubs_dir / second.file_name, tmp_path)
    with OwnWork(course, tmp_path) as watch, OwnWork(course, tmp_path) as other:
        assert other.check([first.id])[1][first.id] == PASSED
        assert watch.check([second.id])[1][first.id] == PASSED

        def slow(checks: Sequence[tuple[ExerciseRun, Check]]) -> list[CheckResult]:
            """While the stub is checked, it is done and passes elsewhere."""
            shutil.copy(SOLVED / second.file_name, tmp_path)
            assert other.check([second.id])[1][second.id] == PASSED
            return run_directly(checks)

        assert watch.check([second.id], slow)[1][second.id] == PASSED
    assert Progress.load(tmp_path).done() == {first.id, second.id}


def test_many_may_remember_at_once(tmp_path: Path) -> None:
    def remember(number: int) -> None:
        with Progress.alone(tmp_path) as progress:
            progress.hints[f"e{number}"] = 1
            time.sleep(0.01)
            progress.save()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(remember, range(8)))
    assert len(Progress.load(tmp_path).hints) == 8


def test_the_exam_is_shown_in_milestones(tmp_path: Path) -> None:
    shown = check(wrong_order(tmp_path)).stdout
    parts = exam_parts()
    lost = {"order": 2, "state": 1, "size": 1}
    passed = [f"{part} {of - lost.get(part, 0)}/{of}" for part, of in parts.items()]
    assert "   ".join(passed) in shown
    shutil.copy(load_course(default_course_dir()).stubs_dir / "13_engine.py", tmp_path)
    shown = " ".join(check(tmp_path, "engine").stdout.split())
    assert f"values 0/{parts['values']} rules 0/{parts['rules']}" in shown
    assert "values: Write __init__ and each operator's forward half first." in shown
    assert "Difficulty 4 of 5, importance 5 of 5, about 90 minutes." in shown
    assert "That is from an empty class." in " ".join(shown.split())


def test_what_only_an_instructor_s_run_judges_says_so(tmp_path: Path) -> None:
    work = tmp_path / "stretch"
    work.mkdir()
    name = "07_five_million.py"
    shutil.copy(SOLVED / "stretch" / "exercises" / name, work)
    shown = " ".join(check(work, "five-million").stdout.split())
    assert "its checks take more time or memory than a check of your own may" in shown
    assert f"Next: do what TODO says in {name}" in shown
    shutil.copy(SOLVED / "stretch" / "solutions" / name, work)
    done = check(work, "five-million")
    assert "They run when your instructor grades." in done.stdout
    assert "do what TODO says" not in done.stdout
    assert "not checked: 7" in done.stdout
    assert f"Its own examples do run: python {name}" in " ".join(done.stdout.split())
    assert "not checked: 7" in check(work).stdout  # begun: it is no exercise to begin


def test_who_passes_reads_what_that_is_good_for_once(tmp_path: Path) -> None:
    for name in ("03_build_topo.py", "04_backward.py"):
        shutil.copy(load_course(default_course_dir()).stubs_dir / name, tmp_path)
    assert "passes" not in check(tmp_path).stdout
    shutil.copy(SOLVED / "03_build_topo.py", tmp_path)
    shown = check(tmp_path).stdout
    assert re.search(
        r"^build-topo passes: \d+ lines of yours, \d+ answers, all right, \d+ ms\.$",
        shown,
        re.MULTILINE,
    )
    assert "1,099,511,627,776 routes." in shown
    assert "backward: backward() does it all" in shown
    assert "to do" not in shown  # what it wants can wait until it is looked at
    again = check(tmp_path).stdout
    assert "passes" not in again
    assert "to do" in again


def test_lines_of_yours_are_those_that_this_exercise_asked_for(tmp_path: Path) -> None:
    work = tmp_path / "exercises"
    work.mkdir()
    counts = []
    grown = (
        'return Value(self.data + other.data, (self, other), "+")',
        'out = Value(self.data + other.data, (self, other), "+")\n'
        "        out._backward = lambda: None\n        return out",
    )
    for changes in ([], [grown]):
        text = patched((SOLVED / "03_build_topo.py").read_text(encoding="utf-8"), *changes)
        (work / "03_build_topo.py").write_text(text, encoding="utf-8")
        counts += re.findall(r"(\d+) lines of yours", check(work).stdout)
        shutil.rmtree(work / ".topograde")
    assert counts == ["5", "5"]


def test_the_last_tick_says_what_was_built_and_what_comes_next(
    tmp_path: Path, course: Course
) -> None:
    for path in SOLVED.glob("*.py"):
        shutil.copy(path, tmp_path)
    done = check(tmp_path)
    assert done.returncode == 0
    shown = " ".join(done.stdout.split())
    told = "12 exercises of 'Build your own autograd' pass, and all visible checks of engine."
    assert "passed: 1-12; passed but for hidden checks: 13." in shown
    hidden = sum(check.hidden for check in checks_of(course)["engine"])
    assert f"all {sum(exam_parts().values())} public checks pass" in shown
    assert (
        f"{hidden} hidden checks remain: they run when your instructor grades, and may fail."
        in shown
    )
    measured = re.search(r"(\d+) lines of 13_engine.py hold all of it. ([0-9,]+) programs", shown)
    assert measured is not None
    assert 60 < int(measured[1]) < 130
    assert int(measured[2].replace(",", "")) > 6714
    assert told in shown
    assert re.search(r"all right: \d+ microseconds each\.", shown)
    assert "You have built the engine inside PyTorch" in shown
    assert len(done.stdout.splitlines()) < 24
    assert "All 13" not in shown
    assert "let it learn: `cd stretch`" in shown
    assert "Hidden checks remain, and may fail. Next: hand your work in." in shown
    again = " ".join(check(tmp_path, "backward").stdout.split())
    assert "You have built" not in again  # said once
    assert "Hidden checks remain, and may fail. Next: hand your work in." in again
    engine = tmp_path / "13_engine.py"
    right = engine.read_text(encoding="utf-8")
    engine.write_text(right.replace("self.grad += 1.0", "self.grad += 2.0"), encoding="utf-8")
    assert check(tmp_path, "engine").returncode == 1
    engine.write_text(f"{right}\n", encoding="utf-8")
    later = check(tmp_path, "engine")
    assert later.returncode == 0
    assert "You have built" not in later.stdout  # also where it passes once more
    engine.unlink()
    assert "You have built" not in check(tmp_path).stdout


def test_a_long_chain_waits_for_what_is_wrong_with_short_ones(tmp_path: Path) -> None:
    shutil.copy(SOLVED / "11_toposort_iterative.py", tmp_path)
    file = tmp_path / "11_toposort_iterative.py"
    right = file.read_text(encoding="utf-8")
    turned = "topo.insert(0, node)\n            stack.append((node, True))"
    wrong = patched(
        right,
        ("            topo.append(node)\n        elif", "            continue\n        elif"),
        ("stack.append((node, True))", turned),
    )
    file.write_text(wrong, encoding="utf-8")
    shown = " ".join(check(tmp_path, "toposort-iterative").stdout.split())
    assert "When is a node done: when it is met, or when all of its inputs are listed?" in shown
    with OwnWork(load_course(default_course_dir()), tmp_path) as own:
        (report,) = own.check(["toposort-iterative"])[0].exercises
    (deep,) = (each for each in report.checks if each.id == "depth_100000")
    assert deep.outcome == "blocked"


def test_a_file_beside_the_work_changes_only_what_imports_it(tmp_path: Path) -> None:
    shutil.copy(SOLVED / "03_build_topo.py", tmp_path)
    assert "passed: 3" in check(tmp_path).stdout
    (tmp_path / "engine.py").write_text("class Value: ...\n")
    (tmp_path / "node.py").write_text("")
    again = run(tmp_path, "next", "--work", tmp_path).stdout
    assert "Changed since" not in again
    with OwnWork(load_course(default_course_dir()), tmp_path) as own:
        assert own.states()["build-topo"] == PASSED
    file = tmp_path / "03_build_topo.py"
    file.write_text(f"import engine\n{file.read_text(encoding='utf-8')}", encoding="utf-8")
    assert "passed: 3" in check(tmp_path, "build-topo").stdout
    (tmp_path / "engine.py").write_text("class Value: pass\n")
    with OwnWork(load_course(default_course_dir()), tmp_path) as own:
        assert own.states()["build-topo"] != PASSED


def test_draw_takes_no_exercise_that_was_put_right_by_hand(tmp_path: Path) -> None:
    for name in ("03_build_topo.py", "02_local_rules.py"):
        shutil.copy(SOLVED / name, tmp_path)
    check(tmp_path)
    for name in ("02_local_rules.py", "03_build_topo.py"):
        text = (tmp_path / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(
            text.replace("+= out.grad", "+= 2.0").replace(
                "topo.append(v)", "topo.append(v); topo.append(v)"
            ),
            encoding="utf-8",
        )
    check(tmp_path)
    shutil.copy(SOLVED / "02_local_rules.py", tmp_path)
    assert "nothing to draw" not in run(tmp_path, "draw", "--work", tmp_path).stdout


def test_check_in_a_notebook_asks_which_exercise(capsys: pytest.CaptureFixture[str]) -> None:
    notebook.check()
    assert 'check("backward")' in capsys.readouterr().out


def test_a_printed_line_ends_in_dots_where_it_is_cut(tmp_path: Path) -> None:
    path = unreversed(tmp_path) / "04_backward.py"
    path.write_text(path.read_text() + f"\nprint('{'long ' * 40}')\nprint('short')\n")
    lines = check(tmp_path, "backward").stdout.splitlines()
    (cut,) = [line for line in lines if "| long" in line]
    assert len(cut) <= 80
    assert cut.endswith(" ...")
    assert any(line.endswith("| short") for line in lines)


def test_the_end_after_the_exam_is_told_though_one_exercise_cannot_be_checked(
    tmp_path: Path,
) -> None:
    course = default_course_dir() / "solutions" / "stretch"
    after = tmp_path / "stretch"
    shutil.copytree(course / "exercises", after)
    for path in sorted((course / "solutions").glob("*.py")):
        if not path.name.startswith("07"):
            shutil.copy(path, after)
    shown = " ".join(check(after).stdout.split())
    assert "break-my-engine passes" in shown
    assert "6 exercises of 'After the exam' pass: all that can be checked here." in shown
    assert "You have trained a network with an engine of your own." in shown
    assert "Next: do what TODO says in 07_five_million.py" in shown


def test_the_course_in_one_line_is_as_wide_as_the_window() -> None:
    course = load_course(default_course_dir())
    states = [PASSED, HIDDEN_LEFT, FAILING, NOT_BEGUN, UNCHECKED] * 3
    of_each = {each.id: state for each, state in zip(course.exercises, states, strict=False)}
    for width in (80, 40):
        assert all(len(line) <= width for line in marks_line(course, of_each, None, width, False))
