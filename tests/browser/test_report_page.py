"""The student's page in a real Chromium: load, step, copy, dark, narrow, print, and no way in.

`make test-browser` runs these; `make test` leaves them out, as not every machine has a browser.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from grader.judging.report import Report
from grader.reports.pages.html import report_page
from tests.browser.steps import axe
from tests.support import page_samples as samples
from tests.support.paths import ROOT

pytestmark = pytest.mark.browser

Open = Callable[..., Any]

WRONG_ORDER = ROOT / "tests" / "data" / "sample_class" / "bjorn.py"
"""An exam whose rules run in the order in which nodes are met: a shared node speaks too early."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pages: a hand-in graded by the real command, and two made by hand."""
    out = tmp_path_factory.mktemp("pages")
    command = [sys.executable, "-m", "grader", "grade", str(WRONG_ORDER), "--out", str(out)]
    command += ["--only", "engine", "--allow-unsandboxed"]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=300)
    (out / "hostile.html").write_text(report_page(samples.hostile()), encoding="utf-8")
    done = samples.exercise(samples.passed("x"), samples.passed("y", hidden=True))
    (out / "done.html").write_text(report_page(samples.report(done)), encoding="utf-8")
    by_hand = samples.report(samples.exercise(samples.failed()))
    (out / "by-hand.html").write_text(report_page(by_hand), encoding="utf-8")
    return out


@pytest.fixture
def opened(browser: Browser, folder: Path) -> Open:
    """`with opened("bjorn") as page`: the page, which in the end has asked for nothing.

    It has not complained either, unless `complaint` says of what it should.
    """

    @contextmanager
    def opening(name: str = "bjorn", complaint: str = "", **options: Any) -> Iterator[Page]:
        context = browser.new_context(**{"viewport": {"width": 1100, "height": 900}, **options})
        page = context.new_page()
        page.set_default_timeout(10_000)
        address = (folder / f"{name}.html").as_uri()
        said: list[str] = []
        asked: list[Request] = []
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("dialog", lambda dialog: said.append(dialog.message))
        page.on("request", lambda request: asked.append(request))
        page.goto(address)
        try:
            yield page
            assert [complaint in each for each in said] == [True] * bool(complaint)
            got_out = {request.url for request in asked if request.failure != "csp"}
            assert got_out == {address}
        finally:
            context.close()

    return opening


def open_all(page: Page) -> None:
    """Open everything that is folded away."""
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")


# ------------------------------------------------------------------------------------- reading


@pytest.mark.parametrize("name", ["bjorn", "done", "hostile"])
def test_a_page_loads_and_asks_for_nothing(opened: Open, name: str) -> None:
    with opened(name) as page:
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.get_by_role("heading", name="Do this next")).to_be_visible()
        page.wait_for_load_state("networkidle")


def test_what_to_do_next_leads_to_the_failure(opened: Open) -> None:
    with opened() as page:
        page.locator(".next .what a").click()
        expect(page.locator(".failure").first).to_be_in_viewport()


def test_a_link_opens_the_check_that_it_leads_to(opened: Open) -> None:
    with opened() as page:
        folded = page.locator("details.check").last
        assert folded.get_attribute("open") is None
        page.evaluate("(id) => { location.hash = id; }", folded.get_attribute("id"))
        expect(folded.locator(".inside")).to_be_visible()


def test_the_program_is_copied_as_it_stands(opened: Open, folder: Path) -> None:
    report = Report.from_json(json.loads((folder / "bjorn.json").read_text()))
    first = next(c for e in report.exercises for c in e.checks if c.outcome == "failed")
    assert first.counterexample is not None
    with opened(permissions=["clipboard-read", "clipboard-write"]) as page:
        button = page.locator("button.copy").first
        button.click()
        expect(button).to_have_text("Copied")
        assert page.evaluate("navigator.clipboard.readText()") == first.counterexample.program


def test_without_javascript_everything_is_there_as_text(opened: Open) -> None:
    with opened("by-hand", java_script_enabled=False) as page:
        expect(page.locator(".stepper")).to_be_hidden()
        expect(page.locator("button.copy")).to_be_hidden()
        expect(page.locator(".drawing svg")).to_be_visible()
        page.locator("summary", has_text="The same as a table").click()
        expect(page.locator("table[data-side=yours]")).to_contain_text(
            "Too early: its second consumer d had not contributed yet."
        )


# ------------------------------------------------------------------------------------ stepping


def gradient(page: Page, side: str, node: int) -> Any:
    """The gradient that stands in a node of the stepper."""
    return page.locator(f".stepper .{side} [data-node='{node}'] .value.grad")


def test_arrow_keys_play_both_orders(opened: Open) -> None:
    with opened("by-hand") as page:
        where, said = page.locator(".where"), page.locator(".stepper .yours .step-said")
        page.locator(".next-step").focus()
        expect(where).to_have_text("start, 4 rules to come")
        for _ in range(3):
            page.keyboard.press("ArrowRight")
        expect(where).to_have_text("rule 3 of 4")
        expect(said).to_have_text(
            "The rule of b = a*3 ran: a gets 6.0. "
            "Too early: its second consumer d had not contributed yet."
        )
        assert "now" in page.locator(".stepper .yours [data-node='1']").get_attribute("class")
        expect(gradient(page, "yours", 0)).to_have_text("6.0")
        expect(gradient(page, "right", 0)).to_have_text("0.0")
        page.keyboard.press("End")
        expect(where).to_have_text("rule 4 of 4")
        expect(gradient(page, "yours", 1)).to_have_text("7.0")
        expect(gradient(page, "right", 0)).to_have_text("21.0")
        page.keyboard.press("ArrowRight")
        expect(where).to_have_text("rule 4 of 4")
        page.keyboard.press("ArrowLeft")
        expect(gradient(page, "yours", 1)).to_have_text("2.0")
        page.keyboard.press("Home")
        expect(gradient(page, "yours", 0)).to_have_text("0.0")
        expect(page.locator(".columns")).to_have_attribute("aria-live", "polite")


def test_a_graded_hand_in_is_played_to_its_own_gradients(opened: Open, folder: Path) -> None:
    report = Report.from_json(json.loads((folder / "bjorn.json").read_text()))
    findings = [c.counterexample for e in report.exercises for c in e.checks if c.counterexample]
    picture = next(f.picture for f in findings if f.picture)
    with opened() as page:
        stepper = page.locator(".stepper").first
        stepper.locator(".next-step").focus()
        page.keyboard.press("End")
        for side, key in (("yours", "yours"), ("right", "expected")):
            for index, node in enumerate(picture.nodes):
                shown = stepper.locator(f".{side} [data-node='{index}'] .value.grad")
                assert float(shown.text_content()) == pytest.approx(getattr(node, key), rel=1e-4)


def test_play_goes_on_by_itself_and_pauses(opened: Open) -> None:
    with opened("by-hand") as page:
        page.clock.install()
        page.reload()
        where, play = page.locator(".where"), page.locator(".play")
        play.click()
        expect(where).to_have_text("rule 1 of 4")
        page.clock.run_for(1700)
        expect(where).to_have_text("rule 2 of 4")
        play.click()
        page.clock.run_for(9000)
        expect(where).to_have_text("rule 2 of 4")
        play.click()
        page.clock.run_for(9000)
        expect(where).to_have_text("rule 4 of 4")
        expect(play).to_contain_text("Play")


def test_the_keyboard_reaches_everything_and_is_not_trapped(opened: Open) -> None:
    with opened("by-hand") as page:
        reached = []
        for _ in range(60):
            page.keyboard.press("Tab")
            name = page.evaluate(
                "() => { const e = document.activeElement;"
                " return e === document.body ? null : e.className || e.tagName; }"
            )
            if name is None:
                break
            reached.append(name)
        assert name is None
        assert reached[0] == "skip"
        assert {"copy", "previous", "next-step", "play", "SUMMARY", "drawing"} <= set(reached)
        page.locator(".next-step").focus()
        page.keyboard.press("Enter")
        expect(page.locator(".where")).to_have_text("rule 1 of 4")
        outline = "getComputedStyle(document.activeElement).outlineStyle"
        assert page.evaluate(outline) == "solid"


# ------------------------------------------------------------------------------- how it is seen


@pytest.mark.parametrize(("width", "scheme"), [(1100, "light"), (360, "dark")])
@pytest.mark.parametrize("name", ["bjorn", "done", "hostile"])
def test_axe_finds_nothing(opened: Open, name: str, width: int, scheme: str) -> None:
    options = {"viewport": {"width": width, "height": 800}, "color_scheme": scheme}
    with opened(name, reduced_motion="reduce", **options) as page:
        open_all(page)
        if page.locator(".stepper").count():
            page.locator(".next-step").first.focus()
            page.keyboard.press("ArrowRight")
        assert axe(page) == []


def test_dark_is_dark(opened: Open) -> None:
    def lightness(scheme: str) -> float:
        with opened(color_scheme=scheme) as page:
            found = page.evaluate("getComputedStyle(document.body).backgroundColor")
            return sum(map(int, found.strip("rgb()").split(","))) / 3

    assert lightness("dark") < 60 < 200 < lightness("light")


@pytest.mark.parametrize("name", ["bjorn", "done", "hostile", "by-hand"])
def test_360_pixels_are_enough(opened: Open, name: str) -> None:
    with opened(name, viewport={"width": 360, "height": 740}) as page:
        open_all(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_narrow_page_shows_one_order_at_a_time(opened: Open) -> None:
    with opened("by-hand", viewport={"width": 360, "height": 740}) as page:
        yours, right = page.locator(".column.yours"), page.locator(".column.right")
        expect(yours).to_be_visible()
        expect(right).to_be_hidden()
        page.get_by_role("button", name="A right order").click()
        expect(right).to_be_visible()
        expect(yours).to_be_hidden()


def test_paper_gets_no_buttons(opened: Open) -> None:
    with opened() as page:
        assert page.pdf().startswith(b"%PDF")
        page.emulate_media(media="print", color_scheme="dark")
        expect(page.locator("button.copy").first).to_be_hidden()
        expect(page.locator(".stepper").first).to_be_hidden()
        expect(page.locator(".failure pre").first).to_be_visible()
        expect(page.locator("table.steps").first).to_be_visible()
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == (
            "rgb(255, 255, 255)"
        )


# ------------------------------------------------------------------------------------ security


def test_hostile_texts_do_nothing(opened: Open) -> None:
    with opened("hostile") as page:
        open_all(page)
        for element in page.locator("[tabindex], summary, a, button").all()[:60]:
            element.dispatch_event("mouseover")
            element.dispatch_event("click")
        assert page.evaluate("typeof taken") == "undefined"
        assert "taken" not in page.evaluate("document.title").split(":")[0][:3]
        assert page.locator("iframe, img, base, form, object, embed").count() == 0


def test_the_policy_stops_what_escaping_would_have_missed(opened: Open, folder: Path) -> None:
    """A page into which a script has got after all: the browser does not run it."""
    page_text = (folder / "by-hand.html").read_text(encoding="utf-8")
    for name, injected in (
        ("script", "<script>taken = 1</script>"),
        ("handler", "<svg onload='taken = 1'></svg>"),
        ("style", "<style>h1 { display: none }</style>"),
        ("image", "<img src='http://127.0.0.1:9/x'>"),
    ):
        path = folder / f"injected-{name}.html"
        path.write_text(page_text.replace("<main>", f"<main>{injected}"), encoding="utf-8")
        with opened(path.stem, complaint="Content Security Policy") as page:
            assert page.evaluate("typeof taken") == "undefined"
            expect(page.locator("h1")).to_be_visible()
