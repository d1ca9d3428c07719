"""A real browser, the course's page on a local server, and a visit to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from grader.course.course import default_course_dir, load_course
from tests.browser import chromium
from tests.browser.sites import served, site_of, wait_for_python
from tests.browser.steps import LIMIT

Visit = Callable[..., AbstractContextManager[Page]]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A real browser. There is no skipping: who asks for these tests wants to see them run."""
    path = chromium.find()
    assert path is not None, chromium.HOW
    with chromium.browser(path) as started:
        yield started


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of our own course's page."""
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
