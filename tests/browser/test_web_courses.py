"""Other courses as pages: the small ones of the tests, in a real Chromium."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from grader.course.course import load_course
from tests.browser.sites import served, site_of, wait_for_python
from tests.browser.steps import ALL_PASS, check, load, write
from tests.support.paths import DATA, ROOT, TINY

pytestmark = pytest.mark.browser

COURSES = DATA / "courses"


@pytest.mark.parametrize(
    ("name", "exercise", "right", "wrong", "told"),
    [
        (
            "dual_numbers",
            "dual-rules",
            "a[1] * b[0] + a[0] * b[1]",
            "a[1] * b[1]",
            ["dual_mul([2.0, 1.0], [3.0, 5.0])", "[6.0, 5.0]", "[6.0, 13.0]"],
        ),
        (
            "run_lengths",
            "encode",
            "runs.append([letter, 1])",
            "runs.append([letter, 0])",
            ["encode('abc')", "['a', 0]", "['a', 1]"],
        ),
    ],
)
def test_a_course_without_engines_is_worked_on_in_the_page(
    browser: Browser,
    tmp_path: Path,
    name: str,
    exercise: str,
    right: str,
    wrong: str,
    told: list[str],
) -> None:
    folder = COURSES / name
    course = load_course(folder)
    solutions = {
        each.id: (folder / "solutions" / each.file_name).read_text(encoding="utf-8")
        for each in course.exercises
    }
    assert right in solutions[exercise]
    with served(site_of(course, tmp_path / "site")) as address:
        page = browser.new_page()
        page.goto(f"{address}#{exercise}")
        wait_for_python(page)
        expect(page.locator("h1")).to_have_text(course.title)
        write(page, solutions[exercise].replace(right, wrong))
        check(page)
        for words in told:
            expect(page.locator("#result .failure")).to_contain_text(words)
        expect(page.locator("#list a.passed")).to_have_count(0)
        for each in course.exercises:
            page.goto(f"{address}#{each.id}")
            write(page, solutions[each.id])
            check(page)
            expect(page.locator("#status")).to_contain_text(ALL_PASS)
        expect(page.locator("#list a.passed")).to_have_count(len(course.exercises))
        page.close()


def test_a_small_course_of_ones_own_runs_too(browser: Browser, tmp_path: Path) -> None:
    course = shutil.copytree(TINY, tmp_path / "course")
    checks = course / "solutions" / "checks" / "constant.py"
    checks.write_text(
        checks.read_text().replace("@check(points=", '@check(needs="process", points=')
    )
    command = [sys.executable, "-m", "grader", "release", "answers", "--course", str(course)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=120)
    folder = site_of(load_course(course), tmp_path / "site")
    with served(folder) as address:
        page = browser.new_page()
        page.goto(address)
        wait_for_python(page)
        expect(page.locator("h1")).to_have_text("A tiny course")
        solution = course / "solutions" / "01_doubling.py"
        load(page, solution.name, solution.read_text(encoding="utf-8"))
        check(page)
        expect(page.locator("#list a.passed")).to_have_count(1)
        page.goto(f"{address}#constant")
        solution = course / "solutions" / "02_constant.py"
        load(page, solution.name, solution.read_text(encoding="utf-8"))
        check(page)
        expect(page.locator("#result")).to_contain_text("Not checked in the browser:")
        expect(page.locator("#list a.passed")).to_have_count(1)
        page.close()
