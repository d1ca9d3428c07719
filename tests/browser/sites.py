"""A course as a page on a local server, for tests in real browsers."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Page

from grader.authoring.release.web import write_site
from grader.authoring.release.web.parts import FOLDER
from grader.course.course import Course

NOT_BUILT = f"{FOLDER} is not there: run `make web` first; it needs npm."
START = 120_000
"""Milliseconds that Python may take to start on a machine that does much else."""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files as any server does, and writes no log."""

    def log_message(self, format: str, *_: object) -> None:
        """Say nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a local server of these files."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/"
        finally:
            server.shutdown()
            thread.join()


def site_of(course: Course, out: Path) -> Path:
    """The site of a course; it starts from a snapshot."""
    assert FOLDER.is_dir(), NOT_BUILT
    _, fast = write_site(course, out)
    assert fast, "the snapshot is older than the code: run `make web`"
    return out


def wait_for_python(page: Page) -> None:
    """Wait until the page can check."""
    page.locator("html[data-python]").wait_for(timeout=START)
