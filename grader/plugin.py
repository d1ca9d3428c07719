"""The pytest plugin: every check of every hand-in is a pytest item.

`run_with_pytest(checks)` runs one in-process session over (run, check) pairs and returns their
results. pytest-json-report carries the outcomes; it is unmaintained, so nothing but
`_session_report` knows it. A result that does not come back through it is `ungraded`, and a
session that collected nothing is our failure, never a pass.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

from grader import messages
from grader.report import CheckResult, check_from_json, spelled

if TYPE_CHECKING:
    from grader.check import Check
    from grader.run import ExerciseRun

Pairs: TypeAlias = "Sequence[tuple[ExerciseRun, Check]]"

PAIRS: pytest.StashKey[Any] = pytest.StashKey()
RESULT = "topograde_result"
UNNEEDED = (
    *("cacheprovider", "capture", "logging", "unraisableexception", "threadexception", "doctest"),
    *("junitxml", "pastebin", "nose", "faulthandler", "stepwise", "setuponly", "setupplan"),
)
"""Parts of pytest that have nothing to do for us, left out because a session a hand-in adds up."""


class CheckFailed(Exception):
    """Raised in an item whose check was not passed; carries the message."""


class CheckItem(pytest.Item):
    """One check of one hand-in."""

    def __init__(self, *, run: ExerciseRun, check: Check, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.run = run
        self.check = check

    def runtest(self) -> None:
        """Ask the core for the result; fail unless it is a pass."""
        result = self.run.result(self.check)
        self.user_properties.append((RESULT, json.dumps(spelled(asdict(result)))))
        if result.outcome == "blocked":
            pytest.skip(result.message)
        if result.outcome != "passed":
            raise CheckFailed(f"{result.outcome}: {result.message}")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The message instead of a traceback: it is the student's code that failed, not ours."""
        if isinstance(excinfo.value, CheckFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Any, int, str]:
        """Where the item is and what it is called."""
        return self.path, 0, f"{self.run.exercise.id}: {self.check.sentence}"


class CheckCollector(pytest.Collector):
    """Yields the items of a session."""

    def collect(self) -> Iterator[pytest.Item]:
        """One item a pair, in order."""
        for number, (run, check) in enumerate(self.config.stash[PAIRS]):
            name = f"{run.student}::{run.exercise.id}::{check.id}"
            yield CheckItem.from_parent(self, name=f"{number}::{name}", run=run, check=check)


class _Collection:
    """Gives the session our items and nothing else: no file is looked at."""

    def __init__(self, pairs: Pairs) -> None:
        self.pairs = pairs

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self, config: pytest.Config) -> None:
        config.stash[PAIRS] = self.pairs
        config.pluginmanager.unregister(name="terminalreporter")  # a session prints nothing

    def pytest_collection(self, session: pytest.Session) -> bool:
        collector = CheckCollector.from_parent(session, name="topograde")
        session.items = list(collector.collect())
        session.testscollected = len(session.items)
        return True


def run_with_pytest(pairs: Pairs) -> list[CheckResult]:
    """A result for each pair, in order."""
    if not pairs:
        return []
    tests = _session_report(pairs)
    results = []
    for number, (_, check) in enumerate(pairs):
        result = _carried(tests.get(number))
        if result is None or result.id != check.id:
            result = messages.ungraded(check, "pytest lost the outcome of this check")
        results.append(result)
    return results


def _carried(test: dict[str, Any] | None) -> CheckResult | None:
    """The result that an item attached, if it agrees with what pytest says of the item."""
    if test is None:
        return None
    properties = {k: v for item in test.get("user_properties", ()) for k, v in item.items()}
    try:
        result = check_from_json(json.loads(properties[RESULT]))
    except (KeyError, TypeError, ValueError):
        return None
    agreed = {"passed": "passed", "blocked": "skipped"}.get(result.outcome, "failed")
    return result if test.get("outcome") == agreed else None


@contextmanager
def _without_others_options() -> Iterator[None]:
    """Hide what the user's environment says to pytest: `-x` would leave half a class ungraded."""
    names = ("PYTEST_ADDOPTS", "PYTEST_PLUGINS")
    hidden = {name: os.environ.pop(name) for name in names if name in os.environ}
    try:
        yield
    finally:
        os.environ.update(hidden)


def _session_report(pairs: Pairs) -> dict[int, dict[str, Any]]:
    """Run one pytest session; pytest-json-report's entry for each item, by its number."""
    from pytest_jsonreport.plugin import JSONReport

    reporter = JSONReport()
    arguments = ["--disable-plugin-autoload", "--noconftest", "-p", "pytest_jsonreport.plugin"]
    arguments += ["--tb=no", "-qq", "--rootdir=/", "-c", "/dev/null", "--json-report-file="]
    arguments += [
        "--json-report-omit",
        "collectors",
        "log",
        "streams",
        "keywords",
        "warnings",
        "--",
    ]
    for unneeded in UNNEEDED:
        arguments[:0] = ["-p", f"no:{unneeded}"]
    with _without_others_options():
        ended = pytest.main(arguments, plugins=[reporter, _Collection(pairs)])
    if ended == pytest.ExitCode.INTERRUPTED:
        raise KeyboardInterrupt
    report = reporter.report or {}
    return {
        int(test["nodeid"].rpartition("topograde::")[2].partition("::")[0]): test
        for test in report.get("tests", ())
    }
