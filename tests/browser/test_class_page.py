"""The class page in a real Chromium: who has no grade comes first, and a lesson shows whom."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from grader.judging.finding import Finding
from grader.judging.report import CheckResult, ExerciseReport, Report
from grader.reports.pages.class_page import ClassSheet, class_page

pytestmark = pytest.mark.browser


def report(student: str, *names: str) -> Report:
    """A hand-in that loses a point by each of these."""
    checks = [CheckResult(name, "failed", 0.0, 1.0, True, f"{name} holds.") for name in names]
    told = [Finding(n, 3, 3, f"Your engine is {n}.", "seen", n, checks=(n,)) for n in names]
    done = ExerciseReport("engine", "E", True, 4.0 - len(names), 4.0, tuple(checks), tuple(told))
    return Report(student, done.score, 4.0, {"isolated": True}, {}, (done,))


@pytest.mark.parametrize("width", [1200, 400])
def test_the_table_answers_what_the_lessons_ask(
    browser: Browser, tmp_path: Path, width: int
) -> None:
    sheet = ClassSheet("A course", missing=["Dan"])
    for each in (report("ada"), report("bob", "odd", "late"), report("cleo", "odd")):
        sheet.add(each)
    sheet.add(replace(report("zoe"), flags=("unreadable",)))
    (tmp_path / "index.html").write_text(class_page(sheet), encoding="utf-8")
    page = browser.new_page(viewport={"width": width, "height": 900})
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto((tmp_path / "index.html").as_uri())
    names = page.locator("#table tbody th")
    assert names.all_inner_texts() == ["Dan", "zoe", "ada", "bob", "cleo"]
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.get_by_role("link", name="2 students").click()
    assert names.all_inner_texts() == ["bob", "cleo"]
    page.locator("#lesson").select_option("")
    page.get_by_role("button", name="first thing to fix").click()
    assert names.all_inner_texts()[:2] == ["bob", "cleo"]
    assert page.locator("td.first").first.inner_text() == "engine -1: The engine is odd."
    assert complaints == []
    page.close()
