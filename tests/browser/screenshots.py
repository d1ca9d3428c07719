"""Make the pictures of docs/images: `python -m tests.browser.screenshots`, or `make screenshots`.

Hand-ins of the sample class are graded with the real command, and their pages are photographed in a
real Chromium as a student sees them. With `web`, it is the course's page, in which a wrong answer
was loaded and checked; that needs the parts that `make web` builds.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page

from grader.course.course import default_course_dir, load_course
from tests.browser import chromium
from tests.browser.sites import served, site_of, wait_for_python
from tests.browser.steps import RULE, backward, check, load
from tests.support.paths import ROOT, SAMPLE_CLASS

IMAGES = ROOT / "docs" / "images"

LARGEST = 150_000
"""Bytes of a picture: the repository is cloned by every student."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture: of which page, how wide, in which colours, what is done before it is taken."""

    name: str
    page: str
    width: int
    height: int
    scheme: str = "light"
    prepare: Callable[[Page], None] = lambda page: None


def stepped(page: Page) -> None:
    """Three rules have run, and the stepper is in the middle of the window."""
    page.locator(".next-step").first.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.evaluate("document.activeElement.blur()")
    page.locator(".stepper").first.evaluate("(e) => scrollTo(0, e.offsetTop - 8)")


def failures(page: Page) -> None:
    """The first failure is at the top of the window."""
    page.locator(".failure").first.evaluate("(e) => scrollTo(0, e.offsetTop - 24)")


def checked(page: Page) -> None:
    """A wrong answer is loaded and checked; on a phone, what came of it is seen."""
    wait_for_python(page)
    load(page, "04_backward.py", backward(RULE.replace("reversed(topo)", "topo")))
    check(page)
    page.locator("#result .told").first.wait_for()
    page.evaluate(
        "scrollTo(0, innerWidth < 500 ? document.querySelector('#status').offsetTop - 60 : 0)"
    )
    page.evaluate("document.activeElement.blur()")


STUDENTS = {"bjorn": ("engine",), "zeno": ()}
"""Hand-ins of the sample class, and the exercises of theirs that are graded (all if none)."""

REPORTS = (
    Shot("report", "bjorn.html", 900, 1100),
    Shot("report-dark", "bjorn.html", 900, 1100, "dark"),
    Shot("report-steps", "bjorn.html", 1000, 530, prepare=stepped),
    Shot("report-steps-dark", "bjorn.html", 1000, 530, "dark", stepped),
    Shot("report-narrow", "zeno.html", 390, 1000),
    Shot("report-narrow-dark", "zeno.html", 390, 1000, "dark", failures),
)
WEB = (
    Shot("web", "#backward", 1200, 620, prepare=checked),
    Shot("web-narrow", "#backward", 400, 860, prepare=checked),
)


def photographed(browser: Browser, address: str, shot: Shot) -> bytes:
    """One picture, as PNG."""
    context = browser.new_context(
        viewport={"width": shot.width, "height": shot.height},
        color_scheme="dark" if shot.scheme == "dark" else "light",
        reduced_motion="reduce",
    )
    try:
        page = context.new_page()
        page.goto(address + shot.page)
        shot.prepare(page)
        return page.screenshot()
    finally:
        context.close()


def graded(folder: Path) -> Path:
    """Grade whoever is photographed; returns where the pages are.

    Raises `CalledProcessError` if that does not work.
    """
    for student, exercises in STUDENTS.items():
        hand_ins = folder / f"only-{student}"
        hand_ins.mkdir()
        for path in SAMPLE_CLASS.glob(f"{student}*"):
            copied = shutil.copytree if path.is_dir() else shutil.copy
            copied(path, hand_ins / path.name)
        command = [sys.executable, "-m", "grader", "grade", str(hand_ins), "--allow-unsandboxed"]
        only = [word for exercise in exercises for word in ("--only", exercise)]
        subprocess.run([*command, "--out", str(folder / "out"), *only], cwd=ROOT, check=True)
    return folder / "out"


@contextmanager
def address_of(shots: tuple[Shot, ...]) -> Iterator[str]:
    """Where the pages of these pictures are."""
    with tempfile.TemporaryDirectory() as made:
        if shots is REPORTS:
            yield f"{graded(Path(made)).as_uri()}/"
        else:
            site = site_of(load_course(default_course_dir()), Path(made) / "site")
            with served(site) as address:
                yield address


def main(shots: tuple[Shot, ...]) -> int:
    """Make every picture; 1 if there is no browser or a picture is too large."""
    path = chromium.find()
    if path is None:
        print(chromium.HOW)
        return 1
    IMAGES.mkdir(exist_ok=True)
    too_large = False
    with address_of(shots) as address, chromium.browser(path) as browser:
        for shot in shots:
            picture = photographed(browser, address, shot)
            (IMAGES / f"{shot.name}.png").write_bytes(picture)
            too_large = too_large or len(picture) > LARGEST
            print(f"{len(picture) // 1000:4} kB  docs/images/{shot.name}.png")
    if too_large:
        print(f"A picture is larger than {LARGEST // 1000} kB: make its window smaller.")
    return int(too_large)


if __name__ == "__main__":
    sys.exit(main(WEB if "web" in sys.argv[1:] else REPORTS))
