"""What is done in a page: a student writes, loads and checks, and axe looks at it."""

from __future__ import annotations

import re
from importlib.resources import files

from playwright.sync_api import Page, expect

from tests.support.paths import ROOT

LIMIT = 60_000
"""Milliseconds that a check may take on a machine that does much else."""
ALL_PASS = re.compile(r"^(All \d+( public)? checks|The one check) pass")
RULE = """        topo = []
        build_topo(self, set(), topo)
        self.grad = 1.0
        for node in reversed(topo):
            node._backward()
"""
TODO = re.compile(
    r"        # TODO: the order.*?\n        raise NotImplementedError.*?\n", re.DOTALL
)


def stub(name: str) -> str:
    """An exercise of the course as it is handed out."""
    return (ROOT / "exercises" / name).read_text(encoding="utf-8")


def backward(body: str) -> str:
    """The exercise `backward` with this body of its method."""
    return TODO.sub(lambda _: body, stub("04_backward.py"))


def load(page: Page, name: str, text: str) -> None:
    """Load a file with the page's own button."""
    file = {"name": name, "mimeType": "text/x-python", "buffer": text.encode()}
    page.locator("#file").set_input_files([file])
    expect(page.locator("#status")).to_contain_text("Loaded")


def check(page: Page, limit: int = LIMIT) -> None:
    """Press Check, and wait for what comes of it."""
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator("#check")).to_have_text("Check", timeout=limit)
    expect(page.locator("#status")).not_to_contain_text("Checking")


def write(page: Page, text: str) -> None:
    """Replace the whole text by typing it (insertion is what an input method does)."""
    page.get_by_role("textbox", name="Your code").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)


def axe(page: Page) -> list[str]:
    """What axe-core has to say against the page, with the element that it is about."""
    source = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
    page.evaluate(source)
    result = page.evaluate("axe.run()")
    assert len(result["passes"]) > 10
    return [
        f"{found['id']}: {found['help']}: {node['html'][:200]}"
        for found in result["violations"]
        for node in found["nodes"]
    ]
