"""Recorded answers: they are PyTorch's, a stale one is noticed, and a check needs nothing else."""

from __future__ import annotations

import json
import math
import re
import shutil
import subprocess
import sys
import zlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grader.authoring.recording import public_plans, recorded_right, write_answers
from grader.authoring.verify import stale_answers
from grader.checks import Check
from grader.checks.declare import load_checks
from grader.course.course import Course, load_course
from grader.judging.context import GradingContext
from grader.programs.compare import same_answer
from grader.programs.operators import all_forms
from grader.programs.program import Program
from grader.programs.pytorch import Oracle, OracleUnavailable
from grader.programs.recorded import RecordedError, RecordedOracle, right_answers
from tests.support.paths import ROOT

MOST_BYTES = 250_000

FOLDER = ROOT / "solutions" / "_recorded"


def test_recorded_answers_are_pytorchs(
    course: Course, checks: Mapping[str, tuple[Check, ...]], context: GradingContext
) -> None:
    assert list(stale_answers(course, checks, context.oracle)) == []


def test_the_files_are_small_and_hold_no_code() -> None:
    files = sorted(FOLDER.iterdir())
    assert sum(path.stat().st_size for path in files) < MOST_BYTES
    for path in files:
        text = zlib.decompress(path.read_bytes()).decode()
        for word in ("def ", "lambda", "import ", "self."):
            assert word not in text, f"{path.name} holds {word!r}"


# What a stale file looks like, and that each kind is seen.


@pytest.fixture
def copied(
    course: Course,
    checks: Mapping[str, tuple[Check, ...]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> tuple[Course, Path]:
    """A course of two exercises, and its recorded answers in a folder that may be damaged."""
    kept = tuple(course.exercise(name) for name in ("backward", "accumulate"))
    folder = tmp_path / "recorded"
    folder.mkdir()
    for exercise in kept:
        for path in FOLDER.glob(f"{exercise.id}.*"):
            shutil.copy(path, folder)
    monkeypatch.setattr(Course, "recorded_dir", folder)
    return replace(course, exercises=kept), folder


def repacked(path: Path, change: Callable[[dict[str, list[float]]], object]) -> None:
    """Change the answers in a file, and nothing else."""
    found = json.loads(zlib.decompress(path.read_bytes()))
    change(found["answers"])
    path.write_bytes(zlib.compress(json.dumps(found).encode()))


def test_a_stale_file_is_a_fault(
    copied: tuple[Course, Path], checks: Mapping[str, tuple[Check, ...]], context: GradingContext
) -> None:
    course, folder = copied
    ways: dict[str, Callable[[Path], object]] = {
        "not PyTorch's": lambda path: repacked(
            path, lambda answers: answers.update({min(answers): [123.5]})
        ),
        "not recorded": lambda path: repacked(path, lambda answers: answers.popitem()),
        "is missing": lambda path: path.unlink(),
        "cannot be used": lambda path: path.write_bytes(path.read_bytes()[:-9]),
    }
    assert not list(stale_answers(course, checks, context.oracle))
    path = folder / "backward.right"
    for said, damage in ways.items():
        before = path.read_bytes()
        damage(path)
        forget()
        faults = [fault.fault for fault in stale_answers(course, checks, context.oracle)]
        assert any(said in fault for fault in faults), (said, faults)
        path.write_bytes(before)
        forget()
    (folder / "gone.right").write_bytes(b"")
    assert [fault.file.name for fault in stale_answers(course, checks, context.oracle)] == [
        "gone.right"
    ]


def test_recorded_calls_may_differ_in_the_last_digit_only(
    tmp_path: Path, context: GradingContext
) -> None:
    """`exp` and `tanh` come from the machine's C library, whose last digit differs."""
    shutil.copytree(ROOT / "solutions" / "stretch", tmp_path / "stretch")
    course = load_course(tmp_path / "stretch")
    checks = load_checks([each.id for each in course.exercises], course.checks_dir)
    only = [course.exercise("moons")]
    path = tmp_path / "stretch" / "solutions" / "_recorded" / "moons.calls"
    text = path.read_text("utf-8")
    number = next(each for each in re.findall(r"-?\d\.\d{12,}", text))

    def faults(other: float) -> list[Path]:
        path.write_text(text.replace(number, repr(other)), "utf-8")
        found = stale_answers(course, checks, context.oracle, exercises=only)
        return [fault.file for fault in found]

    assert faults(math.nextafter(float(number), 10.0)) == []
    assert faults(float(number) + 0.001) == [path]
    path.write_text("[", "utf-8")
    assert [f.file for f in stale_answers(course, checks, context.oracle, exercises=only)] == [path]


def forget() -> None:
    right_answers.cache_clear()


def test_recording_again_changes_nothing_and_leaves_no_old_file(
    course: Course, checks: Mapping[str, tuple[Check, ...]], context: GradingContext, tmp_path: Path
) -> None:
    exercise = course.exercise("backward")
    (tmp_path / "build-topo.wrong").write_bytes(b"of a misconception that is gone")
    wanted = [exercise, course.exercise("build-topo")]
    changed = write_answers(wanted, checks, tmp_path, context.oracle)
    assert not (tmp_path / "build-topo.wrong").exists()
    assert {path.name for path in changed} == {"backward.right", "build-topo.wrong"}
    assert write_answers([exercise], checks, tmp_path, context.oracle) == []


# A program is found by what it is.


def test_another_program_is_not_found_and_the_reference_answers_it(
    context: GradingContext, course: Course, checks: Mapping[str, tuple[Check, ...]]
) -> None:
    oracle = RecordedOracle(["backward"], FOLDER)
    prepared = context.public("backward", checks["backward"][0], all_forms())
    program = prepared.plan.items[0]
    assert isinstance(program, Program)
    assert oracle.recorded(program) == prepared.expected[0]
    other = Program((("leaf", "a", 2.5), *program.steps[1:]))
    assert oracle.recorded(other) is None
    assert same_answer(oracle.answer(other), context.oracle.answer(other))
    assert RecordedOracle(["backward"], ROOT / "nowhere").recorded(program) is None


def test_every_visible_counterpart_is_recorded(
    course: Course, checks: Mapping[str, tuple[Check, ...]]
) -> None:
    class Never(Oracle):
        def _ask(self, program: Program) -> Any:
            raise OracleUnavailable("not asked for")

    for exercise in course.exercises:
        oracle = RecordedOracle([exercise.id], FOLDER)
        for check, plan in public_plans(exercise, checks[exercise.id]):
            for question in plan.questions:
                program = question.like or question.item
                if question.judge is None and isinstance(program, Program):
                    assert oracle.recorded(program) is not None, (exercise.id, check.id)
    with pytest.raises(OracleUnavailable):
        recorded_right(public_plans(course.exercise("backward"), checks["backward"]), Never())


def test_a_damaged_file_is_as_good_as_none_for_a_student(
    context: GradingContext, checks: Mapping[str, tuple[Check, ...]], tmp_path: Path
) -> None:
    (tmp_path / "backward.right").write_bytes(b"cut")
    prepared = context.public("backward", checks["backward"][0], all_forms())
    program = prepared.plan.items[0]
    assert isinstance(program, Program)
    assert RecordedOracle(["backward"], tmp_path).recorded(program) is None
    with pytest.raises(RecordedError, match=r"backward\.right cannot be used"):
        right_answers("backward", tmp_path)


def python(code: str, cwd: Path, blocked: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    """Run `topograde` with some modules as good as not installed."""
    block = "".join(f"sys.modules[{name!r}] = None; " for name in blocked)
    return subprocess.run(
        [sys.executable, "-c", f"import sys; {block}sys.path.insert(0, {str(ROOT)!r}); {code}"],
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=300,
    )


CHECK = "from grader.cli import main; main(prog_name='topograde', args={arguments!r})"


def check_without(
    blocked: tuple[str, ...], cwd: Path, *arguments: str
) -> subprocess.CompletedProcess[str]:
    return python(CHECK.format(arguments=["check", *arguments]), cwd, blocked)


@pytest.mark.parametrize("name", ["anton", "finn"])
def test_all_that_a_wrong_engine_is_asked_is_answered(tmp_path: Path, name: str) -> None:
    """One is wrong at `+`, the other in `zero_grad`: they are asked other programs."""
    shutil.copy(ROOT / f"tests/data/strangers/o/wrong/{name}.py", tmp_path / "13_engine.py")
    done = check_without(("torch",), tmp_path, "engine", "-v")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "failing: 13" in done.stdout
    assert "not graded" not in done.stdout


def test_without_pytorch_a_course_of_ones_own_is_judged_by_the_reference(tmp_path: Path) -> None:
    tiny = ROOT / "tests" / "data" / "tiny_course"
    shutil.copy(tiny / "solutions" / "01_doubling.py", tmp_path)
    done = check_without(("torch",), tmp_path, "doubling", "--course", str(tiny))
    assert done.returncode == 0, done.stdout + done.stderr
