"""Make the pictures of the course's page: `python -m tests.browser.screenshots_web`.

A wrong answer is loaded and checked, as a student would. Needs the parts that `make web` builds.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser

from grader.course.course import default_course_dir, load_course
from tests.browser import chromium
from tests.browser.screenshots import IMAGES
from tests.browser.sites import served, site_of, wait_for_python
from tests.support.paths import ROOT

SHOTS = (("web", 1200, 620, "light"), ("web-narrow", 400, 860, "light"))


def photographed(browser: Browser, address: str, width: int, height: int, scheme: str) -> bytes:
    """One picture, as PNG."""
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    text = (ROOT / "solutions" / "04_backward.py").read_text(encoding="utf-8")
    wrong = text.replace("reversed(topo)", "topo")
    try:
        page.goto(f"{address}#backward")
        wait_for_python(page)
        file = {"name": "04_backward.py", "mimeType": "text/x-python", "buffer": wrong.encode()}
        page.locator("#file").set_input_files([file])
        page.locator("#check").click()
        page.locator("#result .told").wait_for()
        page.evaluate("scrollTo(0, 0)")
        if width < 500:
            page.locator("#status").evaluate("(place) => scrollTo(0, place.offsetTop - 60)")
        page.evaluate("document.activeElement.blur()")
        return page.screenshot()
    finally:
        context.close()


def main() -> int:
    """Make every picture; 1 if there is no browser."""
    path = chromium.find()
    if path is None:
        print(chromium.HOW)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        site = site_of(load_course(default_course_dir()), Path(folder) / "site")
        with served(site) as address, chromium.browser(path) as browser:
            for name, *look in SHOTS:
                (IMAGES / f"{name}.png").write_bytes(photographed(browser, address, *look))
                print(f"docs/images/{name}.png")
    return 0


if __name__ == "__main__":
    sys.exit(main())
