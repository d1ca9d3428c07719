"""The plugin that `--topograde` registers: it collects one item a check and nothing else.

Each process grades what an item belongs to once, an exercise of a student's own work or a whole
hand-in, and reports the items that were selected. So neither the selection nor the number of
processes changes an outcome.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from grader.cli.pytest_plugin.items import (
    ROOT,
    Asked,
    CheckItem,
    ItemResult,
    chosen,
    item_result,
    items_of,
    of_chosen,
)
from grader.cli.pytest_plugin.json_report import Exchange
from grader.course.course import Course, default_course_dir, load_course
from grader.errors import TopogradeError
from grader.grading.own_files import named_files
from grader.grading.own_work import OwnWork
from grader.judging.report import Report

if TYPE_CHECKING:
    from grader.cli.pytest_plugin.hand_ins import HandInItems

NAME = "topograde-door"
SECRET = "topograde_secret"


class OwnItems:
    """The checks of a student's own folder, each exercise as `topograde check` does it."""

    def __init__(
        self, course: Course, names: Sequence[str], work: str | None, exchange: Exchange
    ) -> None:
        exercises = [name.partition("::") for name in names]
        found, folder = named_files([each[0] for each in exercises], Path(work) if work else None)
        named = [name + "".join(each[1:]) for name, each in zip(found, exercises, strict=True)]
        self.course, self.exchange = course, exchange
        self._wanted = chosen(course, named)
        self._own = OwnWork(course, folder, list(self._wanted))
        self._graded: dict[str, tuple[Report, str]] = {}

    def planned(self) -> list[Asked]:
        """The checks that can run here, of the exercises that were named."""
        planned = [
            Asked(
                (exercise.id, check.id), self._own.folder / exercise.file_name, exercise.id, check
            )
            for exercise in self.course.exercises
            if exercise.id in self._wanted
            for check in self._own.checks[exercise.id]
            if not check.hidden
        ]
        return of_chosen(planned, self._wanted)

    def result_of(self, asked: Asked) -> ItemResult:
        """The result of a check; its whole exercise is checked at the first call."""
        if asked.exercise not in self._graded:
            report, states = self._own.check([asked.exercise])
            self._graded[asked.exercise] = report, states[asked.exercise]
            self.exchange.add(report)
        report, state = self._graded[asked.exercise]
        return item_result(report, self.course, asked, state)

    def close(self) -> None:
        """End the processes that ran student code."""
        self._own.server.close()


class Door:
    """The hooks. Raises `pytest.UsageError` with a sentence where something cannot be used."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.exchange = Exchange(bool(config.getoption("json_report", False)))
        self._asked: dict[str, Asked] = {}
        self._work: OwnItems | HandInItems | None = None
        self._is_class = bool(config.option.topograde_class)
        if config.args_source == pytest.Config.ArgsSource.ARGS:
            raise pytest.UsageError(
                f"With --topograde, checks are collected and nothing else; found {config.args[0]}. "
                "Name exercises after --topograde, and your folder with --topograde-work."
            )
        config.args[:] = []
        vars(config)["cwd_relative_nodeid"] = lambda nodeid: nodeid  # no id is a path
        if self._is_class:  # xdist's processes start in this folder, and must import nothing of it
            os.environ["PYTHONSAFEPATH"] = "1"
        self._secret = sentences(self._find_secret) if self._is_class else b""

    def _find_secret(self) -> bytes:
        from grader.cli.pytest_plugin.hand_ins import secret_of

        given = getattr(self.config, "workerinput", {}).get(SECRET)
        return bytes.fromhex(given) if given else secret_of(self.config.option)

    def pytest_report_header(self) -> str:
        """One line on what is run."""
        if self._is_class:
            return "topograde: hand-ins, graded with hidden checks"
        return "topograde: your own work; an exam's hidden checks run when your instructor grades"

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(
        self, session: pytest.Session, items: list[pytest.Item]
    ) -> None:
        """Collect: pytest was given no path, so there is nothing here yet."""
        self._work = sentences(self._open)
        planned = sentences(self._work.planned)
        items[:] = items_of(session, planned, self._asked.__setitem__)
        collected = pytest.CollectReport(ROOT, "passed", None, list(items))
        session.ihook.pytest_collectreport(report=collected)

    def _open(self) -> OwnItems | HandInItems:
        option = self.config.option
        course = load_course(
            Path(option.topograde_course) if option.topograde_course else default_course_dir()
        )
        names = [each.removeprefix(f"{ROOT}::") for each in option.topograde or ()]
        if self._is_class:
            from grader.cli.pytest_plugin.hand_ins import HandInItems

            return HandInItems(course, names, option, self._secret, self.exchange)
        return OwnItems(course, names, option.topograde_work, self.exchange)

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Grade what the item belongs to, unless that is done."""
        if isinstance(item, CheckItem):
            assert self._work is not None
            asked = self._asked[item.nodeid]
            try:
                found = self._work.result_of(asked)
            except TopogradeError as error:
                pytest.exit(f"topograde: {error}", returncode=pytest.ExitCode.USAGE_ERROR)
            item.take(found, asked)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        """Hand the reports on, if this is one of several processes; end the workers."""
        self.exchange.send(getattr(self.config, "workeroutput", None))
        if self._work is not None:
            self._work.close()

    # What pytest-xdist and pytest-json-report ask, where they are there.

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """All processes draw from one secret."""
        if self._is_class:
            node.workerinput[SECRET] = self._secret.hex()

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take the reports of a process that is done."""
        self.exchange.receive(getattr(node, "workeroutput", None))

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_make_scheduler(self, config: pytest.Config, log: Any) -> Any:
        """Give what is graded in one piece to one process."""
        if config.getoption("dist") != "load":
            return None
        from xdist.scheduler import LoadScopeScheduling

        scheduler = LoadScopeScheduling(config, log)
        scheduler._split_scope = _piece
        return scheduler

    @pytest.hookimpl(optionalhook=True)
    def pytest_json_modifyreport(self, json_report: dict[str, Any]) -> None:
        """Put the reports beside pytest's own results."""
        self.exchange.write(json_report)


def refuse_hand_ins_configuration(config: pytest.Config) -> None:
    """Raise `pytest.UsageError` if a hand-in would configure this process."""
    try:
        from grader.cli.pytest_plugin.configuration import refuse
    except ModuleNotFoundError:
        raise pytest.UsageError(
            "--topograde-class: this is a student's copy, which checks your own work with "
            "--topograde. To grade hand-ins, install Topograde itself."
        ) from None
    refuse(config)


def sentences(call: Callable[[], Any]) -> Any:
    """What `call` returns; an expected error as pytest shows wrong usage."""
    try:
        return call()
    except TopogradeError as error:
        raise pytest.UsageError(f"topograde: {error}") from None


def _piece(nodeid: str) -> str:
    """The exercise of a student's own, or the student of a class, that an id belongs to."""
    return nodeid.removeprefix(f"{ROOT}::").partition("::")[0]
