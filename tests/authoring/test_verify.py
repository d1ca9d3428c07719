"""`verify` finds what is wrong with a course, and says where and how to mend it.

Each fault is planted in a copy of a tiny course, so every line of `verify` is shown to speak up.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grader.authoring.release.stubs import write_stubs
from grader.authoring.verify import Flaw, verify
from grader.checks.declare import load_checks
from grader.course.course import load_course
from grader.judging.context import GradingContext
from grader.worker.forkserver import ForkServer
from tests.support.paths import TINY
from tests.support.warm import topograde


@pytest.fixture
def course_dir(tmp_path: Path) -> Path:
    return Path(shutil.copytree(TINY, tmp_path / "course"))


@pytest.fixture(scope="module")
def context() -> Iterator[GradingContext]:
    with ForkServer() as server:
        yield GradingContext(b"a secret", server)


def faults_of(course_dir: Path, context: GradingContext) -> list[Flaw]:
    course = load_course(course_dir)
    checks = load_checks([e.id for e in course.exercises], course.checks_dir)
    fresh = GradingContext(
        context.secret, context.server, context.oracle
    )  # plans are kept by exercise and check
    return [item for item in verify(course, checks, fresh) if isinstance(item, Flaw)]


def replace(path: str, old: str, new: str, stubs: bool = True) -> Callable[[Path], None]:
    def change(course: Path) -> None:
        file = course / path
        text = file.read_text()
        assert old in text
        file.write_text(text.replace(old, new))
        if stubs:
            write_stubs(load_course(course))

    return change


def write(path: str, text: str) -> Callable[[Path], None]:
    return lambda course: (course / path).write_text(text) and None


TOML = "exercises/course.toml"
MILESTONES = """milestone = [
    { title = "one", checks = ["*"], hint = "Begin." },
    { title = "two", checks = ["d*"], hint = "Go on." },
]
"""
SOLUTION = "solutions/01_doubling.py"
CHECKS = "solutions/checks/doubling.py"


def test_the_tiny_course_has_no_fault(course_dir: Path, context: GradingContext) -> None:
    assert faults_of(course_dir, context) == []


@pytest.mark.parametrize(
    ("change", "file", "said", "mend"),
    [
        (
            replace(SOLUTION, "self.grad = 1.0", "self.grad = 1", stubs=False),
            "exercises/01_doubling.py",
            "differs from what its solution makes",
            "topograde release stubs",
        ),
        (
            lambda course: (course / "exercises/02_constant.py").unlink(),
            "exercises/02_constant.py",
            "is missing",
            "topograde release stubs",
        ),
        (
            replace(TOML, 'defines = "Value"\n', 'defines = "Value"\n' + MILESTONES),
            TOML,
            "the check double is in 2 milestones",
            "[[exercise.milestone]]",
        ),
        (write("exercises/notes.txt", "x"), "exercises/notes.txt", "belongs to no exercise", "rm "),
        (write("solutions/03_old.py", "x"), "solutions/03_old.py", "belongs to no exercise", "rm "),
        (
            replace(TOML, ', "Both of its places hand something back."', ""),
            TOML,
            "doubling has 1 hints",
            "add hints",
        ),
        (replace(TOML, "points = 3", "points = 4"), TOML, "worth 4 points here", "points = 3"),
        (
            replace(SOLUTION, "node.grad += self.grad", "node.grad = self.grad"),
            SOLUTION,
            "the check double is failed",
            "fix the solution or the check",
        ),
        (
            replace(SOLUTION, "gets.\n", "gets.\n            # STUB: node.grad += self.grad\n"),
            "exercises/01_doubling.py",
            "the stub earns points: it passes single",
            "prerequisite",
        ),
        (replace(CHECKS, "a=DRAWN", "a=2.0"), TOML, "the trap double draws nothing", "DRAWN"),
        (
            replace(CHECKS, "grades(lambda a: a + a, a=DRAWN)", "pass"),
            TOML,
            "the check double asks nothing",
            "let it ask",
        ),
        (
            replace(SOLUTION, "### END SOLUTION", "", stubs=False),
            "solutions",
            "END SOLUTION",
            "fix the markers",
        ),
    ],
)
def test_every_fault_is_named_with_its_file_and_its_cure(
    course_dir: Path,
    context: GradingContext,
    change: Callable[[Path], None],
    file: str,
    said: str,
    mend: str,
) -> None:
    change(course_dir)
    faults = faults_of(course_dir, context)
    matching = [f for f in faults if said in f.fault and f.file == course_dir / file]
    assert matching, faults
    assert mend in matching[0].mend


def test_the_command_that_fixes_a_fault_names_the_course_it_is_for(tmp_path: Path) -> None:
    course = Path(shutil.copytree(TINY, tmp_path / "a course"))
    (course / "exercises" / "01_doubling.py").unlink()
    done = topograde("verify", "--course", course, "doubling")
    assert done.returncode == 1
    said = " ".join(done.stdout.split())
    assert f"topograde release stubs --course '{course}'" in said
    assert "looked at doubling" in said
    others = [e.id for e in load_course(course).exercises if e.id != "doubling"]
    assert others
    assert not any(f"looked at {name}" in said for name in others)


def test_a_check_that_cannot_ask_is_named_in_one_line(tmp_path: Path) -> None:
    folder = tmp_path / "course"
    shutil.copytree(TINY, folder)
    checks = folder / "solutions" / "checks" / "doubling.py"
    text = checks.read_text()
    checks.write_text(text.replace("grades(", "grades.nonsense(", 1))
    line = 1 + text[: text.index("grades(", text.index("def test_"))].count("\n")
    done = topograde("verify", "--course", folder)
    said = (done.stdout + done.stderr).strip().splitlines()[-1]
    assert done.returncode == 2
    assert f"doubling.py, line {line} cannot ask: AttributeError" in said


def test_a_solution_that_a_student_s_own_copy_cannot_check_is_a_fault(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(TINY, tmp_path / "course"))
    checks = folder / "solutions" / "checks" / "doubling.py"
    text = checks.read_text()
    asked = "a=2.0, b=3.0"
    assert asked in text
    torch = '__import__("torch").tensor(2.0).item()'
    checks.write_text(text.replace(asked, f"a={torch}, b=3.0"))
    assert topograde("release", "answers", "--course", folder).returncode == 0
    done = topograde("verify", "--course", folder)
    said = " ".join(done.stdout.split())
    assert done.returncode == 1, said
    assert "the student's own copy, without PyTorch, does not pass it" in said
    tight = said.replace(" ", "")  # a long path is folded anywhere
    assert "01_doubling.py" in tight
    assert "02_constant.py" not in tight


def test_an_author_sees_the_hidden_inputs_that_fail(
    course_dir: Path, context: GradingContext
) -> None:
    replace(SOLUTION, "node.grad += self.grad", "node.grad = self.grad")(course_dir)
    (found,) = [f for f in faults_of(course_dir, context) if "check double" in f.fault]
    assert "program: a = Value(" in found.mend
