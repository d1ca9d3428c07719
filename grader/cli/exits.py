"""How a command ends: exit codes, and every expected error as one sentence on stderr."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NoReturn

import click

OK, FAILED, USAGE, UNGRADED, REFUSED = 0, 1, 2, 3, 4

# By name: importing them all would cost time, and a student's copy has not got them all.
OURS = {
    "grader.classroom.parallel.cluster.ClusterError",
    "grader.classroom.parallel.process_grader.OtherKit",
    "grader.programs.pytorch.OracleUnavailable",
    "grader.worker.exchange.WorkerUnavailable",
}
EXPECTED = {
    "grader.classroom.pseudonyms.AnonymityError",
    "grader.checks.declare.CheckError",
    "grader.classroom.parallel.cluster.NoCluster",
    "grader.course.table.CourseError",
    "grader.classroom.output_files.OutputError",
    "grader.classroom.overrides.OverrideError",
    "grader.course.stubs.ReleaseError",
    "grader.judging.report.ReportError",
    "grader.classroom.secret.SecretError",
    "grader.submissions.spool.SpoolError",
    "grader.submissions.submission.UnreadableInput",
}

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
        if isinstance(error, KeyboardInterrupt):
            _leave(f"stopped; {error}" if str(error) else "stopped", 130)
        kinds = {f"{kind.__module__}.{kind.__name__}" for kind in type(error).__mro__}
        if "grader.classroom.parallel.process_grader.IsolationRefused" in kinds:
            _leave(str(error), REFUSED)
        if kinds & OURS:
            _leave(str(error), UNGRADED)
        if kinds & EXPECTED:
            _leave(str(error), USAGE)


def _leave(message: str, code: int) -> NoReturn:
    click.echo(f"topograde: {message}", err=True)
    sys.exit(code)
