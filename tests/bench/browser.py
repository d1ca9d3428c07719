"""How fast the browser page is there: `python -m tests.bench.browser` (`make bench`).

In a real Chromium, from a local server, by turns: a page that loads Pyodide and nothing else, and
the page of the course, until Python is ready and until a wrong file that was written before is
explained. Both from a warm cache, without the service worker's help for either. A further check on
the same page has a worker waiting for it. The page itself reads the clock, from the moment in which
the browser goes there: what drives the browser looks only now and then. Check is pressed as soon as
Python is ready. Other work on the machine stretches the clock; CPU seconds, of all of the browser's
processes, are about the most that passes by the clock without it.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import statistics
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page

from grader.authoring.release.web.parts import FOLDER
from grader.course.course import default_course_dir, load_course
from tests.bench.setting import own_cpu, tree_cpu
from tests.browser import chromium
from tests.browser.sites import served, site_of, wait_for_python
from tests.support.paths import ROOT

ROUNDS = 5
Cost = tuple[float, float]
BARE = """<!doctype html><title>Pyodide alone</title><script type="module">
const code = `import("${new URL("bare/pyodide.mjs", location)}").then(async ({ loadPyodide }) => {
  const python = await loadPyodide({ indexURL: "${new URL("bare/", location)}" });
  postMessage(python.runPython("1 + 1"));
});`;
const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
const worker = new Worker(address, { type: "module" });
worker.onmessage = () => { document.documentElement.dataset.python = "bare"; };
</script>"""
TIMED = """
const whenThere = (found) => new Promise((resolve) => {
  const watcher = new MutationObserver(() => {
    if (found()) {
      watcher.disconnect();
      requestAnimationFrame(() => resolve(performance.now() / 1000));
    }
  });
  watcher.observe(document, { attributes: true, childList: true, subtree: true });
});
window.check = () => {
  const place = document.getElementById("result");
  place.replaceChildren();
  document.getElementById("check").click();
  return whenThere(() => place.querySelector(".told"));
};
window.ready = whenThere(() => document.documentElement?.dataset.python);
window.explained = window.ready.then(() => AT_ONCE && document.getElementById("check") && check());
"""
"""Run in a page before its own scripts: the seconds after which it shows something."""
NOT_ASKED = "plain.gz"
"""Loaded only where a browser does not take the snapshot."""
WRONG = ("reversed(topo)", "topo")


def main() -> None:
    """Measure and print."""
    path = chromium.find()
    if path is None:
        sys.exit(chromium.HOW)
    with tempfile.TemporaryDirectory() as folder:
        site = site_of(load_course(default_course_dir()), Path(folder) / "site")
        sizes(site)
        (site / "bare.html").write_text(BARE)
        shutil.copytree(FOLDER, site / "bare")
        with served(site) as address, chromium.browser(path) as browser:
            measure(browser, address)


def sizes(site: Path) -> None:
    """What a first visit sends, as a server that compresses sends it."""
    parts = {"Pyodide": "engine/py*", "snapshot": "engine/snapshot.gz", "all": "**/*"}
    print("a first visit, MB                                  plain  server with gzip")
    for name, pattern in parts.items():
        files = [path for path in site.glob(pattern) if path.is_file() and path.name != NOT_ASKED]
        plain = sum(path.stat().st_size for path in files)
        sent = sum(
            min(path.stat().st_size, len(gzip.compress(path.read_bytes()))) for path in files
        )
        print(f"  {name:48} {plain / 1e6:7.1f} {sent / 1e6:7.1f}")


def measure(browser: Browser, address: str) -> None:
    """Rounds of all pages, in turns."""
    context = browser.new_context(service_workers="block", viewport={"width": 1300, "height": 900})
    context.set_default_timeout(120_000)
    prepare(context.new_page(), address)
    page = timed(context, at_once=True)
    bare(page, address)
    rounds = []
    for _ in range(ROUNDS):
        found = {"Pyodide alone": bare(page, address)}
        rounds.append(found | ours(page, address) | first_visit(browser, address))
    context.close()
    print(
        f"\nleast of {ROUNDS} rounds, median of the ratios        the clock   ratio     CPU   ratio"
    )
    for name in rounds[0]:
        columns = []
        for place in (0, 1):
            least = min(found[name][place] for found in rounds)
            ratios = [found[name][place] / found["Pyodide alone"][place] for found in rounds]
            columns.append(f"{least:8.2f} {statistics.median(ratios):7.2f}")
        print(f"  {name:48} {' '.join(columns)}")


class Watch:
    """CPU seconds of the browser's processes since it was made."""

    def __init__(self) -> None:
        self._began = self._now()

    def cpu(self) -> float:
        """The seconds until now."""
        return self._now() - self._began

    @staticmethod
    def _now() -> float:
        return family_cpu(os.getpid()) - own_cpu()


def family_cpu(pid: int) -> float:
    """CPU seconds of a process and of all that it and those have started (Linux)."""
    total = tree_cpu(pid)
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            with suppress(FileNotFoundError, ProcessLookupError):
                total += family_cpu(int(child))
    return total


def timed(context: BrowserContext, *, at_once: bool) -> Page:
    """A page that keeps the time; `at_once`: it presses Check as soon as Python is ready."""
    page = context.new_page()
    page.add_init_script(TIMED.replace("AT_ONCE", json.dumps(at_once)))
    return page


def prepare(page: Page, address: str) -> None:
    """Leave a wrong answer in the browser, as a student would have."""
    page.goto(f"{address}#backward")
    wait_for_python(page)
    load(page)


def load(page: Page) -> None:
    """Load the wrong file."""
    text = (ROOT / "solutions" / "04_backward.py").read_text(encoding="utf-8").replace(*WRONG)
    file = {"name": "04_backward.py", "mimeType": "text/x-python", "buffer": text.encode()}
    page.locator("#file").set_input_files([file])
    page.locator("#status", has_text="Loaded").wait_for()


def bare(page: Page, address: str) -> Cost:
    """Until Pyodide alone has added 1 and 1."""
    watch = Watch()
    page.goto(f"{address}bare.html")
    return page.evaluate("ready"), watch.cpu()


def ours(page: Page, address: str) -> dict[str, Cost]:
    """Until Python is ready, until the first check is explained; and a further check."""
    watch = Watch()
    page.goto(f"{address}?{time.time()}#backward")
    ready = page.evaluate("ready"), watch.cpu()
    explained = page.evaluate("explained"), watch.cpu()
    page.wait_for_timeout(2000)  # as long as a reader needs at least
    watch = Watch()
    took = page.evaluate("(async (begun) => await check() - begun)(performance.now() / 1000)")
    return {
        "Python is ready": ready,
        "the first red check is explained": explained,
        "a further check": (took, watch.cpu()),
    }


def first_visit(browser: Browser, address: str) -> dict[str, Cost]:
    """The same in a browser that has never been here: nothing is kept, the file is loaded."""
    with browser.new_context(viewport={"width": 1300, "height": 900}) as context:
        context.set_default_timeout(120_000)
        page = timed(context, at_once=False)
        watch = Watch()
        page.goto(f"{address}#backward")
        ready = page.evaluate("ready"), watch.cpu()
        load(page)
        explained = page.evaluate("check()"), watch.cpu()
        return {"on a first visit, ready": ready, "and explained": explained}


if __name__ == "__main__":
    main()
