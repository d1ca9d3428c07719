"""How a command ends: exit codes, and every expected error as one sentence on stderr."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NoReturn

import click

OK, FAILED, USAGE, UNGRADED, REFUSED = 0, 1, 2, 3, 4

COURSE = click.option(
    "--course",
    "course_dir",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="A course of your own (course.toml, stubs, solutions, checks). Default: the built-in one.",
)


class errors_as_sentences:
    """Turns every expected error into a sentence on stderr and an exit code."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if error is None or isinstance(error, (SystemExit, click.ClickException)):
            return
        from grader.check import CheckError
        from grader.cluster import ClusterError
        from grader.course import CourseError
        from grader.desk import IsolationRefused, OtherKit
        from grader.oracle import OracleUnavailable
        from grader.output_files import OutputError
        from grader.overrides import OverrideError
        from grader.release import ReleaseError
        from grader.report import ReportError
        from grader.secret import SecretError
        from grader.submission import UnreadableInput
        from grader.worker.exchange import WorkerUnavailable

        if isinstance(error, KeyboardInterrupt):
            _leave("stopped; what was done is kept", 130)
        if isinstance(error, IsolationRefused):
            _leave(str(error), REFUSED)
        if isinstance(error, (WorkerUnavailable, OracleUnavailable, OtherKit, ClusterError)):
            _leave(str(error), UNGRADED)
        expected = (
            CourseError,
            CheckError,
            ReleaseError,
            SecretError,
            UnreadableInput,
            OutputError,
            OverrideError,
            ReportError,
        )
        if isinstance(error, expected):
            _leave(str(error), USAGE)


def _leave(message: str, code: int) -> NoReturn:
    click.echo(f"topograde: {message}", err=True)
    sys.exit(code)
