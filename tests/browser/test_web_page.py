"""The course in a real Chromium: write, check, read why it is wrong, come back, hand in.

`make test-browser` runs these. They need the parts that `make web` builds.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from grader.course.course import default_course_dir, load_course
from tests.browser import chromium
from tests.browser.sites import START, served, site_of, wait_for_python
from tests.support.paths import ROOT, TINY

pytestmark = pytest.mark.browser

LIMIT = 60_000
RULE = """        topo = []
        build_topo(self, set(), topo)
        self.grad = 1.0
        for node in reversed(topo):
            node._backward()
"""
TODO = re.compile(
    r"        # TODO: the order.*?\n        raise NotImplementedError.*?\n", re.DOTALL
)

Visit = Callable[..., AbstractContextManager[Page]]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = chromium.find()
    assert path is not None, chromium.HOW
    with chromium.browser(path) as started:
        yield started


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    course = load_course(default_course_dir())
    return site_of(course, tmp_path_factory.mktemp("web") / "site")


@pytest.fixture
def visit(browser: Browser, site: Path) -> Iterator[Visit]:
    """`with visit("backward") as page`: the page of an exercise, with Python started.

    In the end it has asked nobody else for anything.
    """
    with served(site) as address:

        @contextmanager
        def visiting(exercise: str = "", start: bool = True, **options: Any) -> Iterator[Page]:
            size = {"width": 1300, "height": 900}
            context = browser.new_context(**{"viewport": size, **options})
            page = context.new_page()
            page.set_default_timeout(LIMIT)
            asked: list[str] = []
            context.on("request", lambda request: asked.append(request.url))
            try:
                page.goto(f"{address}#{exercise}")
                if start:
                    wait_for_python(page)
                yield page
                assert [url for url in asked if not url.startswith((address, "blob:"))] == []
            finally:
                context.close()

        yield visiting


def stub(name: str) -> str:
    return (ROOT / "exercises" / name).read_text(encoding="utf-8")


def load(page: Page, name: str, text: str) -> None:
    file = {"name": name, "mimeType": "text/x-python", "buffer": text.encode()}
    page.locator("#file").set_input_files([file])
    expect(page.locator("#status")).to_contain_text("Loaded")


def backward(body: str) -> str:
    return TODO.sub(lambda _: body, stub("04_backward.py"))


def check(page: Page) -> None:
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator("#check")).to_have_text("Check", timeout=LIMIT)
    expect(page.locator("#status")).not_to_contain_text("Checking")


def write(page: Page, text: str) -> None:
    """Replace the whole text by typing it (insertion is what an input method does)."""
    page.get_by_role("textbox", name="Your code").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)


# ---------------------------------------------------------------------------------------- working


def test_two_exercises_are_solved_by_typing_and_handed_in(visit: Visit, tmp_path: Path) -> None:
    rules = (ROOT / "solutions" / "02_local_rules.py").read_text(encoding="utf-8")
    with visit("local-rules") as page:
        write(page, rules)
        page.keyboard.press("Control+Enter")
        expect(page.locator("#status")).to_have_text("All 2 checks pass.", timeout=LIMIT)
        page.goto(page.url.replace("local-rules", "backward"))
        expect(page.locator("#title")).to_contain_text("backward() does it all")
        write(page, backward(RULE))
        check(page)
        expect(page.locator("#status")).to_have_text("All 3 checks pass.")
        expect(page.locator("#list a.passed")).to_have_count(2)
        page.locator("#hand-in-name").fill("ada lovelace")
        with page.expect_download() as download:
            page.get_by_role("button", name="Download to hand in").click()
        assert download.value.suggested_filename == "ada-lovelace.zip"
        hand_ins = tmp_path / "hand-ins"
        hand_ins.mkdir()
        download.value.save_as(hand_ins / "ada-lovelace.zip")
    out = tmp_path / "out"
    command = [sys.executable, "-m", "grader", "grade", str(hand_ins), "--out", str(out)]
    command += ["--only", "backward", "--only", "local-rules", "--allow-unsandboxed"]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=300)
    report = json.loads((out / "ada-lovelace.json").read_text())
    assert report["score"] == report["max_score"] > 0
    assert report["faults"] == []


def test_a_wrong_answer_is_explained_and_played(visit: Visit) -> None:
    with visit("backward") as page:
        load(page, "04_backward.py", backward(RULE.replace("reversed(topo)", "topo")))
        check(page)
        expect(page.locator("#status")).to_have_text("1 of 3 checks pass.")
        failure = page.locator("#result .failure")
        expect(failure.locator(".pair .yours dd")).to_have_text("0.0")
        expect(failure.locator(".pair .expected dd")).to_have_text("-3.0")
        expect(failure.locator(".program code").first).to_contain_text("L.backward()")
        expect(failure.locator(".told")).to_contain_text("What your numbers say.")
        expect(failure.locator("figure svg .node.first-wrong")).to_be_visible()
        failure.locator(".next-step").click()
        expect(failure.locator(".where")).to_contain_text("rule 1 of")
        page.get_by_role("button", name="Hint").click()
        expect(page.locator(".hint")).to_have_count(1)
        page.get_by_role("button", name="Hint").click()
        expect(page.locator(".hint")).to_have_count(2)


def test_the_work_is_there_again_and_a_reset_can_be_undone(visit: Visit) -> None:
    with visit("backward") as page:
        load(page, "04_backward.py", backward(RULE))
        check(page)
        page.reload()
        expect(page.locator("#list a.passed")).to_have_count(1)
        expect(page.locator("#editor")).to_contain_text("class Value")
        page.on("dialog", lambda dialog: dialog.accept())
        page.get_by_role("button", name="Reset").click()
        expect(page.locator("#list a.passed")).to_have_count(0)
        page.keyboard.press("Control+z")
        expect(page.locator("#list a.passed")).to_have_count(1)


def test_a_line_that_raises_leads_to_the_editor(visit: Visit) -> None:
    with visit("backward") as page:
        check(page)
        page.locator("#result button.go-to").first.click()
        expect(page.get_by_role("textbox", name="Your code")).to_be_focused()
        expect(page.locator(".cm-activeLine")).to_contain_text("raise NotImplementedError")


def test_what_is_printed_is_shown(visit: Visit) -> None:
    with visit("backward") as page:
        load(page, "04_backward.py", backward('        print("<b>seen</b>", self.data)\n' + RULE))
        check(page)
        expect(page.locator("#printed")).to_contain_text("<b>seen</b> -6.0")


# ----------------------------------------------------------------------------------- staying up


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("        while True: pass\n", "took longer than a check may"),
        ("        import os; os._exit(3)\n", "ended itself"),
        ("        self.backward()\n", "recursion went too deep"),
        ("        while True: print('x' * 1000)\n", "printed more than"),
        ("        kept = []\n        while True: kept.append(bytearray(10**7))\n", "more memory"),
        ("        import builtins; builtins.isinstance = None; 1 + self\n", ""),
        ("        import os; os.abort()\n", "not your doing"),
    ],
    ids=["loop", "exit", "recursion", "flood", "memory", "builtins", "crash"],
)
def test_bad_code_is_told_and_the_next_check_works(visit: Visit, body: str, told: str) -> None:
    with visit("backward") as page:
        load(page, "04_backward.py", backward(body))
        check(page)
        expect(page.locator("#list a.passed")).to_have_count(0)
        expect(page.locator("main")).to_contain_text(told)
        load(page, "04_backward.py", backward(RULE))
        check(page)
        expect(page.locator("#status")).to_have_text("All 3 checks pass.")


def test_a_loop_can_be_stopped_and_the_page_never_freezes(visit: Visit) -> None:
    with visit("backward") as page:
        load(page, "04_backward.py", backward("        while True: pass\n"))
        page.get_by_role("button", name="Check", exact=True).click()
        page.get_by_role("link", name="Put the nodes in order").click()
        expect(page.locator("#title")).to_contain_text("Put the nodes in order")
        page.get_by_role("button", name="Stop").click()
        expect(page.locator("#check")).to_have_text("Check")


def test_long_chains_end_without_harm(visit: Visit) -> None:
    """A node without reference cycles takes its inputs with it when it dies."""
    exam = (ROOT / "solutions" / "13_engine.py").read_text(encoding="utf-8")
    with visit("engine") as page:
        load(
            page,
            "13_engine.py",
            exam + "\nx = Value(1.0)\nfor _ in range(20000):\n    x = x * 1.0\n",
        )
        check(page)
        expect(page.locator("#status")).to_have_text("All 40 checks pass.")


# -------------------------------------------------------------------------------------- safe


def test_student_code_finds_no_way_to_the_page(visit: Visit) -> None:
    ways = """
import sys
found = []
for name in ("js", "pyodide_js", "pyodide.code", "_pyodide_core", "pyodide.http"):
    try:
        __import__(name)
        found.append(name)
    except ImportError:
        pass
for path in ("/topograde/grader/__init__.py", "/home/student/x"):
    try:
        open(path)
        found.append(path)
    except OSError:
        pass
print("found", found)
"""
    with visit("backward") as page:
        load(page, "04_backward.py", backward(RULE) + ways)
        check(page)
        expect(page.locator("#printed")).to_contain_text("found []")


def test_the_worker_has_nothing_to_load_with(visit: Visit, site: Path) -> None:
    """What is taken away is gone from the worker's own global object too."""
    source = (site / "worker.js").read_text()
    assert "takeAway();" in source
    probe = source.replace(
        "  takeAway();\n}",
        "  takeAway();\n"
        "  say({ type: 'left', names: TAKEN.filter((name) => self[name] !== undefined) });\n}",
        1,
    )
    with visit("backward") as page:
        left = page.evaluate(
            """async (code) => {
              const { loadParts } = await import("/engine.js");
              const parts = await loadParts({ snapshot: true, bytes: 1 }, () => {});
              const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
              const worker = new Worker(address, { type: "module" });
              const base = new URL("/engine/", location).href;
              worker.postMessage({ type: "start", parts, base });
              return new Promise((resolve) => {
                worker.onmessage = ({ data }) => data.type === "left" && resolve(data.names);
              });
            }""",
            probe,
        )
        assert left == []


def test_a_script_that_gets_in_does_not_run(visit: Visit) -> None:
    with visit("backward") as page:
        page.evaluate(
            "document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"taken = 1\">')"
        )
        page.wait_for_timeout(200)
        assert page.evaluate("typeof taken") == "undefined"


# --------------------------------------------------------------------------------- for everyone


def axe(page: Page) -> list[str]:
    source = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
    page.evaluate(source)
    result = page.evaluate("axe.run()")
    assert len(result["passes"]) > 10
    return [f"{v['id']}: {n['html'][:200]}" for v in result["violations"] for n in v["nodes"]]


@pytest.mark.parametrize(("width", "scheme"), [(1300, "light"), (1300, "dark"), (360, "light")])
def test_axe_finds_nothing_and_nothing_sticks_out(visit: Visit, width: int, scheme: str) -> None:
    size = {"width": width, "height": 800}
    with visit("backward", viewport=size, color_scheme=scheme, reduced_motion="reduce") as page:
        load(page, "04_backward.py", backward(RULE.replace("reversed(topo)", "topo")))
        check(page)
        page.get_by_role("button", name="Hint").click()
        assert axe(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_keyboard_goes_in_and_out_of_the_editor(visit: Visit) -> None:
    with visit("backward") as page:
        page.get_by_role("textbox", name="Your code").focus()
        page.keyboard.press("Escape")
        page.keyboard.press("Tab")
        expect(page.get_by_role("button", name="Check", exact=True)).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#result .failure")).to_be_visible(timeout=LIMIT)


def test_a_file_and_an_old_browser_are_told_what_to_do(browser: Browser, site: Path) -> None:
    page = browser.new_page()
    page.goto((site / "index.html").as_uri())
    expect(page.locator("#cannot")).to_contain_text("python3 -m http.server")
    page.add_init_script("delete window.DecompressionStream")
    with served(site) as address:
        page.goto(address)
        expect(page.locator("#cannot")).to_contain_text("too old")
    page.close()


def test_it_starts_plainly_where_there_is_no_snapshot(
    browser: Browser, site: Path, tmp_path: Path
) -> None:
    plain = shutil.copytree(site, tmp_path / "plain")
    (plain / "engine" / "snapshot.gz").write_bytes(b"not a snapshot")
    with served(plain) as address:
        page = browser.new_page()
        page.goto(f"{address}#backward")
        page.locator("html[data-python=plain]").wait_for(timeout=START)
        check(page)
        expect(page.locator("#result .failure")).to_be_visible()
        page.close()


def test_it_works_offline_and_offers_a_newer_version(
    browser: Browser, site: Path, tmp_path: Path
) -> None:
    copy = shutil.copytree(site, tmp_path / "site")
    context = browser.new_context()
    page = context.new_page()
    with served(copy) as address:
        page.goto(f"{address}#backward")
        wait_for_python(page)
        context.set_offline(True)
        page.reload()
        wait_for_python(page)
        check(page)
        expect(page.locator("#result .failure")).to_be_visible()
        context.set_offline(False)
        keeper = copy / "sw.js"
        keeper.write_text(keeper.read_text() + "\n// a newer version\n")
        page.reload()
        expect(page.locator("#update")).to_be_visible(timeout=START)
        page.get_by_role("button", name="Update").click()
        wait_for_python(page)
        expect(page.locator("#update")).to_be_hidden()
    context.close()


# -------------------------------------------------------------------------------- other courses


def test_a_small_course_of_ones_own_runs_too(browser: Browser, tmp_path: Path) -> None:
    course = shutil.copytree(TINY, tmp_path / "course")
    checks = course / "checks" / "constant.py"
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
