"""The course's page in Firefox, where there is one: start, check, stop a loop, come back.

An installed Firefox does not speak Playwright's protocol, so the page drives itself (`drive.js`)
and tells the server what came of it.
"""

from __future__ import annotations

import json
import os
import queue
import re
import shutil
import subprocess
import threading
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from grader.course.course import default_course_dir, load_course
from tests.browser.sites import Quiet, site_of
from tests.browser.steps import ALL_PASS, RULE, backward

FIREFOX = os.environ.get("FIREFOX") or shutil.which("firefox") or shutil.which("firefox-esr")
ANSWERS = {
    "wrong": backward(RULE.replace("reversed(topo)", "topo")),
    "loop": backward("        while True: pass\n"),
    "right": backward(RULE),
}
PATIENCE = 300

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(FIREFOX is None, reason="no Firefox is installed (FIREFOX=path names one)"),
]


class Listening(Quiet):
    """Serves files, and keeps what is posted."""

    def __init__(self, said: queue.Queue[Any], *arguments: Any, **options: Any) -> None:
        self.said = said
        super().__init__(*arguments, **options)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(204)
        self.end_headers()
        self.said.put(json.loads(body))


def test_firefox_checks_stops_a_loop_and_keeps_the_work(tmp_path: Path) -> None:
    site = site_of(load_course(default_course_dir()), tmp_path / "site")
    (site / "sw.js").unlink()  # it would keep this test's own script from the page
    (site / "answers.json").write_text(json.dumps(ANSWERS))
    script = (site / "app.js").read_text() + '\nawait import("./drive.js");\n'
    (site / "app.js").write_text(script)
    shutil.copy(Path(__file__).with_name("drive.js"), site)
    said: queue.Queue[Any] = queue.Queue()
    handler = partial(Listening, said, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_address[1]}/#backward"
        command = [FIREFOX, "--headless", "--no-remote", "--profile", str(tmp_path / "profile")]
        (tmp_path / "profile").mkdir()
        process = subprocess.Popen(
            [*command, address], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            first, second = said.get(timeout=PATIENCE), said.get(timeout=PATIENCE)
        finally:
            process.kill()
            process.wait()
            server.shutdown()
    assert "error" not in first, first
    assert first["python"] == "snapshot"
    assert re.match(r"1 of \d checks pass", first["wrong"]["status"])
    assert first["wrong"]["told"].startswith("What your numbers say.")
    assert first["wrong"]["drawn"]
    assert "took longer than a check may" in first["loop"]["message"]
    assert ALL_PASS.match(first["right"]["status"])
    assert second["before"] == 1
