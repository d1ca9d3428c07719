"""Run pytest with Topograde's door in a process of its own, as a user does, for the tests."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from tests.support.paths import TINY

INSTALLED = any(point.name == "topograde" for point in entry_points(group="pytest11"))
ENTRY = () if INSTALLED else ("-p", "grader.pytest_entry")
"""A checkout that was installed before there was an entry point gets it by hand."""


def run(
    folder: Path, *options: object, entry: bool = True, stdin: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    """`pytest OPTIONS` in this folder, with settings of our own."""
    settings = folder.parent / "settings"
    settings.mkdir(exist_ok=True)
    (settings / "pytest.ini").write_text("[pytest]\n")
    ours = ("-c", settings / "pytest.ini", "--rootdir", settings, "--noconftest")
    loaded = ENTRY if entry else ()
    return plain(folder, *loaded, *ours, *options, stdin=stdin, **environment)


def plain(
    folder: Path, *options: object, stdin: str = "", safe: bool = True, **environment: str
) -> subprocess.CompletedProcess[str]:
    """`pytest OPTIONS` in this folder, and nothing else said. safe: Python's `-I`."""
    python = [sys.executable, *(["-I"] if safe else []), "-m", "pytest"]
    known = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST_", "GITHUB_"))}
    return subprocess.run(
        [*python, *map(str, options)], cwd=folder, env={**known, **environment}, input=stdin,
        capture_output=True, text=True, timeout=600,
    )  # fmt: skip


def results(folder: Path, *options: object) -> dict[str, dict[str, Any]]:
    """What pytest-json-report tells of each item: its outcome and properties, by id."""
    return {test["nodeid"]: test for test in report(folder, *options)["tests"]}


def report(folder: Path, *options: object) -> dict[str, Any]:
    """The JSON of a run, `user_properties` of each item as one dictionary."""
    file = folder.parent / "report.json"
    file.unlink(missing_ok=True)
    done = run(folder, *options, "--json-report", f"--json-report-file={file}")
    assert done.returncode in (0, 1), done.stdout + done.stderr
    made: dict[str, Any] = json.loads(file.read_text())
    for test in made["tests"]:
        test["user_properties"] = {
            k: v for each in test["user_properties"] for k, v in each.items()
        }
    return made


def told(tests: Mapping[str, Mapping[str, Any]]) -> dict[str, tuple[str, float]]:
    """Outcome and points of each item."""
    return {
        nodeid: (test["user_properties"]["outcome"], test["user_properties"]["points"])
        for nodeid, test in tests.items()
    }


TINY_COURSE = f"--topograde-course={TINY}"
