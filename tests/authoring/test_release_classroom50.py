"""An assignment for Classroom 50, by its published contract and by its own scripts.

The contract is classroom50/result/v1 and "Writing an autograder.py" in that project's wiki. Its own
scripts run if TOPOGRADE_CLASSROOM50 names a folder with its `runner.py` and `collect_scores.py`.
They are published in `cli/gh-teacher/skeleton/dotgithub/scripts` of foundation50/classroom50, and
lie in `.github/scripts` of every classroom's own repository. None of their code is here.
"""

from __future__ import annotations

import http.server
import importlib.metadata
import io
import json
import os
import subprocess
import sys
import tarfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from grader.course.course import Course
from grader.judging.report import CheckResult, ExerciseReport, Report
from grader.reports.platforms.classroom50 import NoRunner, factor_of, release_body, result
from tests.support.class_runs import RIGHT, WRONG
from tests.support.paths import ROOT, TINY
from tests.support.warm import topograde

TOOLS = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
SOURCE = "git+https://github.com/you/topograde@v0.1.0"
SUBMISSION = "submit/2026-11-20T10-00-00Z-0123abc"
SAID = {
    "CLASSROOM": "cs", "ASSIGNMENT": "engine", "SUBMISSION_TAG": SUBMISSION, "OWNER": "ada",
    "USERNAME": "ada", "ASSIGNMENT_TYPE": "individual", "COMMIT_URL": "https://x/commit/1",
    "RELEASE_URL": "https://x/releases/1", "REVIEW_URL": "https://x/compare/1",
}  # fmt: skip


def released(*options: str) -> None:
    done = topograde("release", "classroom50", *options)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("classroom50") / "engine"
    released("--for", "grades", "--course", str(TINY), "--source", SOURCE, "--out", str(out))
    return out


def checkout(folder: Path, text: str) -> Path:
    """A student's repository with one exercise handed in."""
    (folder / "exercises").mkdir(parents=True)
    (folder / "exercises" / "01_doubling.py").write_text(text)
    (folder / ".classroom50.yaml").write_text("classroom: cs\nassignment: engine\n")
    return committed(folder)


def committed(folder: Path) -> Path:
    """The folder as a repository with one commit."""
    identity = ["-c", "user.name=ada", "-c", "user.email=ada@example.org"]
    for command in (["init", "-q"], ["add", "-A"], [*identity, "commit", "-q", "-m", "work"]):
        subprocess.run(["git", *command], cwd=folder, check=True)
    return folder


def graded(bundle: Path, work: Path, **said: str) -> subprocess.CompletedProcess[str]:
    """`autograder.py` run as the runner runs it: in the checkout, with its variables."""
    return subprocess.run(
        [sys.executable, str(bundle / "autograder.py")], cwd=work, capture_output=True, text=True,
        env={**os.environ, **SAID, **said}, timeout=300,
    )  # fmt: skip


def wrong_in(made: Any) -> list[str]:
    """What is wrong with a result by classroom50/result/v1."""
    wrong = []
    texts = ("classroom", "assignment", "owner", "submission", "commit", "release", "review")
    said = {key: made[key] for key in (*texts, "datetime")}
    wrong += [key for key, text in said.items() if not isinstance(text, str) or not text]
    if made["schema"] != "classroom50/result/v1" or not made["submission"].startswith("submit/"):
        wrong.append("schema or submission")
    if made["assignment_type"] not in ("individual", "group"):
        wrong.append("assignment_type")
    for each in (made, *made["tests"]):
        score, most = each["score"], each["max-score"]
        if type(score) is not int or type(most) is not int or not 0 <= score <= most:
            wrong.append(f"points {score!r} of {most!r}")
    for test in made["tests"]:
        if not test["test-name"] or type(test["passed"]) is not bool:
            wrong.append(f"test {test['test-name']!r}")
    known = {*texts, "schema", "assignment_type", "datetime", "score", "max-score", "tests"}
    return wrong + sorted(set(made) - known)


def test_the_bundle_has_an_autograder_the_course_and_neither_solution_nor_secret(
    bundle: Path,
) -> None:
    files = {path.relative_to(bundle).as_posix() for path in bundle.rglob("*") if path.is_file()}
    assert {"autograder.py", "settings.json", "constraints.txt"} <= files
    assert "course/exercises/course.toml" in files
    assert "course/solutions/checks/doubling.py" in files
    names = [name.replace("/solutions/checks/", "/") for name in files]
    assert not any("solution" in name or "secret" in name or name == "tests.json" for name in names)
    assert json.loads((bundle / "settings.json").read_text())["source"] == SOURCE


def test_right_and_wrong_work_get_a_result_by_the_contract(bundle: Path, tmp_path: Path) -> None:
    scores = []
    for name, text in (("right", RIGHT), ("wrong", WRONG)):
        work = checkout(tmp_path / name, text)
        done = graded(bundle, work)
        assert done.returncode == 0, done.stderr
        made = json.loads((work / "result.json").read_text())
        assert wrong_in(made) == []
        assert made["score"] == sum(test["score"] for test in made["tests"])
        assert made["submission"] == SUBMISSION
        scores.append((made["score"], made["max-score"]))
        assert "doubling" in (work / "release-body.md").read_text()
        assert (work / "topograde.html").read_text().startswith("<!doctype html>")
    assert scores[0][0] > scores[1][0]
    assert scores[0][1] == scores[1][1] == 3


def test_work_that_cannot_be_graded_leaves_no_result_and_an_exit_code(
    bundle: Path, tmp_path: Path
) -> None:
    work = checkout(tmp_path / "work", RIGHT)
    done = graded(bundle, work, SUBMISSION_TAG="")
    assert done.returncode == 1
    assert "SUBMISSION_TAG" in done.stderr
    assert not (work / "result.json").exists()


def test_nothing_of_the_checkout_is_imported_or_believed(bundle: Path, tmp_path: Path) -> None:
    work = checkout(tmp_path / "work", WRONG)
    forged = json.dumps({"score": 1000})
    evil = f"open('result.json', 'w').write({forged!r})\nraise SystemExit(0)\n"
    for name in ("grader.py", "json.py", "sitecustomize.py", "conftest.py", "click.py"):
        (work / name).write_text(evil)
    (work / "grader").mkdir()
    (work / "grader" / "__init__.py").write_text(evil)
    (work / ".result.json.tmp").symlink_to(tmp_path / "outside")
    done = graded(bundle, work)
    assert done.returncode == 0, done.stderr
    made = json.loads((work / "result.json").read_text())
    assert wrong_in(made) == []
    assert made["score"] < made["max-score"] == 3
    assert not (tmp_path / "outside").exists()


def test_parts_of_points_become_whole_ones_and_the_release_says_so() -> None:
    checks = tuple(
        CheckResult(f"c{n}", "passed", points, points, False, f"Sentence {n}.")
        for n, points in enumerate((0.25, 0.5, 2.0))
    )
    exercise = ExerciseReport("engine", "Engine", True, 2.75, 2.75, checks)
    report = Report("ada", 2.75, 2.75, {"isolated": True}, {}, (exercise,))
    assert factor_of(report) == 4
    made = result(report, SAID, datetime(2026, 11, 20, tzinfo=UTC))
    assert (made["score"], made["max-score"]) == (11, 11)
    assert "4 times" in release_body(report)
    with pytest.raises(NoRunner, match="CLASSROOM"):
        result(report, {}, datetime.now(UTC))


def test_practice_is_a_starter_and_one_python_test_an_exercise(
    tmp_path: Path, course: Course
) -> None:
    released("--for", "practice", "--out", str(tmp_path / "out"))
    tests = json.loads((tmp_path / "out" / "tests.json").read_text())
    assert len(tests) == len({test["name"] for test in tests}) == 13
    for test in tests:
        assert set(test) == {"name", "type", "setup", "run", "timeout", "points"}
        assert test["type"] == "python"
        assert "--json-report" not in test["run"]
        assert 1 <= test["timeout"] <= 600
        assert 0 <= test["points"] <= 1000
        assert 1 <= len(test["name"].encode()) <= 100
    assert sum(test["points"] for test in tests) == course.points
    starter = tmp_path / "out" / "starter"
    assert (starter / "exercises" / "04_backward.py").is_file()
    assert not list(starter.rglob("solutions/*.py"))


# That project's own scripts.

THEIRS = os.environ.get("TOPOGRADE_CLASSROOM50", "")
theirs = pytest.mark.skipif(
    not (THEIRS and Path(THEIRS, "runner.py").is_file()),
    reason="TOPOGRADE_CLASSROOM50 names no folder with Classroom 50's runner.py",
)


@contextmanager
def served(pages: dict[str, bytes]) -> Iterator[str]:
    """These pages on this machine, by path; anything else is not there."""

    class Pages(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            data = pages.get(self.path.partition("?")[0])
            self.send_response(404 if data is None else 200)
            self.end_headers()
            self.wfile.write(data or b"")

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def packed(folder: Path) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        archive.add(folder, arcname="engine")
    return buffer.getvalue()


@theirs
def test_their_runner_splits_the_points_of_an_exercise_over_its_checks(tmp_path: Path) -> None:
    if not importlib.metadata.entry_points(group="pytest11", name="topograde"):
        pytest.skip("pytest does not know the option --topograde here")
    released("--for", "practice", "--out", str(tmp_path / "out"))
    wanted = {"3": "03_build_topo", "4": "04_backward"}
    tests = [
        {**test, "setup": ""}  # what it installs is installed here
        for test in json.loads((tmp_path / "out" / "tests.json").read_text())
        if test["name"].partition(".")[0] in wanted
    ]
    bundle = tmp_path / "engine"
    bundle.mkdir()
    (bundle / "tests.json").write_text(
        json.dumps({"schema": "classroom50/tests/v1", "tests": tests})
    )
    work = tmp_path / "out" / "starter"
    answer = (ROOT / "solutions" / "04_backward.py").read_text()
    (work / "exercises" / "04_backward.py").write_text(answer)
    committed(work)
    told = run_theirs(bundle, work, tmp_path / "temp", "ada")
    assert told["status"] == "failure"
    made = json.loads((work / "result.json").read_text())
    scores = {test["test-name"][0]: (test["score"], test["max-score"]) for test in made["tests"]}
    assert scores == {"3": (0, 3), "4": (4, 4)}


def run_theirs(bundle: Path, work: Path, temporary: Path, student: str) -> dict[str, str]:
    """Classroom 50's runner on a checkout; what it tells the next step."""
    output = temporary / "output"
    temporary.mkdir()
    head = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=work, capture_output=True, text=True, check=True
    ).stdout.strip()
    with served({"/cs/autograders/engine.tar.gz": packed(bundle)}) as pages:
        done = subprocess.run(
            [sys.executable, str(Path(THEIRS).resolve() / "runner.py")], cwd=work,
            capture_output=True, text=True, timeout=300,
            env={**os.environ, "PATH": TOOLS, "PAGES_BASE_URL": pages,
                 "CLASSROOM": "cs", "ASSIGNMENT": "engine",
                 "SUBMISSION_TAG": SUBMISSION, "GITHUB_REPOSITORY": f"school/cs-engine-{student}",
                 "GITHUB_SHA": head, "GITHUB_ACTOR": student, "GITHUB_OUTPUT": str(output),
                 "RUNNER_TEMP": str(temporary), "RELEASE_ASSETS": '["topograde.html"]'},
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return dict(line.split("=", 1) for line in output.read_text().splitlines())


@theirs
def test_their_runner_takes_the_result_and_their_collection_the_score(
    bundle: Path, tmp_path: Path
) -> None:
    made = {}
    for student, text in (("ada", RIGHT), ("bob", WRONG)):
        work = checkout(tmp_path / student, text)
        told = run_theirs(bundle, work, tmp_path / f"{student}-temp", student)
        assert told["status"] == ("success" if student == "ada" else "failure")
        assert told["release-assets"] == "topograde.html"
        made[student] = json.loads((work / "result.json").read_text())
        assert made[student]["owner"] == student
    scores = collected(made, tmp_path / "config")
    assert scores == {student: (each["score"], each["max-score"]) for student, each in made.items()}
    assert scores["ada"] > scores["bob"]


def collected(results: dict[str, Any], config: Path) -> dict[str, tuple[int, int]]:
    """What Classroom 50's collect_scores.py keeps of these results, by student."""
    room = config / "cs"
    room.mkdir(parents=True)
    team = {"slug": "classroom50-cs", "id": 1}
    (room / "classroom.json").write_text(
        json.dumps({"schema": "classroom50/classroom/v1", "short_name": "cs", "team": team})
    )
    assignments = [{"slug": "engine", "mode": "individual"}]
    (room / "assignments.json").write_text(
        json.dumps({"schema": "classroom50/assignments/v1", "assignments": assignments})
    )
    pages = {"/orgs/school/teams/classroom50-cs/members": json.dumps(
        [{"login": student} for student in results]
    ).encode()}  # fmt: skip
    for number, (student, made) in enumerate(results.items(), start=1):
        asset = f"/repos/school/cs-engine-{student}/releases/assets/{number}"
        release = {"tag_name": SUBMISSION, "assets": [{
            "name": "result.json", "url": f"https://api.github.com{asset}",
        }]}  # fmt: skip
        pages[f"/repos/school/cs-engine-{student}/releases"] = json.dumps([release]).encode()
        pages[asset] = json.dumps(made).encode()
    with served(pages) as api:
        done = subprocess.run(
            [sys.executable, str(Path(THEIRS).resolve() / "collect_scores.py")], cwd=config,
            capture_output=True, text=True, timeout=120,
            env={**os.environ, "GITHUB_WORKSPACE": str(config), "GH_API_URL": api,
                 "GITHUB_REPOSITORY_OWNER": "school", "CLASSROOM50_SERVICE_TOKEN": "none"},
        )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    scores = json.loads((room / "scores.json").read_text())
    entries = scores["assignments"]["engine"]["entries"]
    latest = {entry["owner"]: entry["submissions"][0] for entry in entries}
    return {student: (each["score"], each["max-score"]) for student, each in latest.items()}
