"""The template repository: its workflow's `run:` steps, run exactly as they are written.

The grader comes from a wheel outside of the repository. pip installs it without its dependencies,
for which the environment of these tests stands in; the steps that are actions are not run.
"""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import yaml

import grader
from grader.authoring.release.github import WORKFLOW, write_github
from grader.authoring.release.package import package_files
from grader.authoring.release.student_kit import kit_files
from grader.course.course import Course, load_course
from grader.course.stubs import ReleaseError
from tests.support.paths import ROOT, TINY
from tests.support.warm import topograde

ENDLESS = "12_consumer_counts.py"
"""A stub that does not end on a large graph: ten seconds, and not what is asked here."""
RIGHT = (ROOT / "solutions" / "05_accumulate.py").read_text()


def wheel(folder: Path) -> Path:
    """The package as a wheel, made by hand: building one takes the network."""
    info = f"topograde-{grader.__version__}.dist-info"
    files = package_files()
    for path in (ROOT / "exercises").glob("*"):
        if path.is_file():
            files[f"grader/_course/exercises/{path.name}"] = path.read_bytes()
    for kind in ("checks", "_recorded"):
        for path in (ROOT / "solutions" / kind).rglob("*.*"):
            if path.is_file() and path.suffix != ".pyc":
                inside = path.relative_to(ROOT).as_posix()
                files[f"grader/_course/{inside}"] = path.read_bytes()
    version = f"Name: topograde\nVersion: {grader.__version__}\n"
    files[f"{info}/METADATA"] = f"Metadata-Version: 2.1\n{version}".encode()
    files[f"{info}/WHEEL"] = b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files[f"{info}/entry_points.txt"] = (
        b"[console_scripts]\ntopograde = grader.cli:main\n"
        b"[pytest11]\ntopograde = grader.pytest_entry\n"
    )
    files[f"{info}/RECORD"] = "".join(f"{name},,\n" for name in files).encode()
    target = folder / f"topograde-{grader.__version__}-py3-none-any.whl"
    with zipfile.ZipFile(target, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return target


@dataclass(frozen=True)
class Runner:
    """A machine on which the grader is installed, and the repository that students start from."""

    temp: Path
    template: Path
    steps: dict[str, dict[str, Any]]
    variables: dict[str, str]

    def run(self, name: str, repository: Path) -> tuple[int, str, dict[str, str]]:
        """Run a step as GitHub does; its exit code, its output, what it wrote for GitHub."""
        written = {}
        for variable in ("GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT"):
            written[variable] = self.temp / f"{repository.name}-{variable}"
            written[variable].write_text("")
        environment = {
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(self.temp), "CI": "true", "GITHUB_ACTIONS": "true",
            "RUNNER_TEMP": str(self.temp), "GITHUB_WORKSPACE": str(repository),
            "GITHUB_REPOSITORY": f"class/{repository.name}",
            "PIP_NO_DEPS": "1", "PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            **{key: str(value) for key, value in written.items()},
            **self.variables,
        }  # fmt: skip
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", self.steps[name]["run"]],
            cwd=repository, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, timeout=300,
        )  # fmt: skip
        return done.returncode, done.stdout, {k: p.read_text() for k, p in written.items()}

    def push(self, name: str, keep: Collection[str] = (), **files: str) -> Path:
        """A student's repository with these files, and of what was handed out those to keep."""
        repository = self.temp.parent / name
        shutil.copytree(self.template, repository)
        for path in (repository / "exercises").iterdir():
            if path.suffix in (".py", ".ipynb") and path.name not in keep:
                path.unlink()
        for file, text in files.items():
            (repository / "exercises" / f"{file}.py").write_text(text)
        return repository


def steps_of(template: Path) -> tuple[dict[str, dict[str, Any]], dict[str, str]]:
    """The named steps of a repository's workflow, and its variables."""
    workflow = yaml.safe_load((template / WORKFLOW).read_text())
    (job,) = workflow["jobs"].values()
    return {step["name"]: step for step in job["steps"] if "name" in step}, workflow["env"]


@pytest.fixture(scope="module")
def runner(tmp_path_factory: pytest.TempPathFactory) -> Runner:
    folder = tmp_path_factory.mktemp("github")
    template, temp = folder / "template", folder / "runner temp"
    temp.mkdir()
    done = topograde("release", "github", "--out", template, "--source", wheel(folder))
    assert done.returncode == 0, done.stderr
    made = Runner(temp, template, *steps_of(template))
    code, said, _ = made.run("Install the grader", template)
    assert code == 0, said
    (site,) = temp.glob("topograde/lib/python*/site-packages")
    beside = [p for p in sys.path if p.endswith("site-packages")]
    (site / "beside.pth").write_text("\n".join(beside))  # what pip would have installed too
    return made


def result(written: dict[str, str]) -> dict[str, Any]:
    outputs = dict(line.split("=", 1) for line in written["GITHUB_OUTPUT"].splitlines())
    found = dict(json.loads(base64.b64decode(outputs["result"])))
    assert float(outputs["score"]) == sum(test["score"] for test in found["tests"])
    assert float(outputs["max_score"]) == found["max_score"]
    return found


def test_a_push_of_stubs_is_red_and_scores_nothing(runner: Runner, course: Course) -> None:
    kept = [path.name for path in runner.template.glob("exercises/*.py")]
    kept.remove(ENDLESS)
    code, said, written = runner.run("Grade", runner.push("empty-ada", keep=kept))
    assert code == 1, said
    found = result(written)
    assert found["status"] == "fail"
    assert sum(test["score"] for test in found["tests"]) == 0
    assert found["max_score"] == course.points
    assert f"## empty-ada: 0 of {course.points}" in written["GITHUB_STEP_SUMMARY"]
    assert written["GITHUB_STEP_SUMMARY"].count("| not begun |") == 12
    marks = [line for line in said.splitlines() if line.startswith(("::error", "::notice"))]
    assert len(marks) == 1
    assert marks[0].startswith("::notice title=topograde::Not begun: order-by-hand, local-rules,")


def test_a_weeks_push_is_green_when_the_weeks_exercise_is_right(
    runner: Runner, tmp_path: Path
) -> None:
    week = tmp_path / "week"
    words = ("--out", week, "--source", "topograde==1", "--only", "accumulate")
    assert topograde("release", "github", *words).returncode == 0
    of_week = Runner(runner.temp, week, *steps_of(week))
    code, said, written = of_week.run("Grade", of_week.push("week-ada", accumulate=RIGHT))
    assert code == 0, said
    found = result(written)
    assert (found["status"], found["max_score"]) == ("pass", 3)
    assert "## week-ada: 3 of 3" in written["GITHUB_STEP_SUMMARY"]
    assert "engine" not in written["GITHUB_STEP_SUMMARY"]


def test_a_wrong_gradient_is_marked_at_the_line_that_the_diagnosis_names(runner: Runner) -> None:
    wrong = f"# my engine\n{RIGHT}"
    for rule in ("self.grad += other.data", "other.grad += self.data"):
        assert rule in wrong
        wrong = wrong.replace(rule, rule.replace("+=", "="))
    repository = runner.push("hw-bruno", **{"05_accumulate": wrong})
    (repository / "grader" / "__init__.py").write_text("raise SystemExit('imported')\n")
    (repository / "torch.py").write_text("raise SystemExit('imported')\n")
    code, said, _ = runner.run("Grade", repository)
    assert code == 1, said
    marks = [line for line in said.splitlines() if line.startswith("::error ")]
    assert marks, said
    number = wrong.splitlines().index("            self.grad = other.data * out.grad") + 1
    begun = [mark for mark in marks if "title=accumulate" in mark]
    for mark in begun:
        assert mark.startswith(f"::error file=exercises/05_accumulate.py,line={number},title=")
    assert "overwrites the gradient of" in begun[0]
    assert "imported" not in said


def test_an_exception_is_marked_at_its_line(runner: Runner) -> None:
    broken = RIGHT.replace("### BEGIN SOLUTION", "raise ValueError('50% of, a\\nb::error::c')")
    repository = runner.push("hw-chidi", **{"05_accumulate": broken})
    code, said, written = runner.run("Grade", repository)
    assert code == 1, said
    number = next(n for n, line in enumerate(broken.splitlines(), 1) if "raise ValueError" in line)
    place = f"::error file=exercises/05_accumulate.py,line={number},title=accumulate%3A "
    marks = [line for line in said.splitlines() if line.startswith(place)]
    assert marks, said
    assert "50%25 of, a b" in marks[0] or "50%25 of, a%0Ab" in marks[0]
    assert not any(line.startswith("::error::c") for line in said.splitlines())
    assert "ValueError" in written["GITHUB_STEP_SUMMARY"]


def test_the_workflow_installs_from_outside_and_reads_exercises_only(runner: Runner) -> None:
    assert set(runner.steps) == {"Install the grader", "Grade"}
    assert "secrets." not in json.dumps(runner.steps)
    graded = runner.steps["Grade"]["run"]
    assert 'python" -I -m pytest -c "$RUNNER_TEMP/' in graded
    assert '--rootdir "$RUNNER_TEMP" --noconftest' in graded
    assert "--topograde-class=exercises " in graded
    for step in runner.steps.values():
        assert "${{" not in step.get("run", "")  # an expression in a script is an injection
    names = {path.name for path in runner.template.rglob("*") if path.is_file()}
    assert {"README.md", "13_engine.py", "constraints.txt", "topograde.yml"} <= names
    assert not any("SOLUTION" in path.read_text() for path in runner.template.rglob("*.py"))


def test_a_student_has_the_kit_in_the_repository_and_it_checks_there(runner: Runner) -> None:
    kit = kit_files(load_course(ROOT))
    files = {
        path.relative_to(runner.template).as_posix(): path.read_bytes()
        for path in runner.template.rglob("*")
        if path.is_file()
    }
    assert {name for name in files if not name.startswith(".github/")} == kit.keys()
    assert all(files[name] == data for name, data in kit.items() if name != "README.md")
    assert files["README.md"].startswith(kit["README.md"])
    assert b"\n## When you push\n" in files["README.md"]
    repository = runner.push("hw-dede", keep=["01_order_by_hand.py", "topograde.ipynb"])
    done = subprocess.run(
        [sys.executable, "-m", "grader", "check", "order-by-hand", "backward"],
        cwd=repository, env={**os.environ, "PYTHONPATH": str(repository)},
        capture_output=True, text=True,
    )  # fmt: skip
    assert "not begun: 1-13." in done.stdout, done.stderr  # the others stand in the notebook
    assert done.returncode == 1


def test_a_folder_in_use_and_another_course_are_refused(tmp_path: Path) -> None:
    (tmp_path / "used").mkdir()
    (tmp_path / "used" / "file").write_text("mine")
    source = ("--source", "git+https://github.com/prof/topograde@v1")
    for arguments, said in (
        (("--out", tmp_path / "used", *source), "empty or not there"),
        (
            (
                "--out",
                tmp_path / "new",
                *source,
                "--course",
                TINY,
            ),
            "fork",
        ),
    ):
        done = topograde("release", "github", *arguments)
        assert done.returncode == 2
        assert said in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["used"]
    assert [path.name for path in (tmp_path / "used").iterdir()] == ["file"]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        (None, "It names nothing"),
        (" ", "It names nothing"),
        ("a\nb", "It names 'a\\nb'"),
        ("git+https://github.com/prof/topograde", "which changes with its branch"),
        ("topograde @ git+ssh://git@github.com/prof/topograde#egg=t", "changes with its branch"),
    ],
)
def test_a_source_of_no_fixed_version_is_refused(
    tmp_path: Path, course: Course, source: str | None, found: str
) -> None:
    with pytest.raises(ReleaseError) as caught:
        write_github(course, tmp_path / "new", source, 100)
    said = str(caught.value)
    assert said.startswith("--source names ")
    assert said.endswith(found)
    assert f"git+https://github.com/YOU/topograde@v{grader.__version__}. It names" in said
    assert not (tmp_path / "new").exists()


def test_without_solutions_no_kit_is_made(tmp_path: Path, course: Course) -> None:
    (tmp_path / "exercises").mkdir()
    with pytest.raises(ReleaseError, match="a kit is made where the course's solutions are"):
        kit_files(replace(course, root=tmp_path))


def workflow_of(runner: Runner) -> Path:
    return runner.template / ".github" / "workflows" / "topograde.yml"


def test_the_workflow_may_read_and_no_more_and_its_actions_are_pinned(runner: Runner) -> None:
    text = workflow_of(runner).read_text()
    workflow = yaml.safe_load(text)
    (job,) = workflow["jobs"].values()
    assert workflow["permissions"] == {"contents": "read"}
    assert "permissions" not in job
    used = [step["uses"] for step in job["steps"] if "uses" in step]
    assert used
    assert all(re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", each) for each in used)
    assert text.count(" # v") == len(used)  # which release a hash is
