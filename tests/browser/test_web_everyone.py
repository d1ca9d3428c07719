"""The course's page for everyone: accessible, by keyboard, in an old browser, without a network."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Visit
from tests.browser.sites import START, served, wait_for_python
from tests.browser.steps import LIMIT, RULE, axe, backward, check, load

pytestmark = pytest.mark.browser


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
        # The newer version takes over once the older one has answered what it was asked for.
        expect(page.locator("#update")).to_be_hidden(timeout=START)
        wait_for_python(page)
    context.close()
