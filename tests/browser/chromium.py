"""Find a Chromium to look at pages with, or install one: `python -m tests.browser.chromium`.

Prints its path. Installs only where that is one command without questions (Debian, as root);
elsewhere it says what to do and exits with 1.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")

ARGUMENTS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

HOW = """No Chromium was found. Any one of these helps:
    apt-get install chromium                            on Debian, as root
    .venv/bin/python -m playwright install chromium     into your home folder
    make test-browser CHROMIUM=/path/to/it              one that you have elsewhere"""


def find() -> str | None:
    """The path of a Chromium: what CHROMIUM says, an installed one, Playwright's own."""
    said = os.environ.get("CHROMIUM")
    if said:
        return shutil.which(said)
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is not None:
        return found
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).exists() else None


@contextmanager
def browser(path: str) -> Iterator[Browser]:
    """A headless browser of its own, closed in the end."""
    # As root Chromium's own sandbox does not start; it opens nothing here but files of ours.
    sandbox = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=path, headless=True, args=[*ARGUMENTS, *sandbox]
        )
        try:
            yield started
        finally:
            started.close()


def install() -> None:
    """Install Debian's Chromium where we may. Raises `CalledProcessError` if that fails."""
    if shutil.which("apt-get") is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return
    quiet = {
        "stdout": subprocess.DEVNULL,
        "env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
    }
    subprocess.run(["apt-get", "update"], check=False, **quiet)
    subprocess.run(["apt-get", "install", "-y", "chromium"], check=True, **quiet)


def main() -> int:
    """Print the path of a Chromium, installed if need be; 1 if there is none."""
    path = find()
    if path is None and not os.environ.get("CHROMIUM"):
        try:
            install()
        except subprocess.CalledProcessError as error:
            print(f"apt-get could not install Chromium (it ended with {error.returncode}).")
        path = find()
    if path is None:
        said = os.environ.get("CHROMIUM")
        print(f"CHROMIUM={said} is not a program that can be run." if said else HOW)
        return 1
    print(f"Chromium: {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
