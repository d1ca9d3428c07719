"""The course in a real Chromium: write, check, read why it is wrong, come back, hand in.

`make test-browser` runs these. They need the parts that `make web` builds.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.sites import wait_for_python
from tests.browser.steps import ALL_PASS, LIMIT, RULE, backward, check, load, write
from tests.support.paths import ROOT

pytestmark = pytest.mark.browser
FEW_TESTS = """
def tests(Value):
    x = Value(3.0)
    (x * x).backward()
    assert x.grad == 6
"""


def test_two_exercises_are_solved_by_typing_and_handed_in(visit: Visit, tmp_path: Path) -> None:
    rules = (ROOT / "solutions" / "02_local_rules.py").read_text(encoding="utf-8")
    with visit("local-rules") as page:
        write(page, rules)
        page.keyboard.press("Control+Enter")
        expect(page.locator("#status")).to_contain_text(ALL_PASS, timeout=LIMIT)
        page.goto(page.url.replace("local-rules", "backward"))
        expect(page.locator("#title")).to_contain_text("backward() does it all")
        write(page, backward(RULE))
        check(page)
        expect(page.locator("#status")).to_contain_text(ALL_PASS)
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
        expect(page.locator("#status")).to_contain_text(re.compile(r"^1 of \d checks pass"))
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


def test_a_check_that_is_asked_for_early_runs_as_soon_as_python_is_ready(visit: Visit) -> None:
    with visit("backward", start=False) as page:
        page.get_by_role("button", name="Check", exact=True).click()
        expect(page.locator("#status")).to_contain_text("Nothing is done here yet", timeout=LIMIT)


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


def test_the_name_and_the_place_are_kept(visit: Visit) -> None:
    with visit("accumulate") as page:
        expect(page.locator("#title")).to_contain_text("smallest proof")
        page.locator("#hand-in-name").fill("ada lovelace")
        address = page.url.partition("#")[0]
        page.goto("about:blank")
        page.goto(address)
        expect(page.locator("#title")).to_contain_text("smallest proof")
        expect(page.locator("#hand-in-name")).to_have_value("ada lovelace")


def test_an_empty_file_is_told_as_that_and_only_where_it_belongs(visit: Visit) -> None:
    with visit("build-topo") as page:
        write(page, " ")
        page.keyboard.press("Backspace")
        check(page)
        expect(page.locator("#status")).to_contain_text("03_build_topo.py: the file is empty")
        page.goto(page.url.replace("build-topo", "backward"))
        check(page)
        expect(page.locator("#status")).to_contain_text("Nothing is done here yet.")
        expect(page.locator("#work")).not_to_contain_text("03_build_topo.py")


def test_on_a_phone_the_result_comes_into_view(visit: Visit) -> None:
    with visit("backward", viewport={"width": 360, "height": 740}) as page:
        load(page, "04_backward.py", backward(RULE.replace("reversed(topo)", "topo")))
        check(page)
        expect(page.locator("#result .failure")).to_be_in_viewport()


def test_there_are_sixty_columns_of_code_at_1280(visit: Visit) -> None:
    with visit("backward", viewport={"width": 1280, "height": 900}) as page:
        columns = page.locator(".cm-line").first.evaluate("""(line) => {
            const part = (name) => line.getRootNode().querySelector(name);
            const style = getComputedStyle(line);
            const pen = document.createElement("canvas").getContext("2d");
            pen.font = `${style.fontSize} ${style.fontFamily}`;
            const beside = parseFloat(style.paddingLeft) + part(".cm-gutters").offsetWidth;
            const room = part(".cm-scroller").clientWidth - beside;
            return Math.floor(room / pen.measureText("m").width);
        }""")
        assert columns >= 60


def test_run_shows_what_the_file_prints_and_check_leads_on(visit: Visit) -> None:
    with visit("functions") as page:
        load(page, "07_functions.py", (ROOT / "solutions" / "07_functions.py").read_text())
        page.get_by_role("button", name="Run", exact=True).click()
        expect(page.locator("#status")).to_have_text("Your file ran.", timeout=LIMIT)
        printed = page.locator("#printed")
        expect(printed).to_contain_text("step  2   loss  2.805  #################")
        expect(printed).to_contain_text("The grader tries more: press Check")
        check(page)
        expect(page.locator("#onward")).to_contain_text("Next: 8. Gradients that stay behind")
        write(page, "while True:\n    pass\n")
        expect(page.locator("#onward")).to_be_visible()  # of the result, which is old now
        page.get_by_role("button", name="Run", exact=True).click()
        expect(page.locator("#status")).to_contain_text(
            "Is there a loop that never ends?", timeout=LIMIT
        )


def test_what_comes_after_the_exam_is_played_in_the_page(visit: Visit) -> None:
    with visit() as page:
        page.get_by_role("link", name="After the exam").click()
        wait_for_python(page)
        expect(page.locator("#update")).to_be_hidden()
        load(page, "06_break_my_engine.py", FEW_TESTS)
        check(page)
        failure = page.locator("#result .failure")
        expect(failure).to_contain_text("2 of 3 wrong engines got past your tests.")
        expect(failure.locator(".program")).to_be_hidden()
        failure.get_by_text("Show a program that finds it").click()
        expect(failure.locator(".program")).to_contain_text("is right")
        solution = ROOT / "solutions" / "stretch" / "solutions" / "06_break_my_engine.py"
        load(page, solution.name, solution.read_text())
        check(page)
        expect(page.locator("#status")).to_contain_text("All 8 checks pass.")


def test_a_line_that_raises_leads_to_the_editor(visit: Visit) -> None:
    with visit("backward") as page:
        check(page)
        page.locator("#result button.go-to").first.click()
        expect(page.get_by_role("textbox", name="Your code")).to_be_focused()
        expect(page.locator(".cm-activeLine")).to_contain_text("raise NotImplementedError")


# ----------------------------------------------------------------------------------- staying up


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("        while True: pass\n", "took longer than a check may"),
        ("        import os; os._exit(3)\n", "ended itself"),
        ("        self.backward()\n", "RecursionError"),
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
        expect(page.locator("#status")).to_contain_text(ALL_PASS)


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
        check(page, 4 * LIMIT)  # the chain is made anew in each batch
        expect(page.locator("#status")).to_contain_text(ALL_PASS)


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
