"""The pytest plugin: every check of every hand-in is a pytest item.

`PytestSession` is one in-process session for any number of hand-ins: called with (run, check)
pairs, it runs them as items and returns their results. Between calls the session waits in a
greenlet of its own, as a session of its own for each hand-in would cost more than the checks. A
result that does not come back through pytest is `ungraded`: a session that ran nothing is our
failure, never a pass.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest
from greenlet import getcurrent, greenlet

from grader.judging import results as messages
from grader.judging.report import CheckResult

if TYPE_CHECKING:
    from grader.checks.declare import Check
    from grader.judging.exercise import ExerciseRun

Pairs: TypeAlias = "Sequence[tuple[ExerciseRun, Check]]"

RESULT = "topograde_result"
UNNEEDED = (
    *("cacheprovider", "capture", "logging", "unraisableexception", "threadexception", "doctest"),
    *("junitxml", "pastebin", "nose", "faulthandler", "stepwise", "setuponly", "setupplan"),
    "warnings",
)
"""Parts of pytest that have nothing to do for us, or would reach beyond our items."""


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
        self.user_properties.append((RESULT, result))
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
    """The items of one hand-in."""

    def __init__(self, *, pairs: Pairs, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.pairs = pairs

    def collect(self) -> Iterator[CheckItem]:
        """One item a pair, in order."""
        for number, (run, check) in enumerate(self.pairs):
            name = f"{run.student}::{run.exercise.id}::{check.id}"
            yield CheckItem.from_parent(self, name=f"{number}::{name}", run=run, check=check)


class _Loop:
    """Gives the session our items and nothing else, whenever there are some; looks at no file."""

    def __init__(self) -> None:
        self.caller: greenlet = getcurrent()
        self.reports: dict[str, pytest.TestReport] = {}

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self, config: pytest.Config) -> None:
        config.pluginmanager.unregister(name="terminalreporter")  # a session prints nothing

    def pytest_collection(self) -> bool:
        return True

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run what the caller hands over, until it hands over nothing."""
        while pairs := self.caller.switch():
            self.reports = {}
            collector = CheckCollector.from_parent(session, name="topograde", pairs=pairs)
            items = list(collector.collect())
            del collector.pairs
            for item, following in zip(items, [*items[1:], None], strict=True):
                session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                del item.run  # with all its answers: pytest's items go only with the next garbage
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep what pytest says of an item's call; what fails around it is our failure."""
        number = report.nodeid.rpartition("topograde::")[2].partition("::")[0]
        if report.when == "call":
            self.reports[number] = report
        elif report.outcome != "passed":
            self.reports.pop(number, None)


class PytestSession:
    """A runner of checks. Close it in the thread that called it first."""

    def __init__(self) -> None:
        self._loop: _Loop | None = None
        self._greenlet = greenlet(_session)

    def __call__(self, pairs: Pairs) -> list[CheckResult]:
        """A result for each pair, in order. Raises `KeyboardInterrupt`."""
        if not pairs:
            return []
        if self._loop is None:
            self._loop = _Loop()
            self._greenlet = greenlet(_session)
            with _without_others_options():
                self._greenlet.switch(self._loop)  # comes back from the loop, ready for items
        loop = self._loop
        loop.caller = getcurrent()
        loop.reports = {}
        try:
            ended = self._greenlet.switch(pairs)
        finally:
            if self._greenlet.dead:  # something has ended the session: the next call begins another
                self._loop = None
        if self._loop is None and ended == pytest.ExitCode.INTERRUPTED:
            raise KeyboardInterrupt
        results = []
        for number, (_, check) in enumerate(pairs):
            result = _carried(loop.reports.get(str(number)))
            if result is None or result.id != check.id:
                result = messages.ungraded(check, "pytest lost the outcome of this check")
            results.append(result)
        return results

    def close(self) -> None:
        """End the session."""
        if self._loop is not None:
            self._loop.caller = getcurrent()
            self._loop = None
            self._greenlet.switch(None)


def run_with_pytest(pairs: Pairs) -> list[CheckResult]:
    """A result for each pair, in order, from a session of their own."""
    with closing(PytestSession()) as session:
        return session(pairs)


def _session(loop: _Loop) -> int:
    arguments = ["--disable-plugin-autoload", "--noconftest", "--assert=plain", "--tb=no", "-qq"]
    arguments += ["--rootdir=/", "-c", "/dev/null", "--"]
    for unneeded in UNNEEDED:
        arguments[:0] = ["-p", f"no:{unneeded}"]
    return pytest.main(arguments, plugins=[loop])


def _carried(report: pytest.TestReport | None) -> CheckResult | None:
    """The result that an item attached, if it agrees with what pytest says of the item."""
    result = dict(report.user_properties).get(RESULT) if report is not None else None
    if report is None or not isinstance(result, CheckResult):
        return None
    agreed = {"passed": "passed", "blocked": "skipped"}.get(result.outcome, "failed")
    return result if report.outcome == agreed else None


@contextmanager
def _without_others_options() -> Iterator[None]:
    """Hide what the user's environment says to pytest: `-x` would leave half a class ungraded."""
    names = ("PYTEST_ADDOPTS", "PYTEST_PLUGINS")
    hidden = {name: os.environ.pop(name) for name in names if name in os.environ}
    try:
        yield
    finally:
        os.environ.update(hidden)
