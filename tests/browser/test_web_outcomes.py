"""The browser says what `topograde check` says: over the sample class, odd engines, wrong ones.

Every outcome of every public check is compared, and how each exercise stands. What may differ is
listed below, hand-in by hand-in. This takes some minutes.
"""

from __future__ import annotations

import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePath
from typing import Any

import pytest
from playwright.sync_api import Page

from grader.course.course import Course, default_course_dir, load_course
from grader.grading.own_work import OwnWork
from tests.browser import chromium
from tests.browser.sites import served, site_of
from tests.proving.hand_ins import odd_hand_ins, wrong_engines
from tests.support.paths import ODD_HAND_INS, ROOT, SAMPLE_CLASS

pytestmark = [pytest.mark.browser, pytest.mark.long]

WRONG = 50
PARTS = 24
"""The hand-ins are dealt out, so that no test takes too long."""
MOST_EXCEPTIONS = 10
EXCEPTIONS: dict[tuple[str, str], str] = {
    ("gradient_graphs.py", "engine"): "a graph of 20,000 gradients is too deep for its stack",
    ("derivatives_by_leaf.py", "engine"): "what needs too much memory here takes too long there",
}
"""(hand-in, exercise): why the browser says something else."""

Files = dict[str, str]
SUFFIXES = (".py", ".ipynb")

START = """async () => {
  const { Checker } = await import("/checker.js");
  const { loadParts } = await import("/engine.js");
  const parts = await loadParts({ snapshot: true, bytes: 1 }, () => {});
  const code = await (await fetch("/worker.js")).text();
  window.checker = new Checker(parts, new URL("/engine/", location).href, code);
  await checker.prepare();
}"""


def text_of(data: bytes) -> str:
    """As a browser reads a file: what is not UTF-8 was saved in some older encoding."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")


def files_of(path: Path) -> Files:
    if path.is_dir():
        found = sorted(each for each in path.rglob("*") if each.suffix in SUFFIXES)
        return {each.name: text_of(each.read_bytes()) for each in found}
    if path.suffix == ".zip":
        with zipfile.ZipFile(path) as archive:
            names = [name for name in archive.namelist() if not name.startswith("__MACOSX")]
            return {
                PurePath(name).name: text_of(archive.read(name))
                for name in names
                if name.endswith(SUFFIXES)
            }
    return {path.name: text_of(path.read_bytes())} if path.suffix in SUFFIXES else {}


def hand_ins() -> Iterator[tuple[str, Files]]:
    for path in sorted([*SAMPLE_CLASS.iterdir(), *ODD_HAND_INS.iterdir()]):
        files = files_of(path)
        if files:
            yield path.name, files
    exam = (ROOT / "solutions" / "13_engine.py").read_text(encoding="utf-8")
    for hand_in in (*odd_hand_ins(exam), *wrong_engines()[:WRONG]):
        yield f"{hand_in.kind}: {hand_in.name}", {"13_engine.py": hand_in.text}


def checked_here(course: Course, files: Files) -> dict[str, dict[str, str]]:
    """What `topograde check` with its name says of each exercise that was handed in."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            Path(folder, name).write_text(text, encoding="utf-8", newline="")
        with OwnWork(course, Path(folder)) as own:
            own.states()
            checked = {name: own.check([name]) for name in own.files}  # each alone, as in the page
    return {
        exercise.id: {
            "(state)": states[exercise.id],
            **{check.id: check.outcome for check in exercise.checks},
        }
        for name, (report, states) in checked.items()
        for exercise in report.exercises
        if exercise.id == name and exercise.handed_in
    }


def checked_there(page: Page, exercise: str, files: Files) -> dict[str, Any]:
    request = {"exercise": exercise, "files": files}
    result = page.evaluate("(request) => checker.check(request)", request)
    return {"(state)": result["state"], **result["outcomes"]}


HAND_INS = tuple(hand_ins())


@pytest.fixture(scope="module")
def course() -> Course:
    return load_course(default_course_dir())


@pytest.fixture(scope="module")
def address(course: Course, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(site_of(course, tmp_path_factory.mktemp("web") / "site")) as found:
        yield found


@pytest.fixture
def page(address: str) -> Iterator[Page]:
    """A page of the site with a checker of its own, in a browser of its own."""
    path = chromium.find()
    assert path is not None, chromium.HOW
    with chromium.browser(path) as browser:
        opened = browser.new_page()
        opened.set_default_timeout(600_000)
        opened.goto(address)
        opened.evaluate(START)
        yield opened


@pytest.mark.parametrize("part", range(PARTS))
def test_the_browser_agrees_with_topograde_check(course: Course, page: Page, part: int) -> None:
    differ = {}
    for name, files in HAND_INS[part::PARTS]:
        for exercise, here in checked_here(course, files).items():
            there = checked_there(page, exercise, files)
            told = {key: (here[key], there.get(key)) for key in here if here[key] != there.get(key)}
            if told and (name, exercise) not in EXCEPTIONS:
                differ[name, exercise] = told
    assert differ == {}


def test_enough_is_compared_and_little_is_excepted() -> None:
    assert len(HAND_INS) > 150
    assert len(EXCEPTIONS) <= MOST_EXCEPTIONS
