"""The zip for Gradescope, laid out as Gradescope lays it out and run as it runs it.

/autograder is real to what runs: a root of its own in a mount namespace, with the seccomp profile
and the capabilities of a container that has no user namespaces. pip is not run: the environment of
these tests stands where setup.sh would have made one.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from grader.judging.report import CheckResult, ExerciseReport, Report
from grader.reports.platforms.gradescope import broken, results
from tests.support.class_runs import RIGHT, TINY, WRONG
from tests.support.paths import ROOT
from tests.support.warm import topograde

ENVIRONMENT = Path(sys.prefix)

FORGED = '{"score": 1000, "tests": []}'
PATH = "/autograder/results/results.json"
# What hand-ins try: each writes a result, reads the secret, or ends the grader.
REFUSED = "try:\n    {}\nexcept OSError:\n    pass\n"
ATTACKS = {
    "writes, reads, prints and exits": (
        REFUSED.format(f"open({PATH!r}, 'w').write({FORGED!r})")
        + REFUSED.format("print(open('/autograder/source/secret').read())")
        + f"print({FORGED!r})\nimport os, sys\nsys.stderr.write({FORGED!r})\nos._exit(0)\n"
    ),
    "forks": "import os\nwhile True: os.fork()\n",
}


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The zip that the command line writes, unpacked as Gradescope does it."""
    folder = tmp_path_factory.mktemp("gradescope")
    target = folder / "autograder.zip"
    done = topograde("release", "gradescope", "--course", TINY, "--out", target, cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "4 autograder points" in done.stdout
    source = folder / "source"
    with zipfile.ZipFile(target) as archive:
        for member in archive.infolist():
            path = Path(archive.extract(member, source))
            path.chmod(member.external_attr >> 16 & 0o777)
    secret = (source / "secret").read_text().strip()
    assert secret not in done.stdout + done.stderr
    return source


def run(package: Path, home: Path, prepare: Any, users: Any = None) -> dict[str, Any]:
    """Lay out /autograder, hand something in, run run_autograder as written; the results."""
    shutil.copytree(package, home / "source", copy_function=os.link)
    shutil.copy(home / "source" / "run_autograder", home / "run_autograder")
    (home / "submission").mkdir()
    (home / "results").mkdir()
    (home / "venv").symlink_to(ENVIRONMENT)
    metadata = {"id": 1, "users": users or [{"email": "ada@example.org", "name": "Ada"}]}
    (home / "submission_metadata.json").write_text(json.dumps(metadata))
    prepare(home)
    room = [sys.executable, str(ROOT / "tests" / "support" / "autograder_room.py"), str(home)]
    elsewhere = [
        sys.executable,
        str(ROOT / "tests" / "support" / "emulate.py"),
        "docker+no-user-namespaces",
    ]
    done = subprocess.run(
        [*room, *elsewhere, "/autograder/run_autograder"],
        capture_output=True, text=True, timeout=120,
        env={"PATH": os.environ["PATH"], "HOME": "/root"},
    )  # fmt: skip
    if done.returncode == 125:
        pytest.skip(f"no room of its own for /autograder here: {done.stderr.strip()[-200:]}")
    assert done.returncode == 0, done.stderr
    found = json.loads((home / "results" / "results.json").read_text())
    assert is_valid(found) == [], found
    secret = (home / "source" / "secret").read_text().strip()
    assert secret not in json.dumps(found) + done.stdout + done.stderr
    return dict(found)


def handed_in(**files: str) -> Any:
    def prepare(home: Path) -> None:
        for name, text in files.items():
            (home / "submission" / f"{name}.py").write_text(text)

    return prepare


NUMBER, TEXT = (int, float), str
VISIBILITY = {"hidden", "after_due_date", "after_published", "visible"}
FORMATS = {"text", "html", "simple_format", "md", "ansi"}
TOP = {
    "score": NUMBER, "execution_time": NUMBER, "output": TEXT, "output_format": TEXT,
    "visibility": TEXT, "stdout_visibility": TEXT, "extra_data": dict, "tests": list,
}  # fmt: skip
TEST = {
    "score": NUMBER, "max_score": NUMBER, "status": TEXT, "name": TEXT, "output": TEXT,
    "output_format": TEXT, "tags": list, "visibility": TEXT,
}  # fmt: skip


def is_valid(found: dict[str, Any]) -> list[str]:
    """What is wrong with a results.json by Gradescope's published specification."""
    wrong = []
    for kinds, item in ((TOP, found), *((TEST, test) for test in found.get("tests", []))):
        for key, value in item.items():
            if key not in kinds or not isinstance(value, kinds[key]) or value is True:
                wrong.append(f"{key}: {value!r}")
        if item.get("visibility", "visible") not in VISIBILITY:
            wrong.append("visibility")
        if item.get("output_format", "text") not in FORMATS:
            wrong.append("output_format")
        if item.get("status", "passed") not in {"passed", "failed"}:
            wrong.append("status")
        number = isinstance(item.get("score"), NUMBER)
        if number and not 0 <= item["score"] <= item.get("max_score", item["score"]):
            wrong.append("score")
    if "score" not in found and not found.get("output"):
        wrong.append("neither a score nor a sentence")
    return wrong


def test_the_judge_of_results_finds_what_is_wrong_with_them() -> None:
    assert is_valid({"score": "3"})
    assert is_valid({"score": 3, "tests": [{"visibility": "never"}]})
    assert is_valid({"score": 3, "tests": [{"score": 4, "max_score": 3}]})
    assert is_valid({"score": 3, "colour": "red"})
    assert is_valid({})
    assert not is_valid(broken("a sentence"))


def test_a_right_hand_in_gets_its_points_and_hidden_checks_wait(
    package: Path, tmp_path: Path
) -> None:
    found = run(package, tmp_path, handed_in(**{"01_doubling": RIGHT, "02_constant": "ANSWER = 2"}))
    assert found["score"] == 4
    assert [test["score"] for test in found["tests"]] == [1, 2, 1]
    visible = {test["name"]: test["visibility"] for test in found["tests"]}
    assert sorted(visible.values()) == ["after_published", "visible", "visible"]
    assert found["extra_data"]["student"] == "ada@example.org"
    assert found["extra_data"]["isolation"] in ("A", "B")
    assert set(found["extra_data"]["receipt"]) >= {"sha256", "secret", "topograde"}
    assert found["execution_time"] > 0


def test_a_wrong_hand_in_loses_the_hidden_check_and_the_visible_part_is_silent_about_it(
    package: Path, tmp_path: Path
) -> None:
    users = [{"email": "bruno@example.org"}, {"email": "ada@example.org"}]
    found = run(package, tmp_path, handed_in(mine=WRONG), users)
    assert found["score"] == 1
    hidden = [test for test in found["tests"] if test["visibility"] == "after_published"]
    assert [test["status"] for test in hidden] == ["failed"]
    assert "engine that" not in found["output"]
    assert found["extra_data"]["student"] == "ada@example.org+bruno@example.org"


@pytest.mark.parametrize("attack", ATTACKS)
def test_no_hand_in_writes_its_own_result(package: Path, tmp_path: Path, attack: str) -> None:
    found = run(package, tmp_path, handed_in(**{"01_doubling": ATTACKS[attack] + WRONG}))
    assert found["score"] in (0, 1)
    assert found["score"] == sum(test["score"] for test in found["tests"])
    assert found["tests"]


def _links(home: Path) -> None:
    (home / "submission" / "01_doubling.py").symlink_to("/autograder/source/secret")


def test_a_hand_in_of_a_link_to_the_secret_gets_nothing_and_is_told_why(
    package: Path, tmp_path: Path
) -> None:
    found = run(package, tmp_path, _links)
    assert "score" not in found
    assert "symbolic link" in found["output"]
    assert "Nothing in this hand-in could be graded" in found["output"]


def _without_torch(home: Path) -> None:
    handed_in(mine=RIGHT)(home)
    (home / "source" / "torch.py").write_text("raise ImportError('not installed')")


def _without_course(home: Path) -> None:
    handed_in(mine=RIGHT)(home)
    (home / "source" / "course" / "exercises" / "course.toml").unlink()


def _without_python(home: Path) -> None:
    handed_in(mine=RIGHT)(home)
    (home / "venv").unlink()
    (home / "venv" / "bin").mkdir(parents=True)
    (home / "venv" / "bin" / "python").symlink_to("/bin/false")


@pytest.mark.parametrize("breaks", [_without_torch, _without_course, _without_python])
def test_a_grader_that_breaks_leaves_a_sentence_and_no_score(
    package: Path, tmp_path: Path, breaks: Any
) -> None:
    found = run(package, tmp_path, breaks)
    assert "score" not in found
    assert all("score" not in test for test in found.get("tests", []))
    assert "no fault of yours" in found["output"]
    assert "Traceback" not in json.dumps(found)


def test_what_was_not_judged_has_no_score_anywhere() -> None:
    lost = CheckResult("a", "ungraded", 0.0, 1.0, False, "It holds.", "Not graded: no worker")
    held = CheckResult("b", "passed", 1.0, 1.0, True, "That holds.")
    exercise = ExerciseReport("engine", "Engine", True, 1.0, 2.0, (lost, held))
    found = results(Report("ada", 1.0, 2.0, {"level": "A"}, {}, (exercise,)), 1.0)
    assert is_valid(found) == []
    assert "score" not in found
    assert not any("score" in test for test in found["tests"])


def test_exercises_that_are_missing_count_where_all_do() -> None:
    given = ExerciseReport(
        "a", "A", True, 1.0, 1.0, (CheckResult("x", "passed", 1, 1, False, "X."),)
    )
    missing = ExerciseReport("b", "B", False, 0.0, 3.0)
    found = results(Report("ada", 1.0, 4.0, {}, {}, (given, missing)), 1.0)
    assert [test["max_score"] for test in found["tests"]] == [1, 3]
    found = results(Report("ada", 1.0, 1.0, {}, {}, (given, missing)), 1.0)
    assert [test["max_score"] for test in found["tests"]] == [1]


def test_the_scripts_are_at_the_top_executable_and_right_by_bash(package: Path) -> None:
    for name in ("setup.sh", "run_autograder"):
        assert os.access(package / name, os.X_OK)
        subprocess.run(["bash", "-n", str(package / name)], check=True)
    assert (package / "secret").stat().st_mode & 0o77 == 0
    assert not list(package.rglob("solutions/*.py"))
    pins = (package / "constraints.txt").read_text()
    assert "torch==" in pins
    assert any(line.startswith("torch") for line in (package / "requirements.txt").open())


def test_a_given_secret_is_the_one_that_is_packed(tmp_path: Path) -> None:
    secret, target = tmp_path / "secret", tmp_path / "a.zip"
    secret.write_text("a secret that is long enough\n")
    command = ("release", "gradescope", "--course", TINY)
    done = topograde(*command, "--secret-file", secret, "--out", target, "--only", "constant")
    assert done.returncode == 0, done.stderr
    with zipfile.ZipFile(target) as archive:
        assert archive.read("secret") == b"a secret that is long enough\n"
        assert json.loads(archive.read("settings.json")) == {"only": ["constant"]}
    done = topograde(*command, "--out", tmp_path / "nowhere" / "a.zip")
    assert done.returncode == 2
    assert "could not be written" in done.stderr
