"""Make the pictures of docs/images: `python -m tests.browser.screenshots`, or `make screenshots`.

Hand-ins of the sample class are graded with the real command, and their pages are photographed in a
real Chromium as a student sees them.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.browser import chromium
from tests.support.paths import ROOT

IMAGES = ROOT / "docs" / "images"
SAMPLES = ROOT / "tests" / "data" / "sample_class"

LARGEST = 150_000
"""Bytes of a picture: the repository is cloned by every student."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture: whose page, how wide, in which colours, and what is done before it is taken."""

    name: str
    student: str
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


STUDENTS = {"bjorn": ("engine",), "zeno": ()}
"""Hand-ins of the sample class, and the exercises of theirs that are graded (all if none)."""

SHOTS = (
    Shot("report", "bjorn", 900, 1100),
    Shot("report-dark", "bjorn", 900, 1100, "dark"),
    Shot("report-steps", "bjorn", 1000, 530, prepare=stepped),
    Shot("report-steps-dark", "bjorn", 1000, 530, "dark", stepped),
    Shot("report-narrow", "zeno", 390, 1000),
    Shot("report-narrow-dark", "zeno", 390, 1000, "dark", failures),
)


def photographed(browser: Browser, folder: Path, shot: Shot) -> bytes:
    """One picture, as PNG."""
    page = browser.new_page(
        viewport={"width": shot.width, "height": shot.height},
        color_scheme="dark" if shot.scheme == "dark" else "light",
        reduced_motion="reduce",
    )
    try:
        page.goto((folder / f"{shot.student}.html").as_uri())
        shot.prepare(page)
        return page.screenshot()
    finally:
        page.close()


def graded(folder: Path) -> Path:
    """Grade whoever is photographed; returns where the pages are.

    Raises `CalledProcessError` if that does not work.
    """
    for student, exercises in STUDENTS.items():
        hand_ins = folder / f"only-{student}"
        hand_ins.mkdir()
        for path in SAMPLES.glob(f"{student}*"):
            copied = shutil.copytree if path.is_dir() else shutil.copy
            copied(path, hand_ins / path.name)
        command = [sys.executable, "-m", "grader", "grade", str(hand_ins), "--allow-unsandboxed"]
        only = [word for exercise in exercises for word in ("--only", exercise)]
        subprocess.run([*command, "--out", str(folder / "out"), *only], cwd=ROOT, check=True)
    return folder / "out"


def main() -> int:
    """Make every picture; 1 if there is no browser or a picture is too large."""
    path = chromium.find()
    if path is None:
        print(chromium.HOW)
        return 1
    IMAGES.mkdir(exist_ok=True)
    too_large = False
    with tempfile.TemporaryDirectory() as made, chromium.browser(path) as browser:
        pages = graded(Path(made))
        for shot in SHOTS:
            picture = photographed(browser, pages, shot)
            (IMAGES / f"{shot.name}.png").write_bytes(picture)
            too_large = too_large or len(picture) > LARGEST
            print(f"{len(picture) // 1000:4} kB  docs/images/{shot.name}.png")
    if too_large:
        print(f"A picture is larger than {LARGEST // 1000} kB: make its window smaller.")
    return int(too_large)


if __name__ == "__main__":
    sys.exit(main())
