"""How fast the browser page is there: `python -m tests.bench.browser` (`make bench`).

In a real Chromium, from a local server, by turns: a page that loads Pyodide and nothing else, and
the page of the course, until Python is ready and until a wrong file that was written before is
explained. Both from a warm cache, without the service worker's help for either. A further check on
the same page has a worker waiting for it.
"""

from __future__ import annotations

import gzip
import statistics
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Page

from grader.course.course import default_course_dir, load_course
from tests.browser import chromium
from tests.browser.sites import served, site_of, wait_for_python
from tests.support.paths import ROOT

ROUNDS = 5
BARE = """<!doctype html><title>Pyodide alone</title><script type="module">
const code = `import("${new URL("engine/pyodide.mjs", location)}").then(async ({ loadPyodide }) => {
  const python = await loadPyodide({ indexURL: "${new URL("engine/", location)}" });
  postMessage(python.runPython("1 + 1"));
});`;
const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
const worker = new Worker(address, { type: "module" });
worker.onmessage = () => { document.documentElement.dataset.python = "bare"; };
</script>"""
WRONG = ("reversed(topo)", "topo")


def main() -> None:
    """Measure and print."""
    path = chromium.find()
    if path is None:
        sys.exit(chromium.HOW)
    with tempfile.TemporaryDirectory() as folder:
        site = site_of(load_course(default_course_dir()), Path(folder) / "site")
        (site / "bare.html").write_text(BARE)
        sizes(site)
        with served(site) as address, chromium.browser(path) as browser:
            measure(browser, address)


def sizes(site: Path) -> None:
    """What a first visit sends, as a server that compresses sends it."""
    parts = {"Pyodide": "engine/py*", "snapshot": "engine/snapshot.gz", "all": "**/*"}
    print("a first visit, MB with gzip")
    for name, pattern in parts.items():
        files = [path for path in site.glob(pattern) if path.is_file()]
        sent = sum(
            min(path.stat().st_size, len(gzip.compress(path.read_bytes()))) for path in files
        )
        print(f"  {name:48} {sent / 1e6:7.1f}")


def measure(browser: Browser, address: str) -> None:
    """Rounds of both pages, in turns."""
    context = browser.new_context(service_workers="block", viewport={"width": 1300, "height": 900})
    page = context.new_page()
    page.set_default_timeout(120_000)
    prepare(page, address)
    bare(page, address)
    found: dict[str, list[float]] = {}
    for _ in range(ROUNDS):
        alone = bare(page, address)
        for name, seconds in ours(page, address).items():
            found.setdefault(name, []).append(seconds / alone)
            found.setdefault(f"{name}, s", []).append(seconds)
        found.setdefault("Pyodide alone, s", []).append(alone)
    context.close()
    alone = min(found["Pyodide alone, s"])
    print(f"\nby the clock, {ROUNDS} rounds                              seconds   ratio")
    print(f"  {'Pyodide alone':48} {alone:7.2f}    1.00")
    for name in ("Python is ready", "the first red check is explained", "a further check"):
        ratio = statistics.median(found[name])
        print(f"  {name:48} {min(found[name + ', s']):7.2f} {ratio:7.2f}")


def prepare(page: Page, address: str) -> None:
    """Leave a wrong answer in the browser, as a student would have."""
    text = (ROOT / "solutions" / "04_backward.py").read_text(encoding="utf-8").replace(*WRONG)
    page.goto(f"{address}#backward")
    wait_for_python(page)
    file = {"name": "04_backward.py", "mimeType": "text/x-python", "buffer": text.encode()}
    page.locator("#file").set_input_files([file])
    page.locator("#status", has_text="Loaded").wait_for()


def bare(page: Page, address: str) -> float:
    """Seconds until Pyodide alone has added 1 and 1."""
    started = time.perf_counter()
    page.goto(f"{address}bare.html")
    page.locator("html[data-python]").wait_for()
    return time.perf_counter() - started


def ours(page: Page, address: str) -> dict[str, float]:
    """Seconds until Python is ready, the first check is explained; and of a further check."""
    started = time.perf_counter()
    page.goto(f"{address}?{started}#backward")
    wait_for_python(page)
    ready = time.perf_counter() - started
    checked(page)
    explained = time.perf_counter() - started
    page.wait_for_timeout(2000)  # as long as a reader needs at least
    again = time.perf_counter()
    checked(page)
    return {
        "Python is ready": ready,
        "the first red check is explained": explained,
        "a further check": time.perf_counter() - again,
    }


def checked(page: Page) -> None:
    page.locator("#result").evaluate("(place) => place.replaceChildren()")
    page.locator("#check").click()
    page.locator("#result .told").wait_for()


if __name__ == "__main__":
    main()
