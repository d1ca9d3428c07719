"""The course as a page: what is in the folder, and what is not."""

from __future__ import annotations

import ast
import gzip
import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from grader.authoring.release import web
from grader.authoring.release.web import course_data, parts, text_of
from grader.authoring.release.web.parts import python_files
from grader.course.course import Course, default_course_dir, load_course
from grader.course.stubs import ReleaseError
from tests.support.paths import ROOT

VENDORED = {"jinja2/__init__.py": "", "markupsafe/__init__.py": ""}

LOCK = "grader/authoring/release/web/npm/package-lock.json"


@pytest.fixture(scope="module")
def course() -> Course:
    return load_course(default_course_dir())


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Parts as `make web` leaves them, empty."""
    folder = tmp_path_factory.mktemp("built") / "parts"
    (folder / "licences").mkdir(parents=True)
    for name in (*parts.ENGINE, "editor.js"):
        (folder / name).write_bytes(b"x")
    (folder / "vendor.json").write_text(json.dumps(VENDORED))
    (folder / "licences" / "pyodide.txt").write_text("MPL <2.0>")
    return folder


@pytest.fixture(scope="module")
def python(course: Course) -> dict[str, bytes]:
    return dict(python_files(course, VENDORED))


@pytest.fixture(scope="module")
def site(course: Course, built: Path) -> dict[str, bytes]:
    """Every file of the page."""
    return web.site_files(course, parts.load_parts(built))


def test_without_the_parts_a_sentence_says_how_they_are_made(
    course: Course, tmp_path: Path
) -> None:
    with pytest.raises(ReleaseError, match=r"Run `make web` in a checkout.*npm"):
        web.write_site(course, tmp_path / "site", tmp_path / "none")


def test_a_folder_with_something_else_in_it_is_left_alone(
    course: Course, built: Path, tmp_path: Path
) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(ReleaseError, match="holds no page"):
        web.write_site(course, tmp_path, built)


def test_the_site_is_the_same_every_time_and_can_be_renewed(
    course: Course, built: Path, site: dict[str, bytes], tmp_path: Path
) -> None:
    for name, data in site.items():
        path = tmp_path / "site" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.replace(b"a", b"b"))  # a page of before
    size, fast = web.write_site(course, tmp_path / "site", built)
    assert size == sum(path.stat().st_size for path in (tmp_path / "site").rglob("*.*"))
    assert not fast
    written = {name: (tmp_path / "site" / name).read_bytes() for name in site}
    assert written == site


def test_no_answer_goes_out(course: Course, python: dict[str, bytes]) -> None:
    """The page holds the modules of the student kit, and no solution."""
    files = python
    text = b"\0".join(files.values())
    assert b"BEGIN SOLUTION" not in text
    assert {"grader/explain/answers/checker.py", "grader/explain/watching/blame.py"} <= files.keys()
    for exercise in course.exercises:
        stub = files[f"grader/_course/exercises/{exercise.file_name}"]
        assert stub == (ROOT / "exercises" / exercise.file_name).read_bytes()


def test_what_the_page_imports_is_there(python: dict[str, bytes]) -> None:
    """At the top of a module: what is imported later may do without."""
    files = python
    modules = {
        name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for name in files
    }
    for name, data in files.items():
        if not name.startswith("grader/") or not name.endswith(".py"):
            continue
        for node in ast.parse(data).body:
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("grader"):
                assert node.module in modules, f"{name}: {node.module}"


def test_a_snapshot_counts_only_for_the_code_that_it_was_made_of_and_is_sent_once(
    course: Course, built: Path, python: dict[str, bytes], tmp_path: Path
) -> None:
    """What it holds is sent beside it for a plain start only."""
    built = Path(shutil.copytree(built, tmp_path / "parts"))
    names = ["grader/cli/browser.py", "jinja2/__init__.py"]
    said = {"files": names, "digest": parts.digest(python, names)}
    (built / "snapshot.json").write_text(json.dumps(said))
    (built / "snapshot.gz").write_bytes(b"x")
    found = parts.load_parts(built)
    assert found.snapshot(python) == built / "snapshot.gz"
    assert found.snapshot({**python, names[0]: b"changed"}) is None
    assert found.snapshot({names[0]: python[names[0]]}) is None
    files = web.site_files(course, found)

    def held(name: str) -> set[str]:
        found = json.loads(gzip.decompress(files[name]))
        return {each.removeprefix(f"{parts.HOME}/") for each in found["text"] | found["base64"]}

    assert held("engine/plain.gz") == set(names)
    assert held("engine/files.gz") == set(python) - set(names)
    assert gzip.decompress(files["engine/pyodide.asm.wasm.gz"]) == b"x"
    asked = json.loads(files["course.json"])["engine"]
    assert asked["bytes"] == sum(
        len(data)
        for name, data in files.items()
        if name.startswith("engine/") and not name.endswith((".mjs", "plain.gz"))
    )


def test_the_keeper_knows_every_file_by_its_bytes(site: dict[str, bytes]) -> None:
    files = dict(site)
    keeper = files.pop("sw.js").decode()
    listed = json.loads(re.search(r"const FILES = (\{.*?\});", keeper, re.DOTALL)[1])
    assert listed == {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}


def test_the_policy_allows_this_origin_and_one_script(site: dict[str, bytes]) -> None:
    page = site["index.html"].decode()
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)[1]
    assert "default-src 'none'" in policy
    assert "unsafe-inline" not in policy
    assert "'unsafe-eval'" not in policy
    assert "http:" not in policy
    assert page.count("<script") == 1
    assert "https://" not in page
    assert "{{" not in page


def test_the_text_of_every_exercise_reads_as_a_page(course: Course, site: dict[str, bytes]) -> None:
    assert "MPL &lt;2.0&gt;" in site["licences.html"].decode()
    assert "<script>" not in text_of('"""Title.\n\n<script>alert(1)</script>\n"""\n')
    for exercise in course_data(course)["exercises"]:
        assert "<h3>" in exercise["text"]
        assert "topograde check" not in exercise["text"]
        assert not re.search(r"<h[12]>|<script", exercise["text"])
        assert exercise["stub"][: exercise["fold"]].endswith('"""')


def test_npm_is_named_where_it_is_missing(tmp_path: Path) -> None:
    make = shutil.which("make")
    assert make is not None
    for name in ("bash", "sh", "touch", "dirname"):
        found = shutil.which(name)
        if found:
            (tmp_path / name).symlink_to(found)
    ready = ROOT / ".venv" / ".ready"
    if not ready.exists():
        pytest.skip("no environment of the Makefile's own is here")
    done = subprocess.run(
        [make, "web", "-o", ".venv/.ready", "-W", LOCK],
        cwd=ROOT, env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode != 0
    assert "npm is missing: install Node.js" in done.stdout


def test_nothing_committed_names_a_registry() -> None:
    lock = (ROOT / LOCK).read_text()
    assert "resolved" not in lock
    assert "integrity" in lock
