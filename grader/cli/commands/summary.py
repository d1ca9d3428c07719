"""`topograde summary`: what a run of `pytest --topograde --json-report` found, and the score."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from grader.classroom.exports.github import commands_stopped, on_github, tell_github
from grader.cli.options import FAIL_UNDER
from grader.cli.pytest_plugin.json_report import read_json
from grader.errors import Exit
from grader.judging.report import Report, ReportError
from grader.reports import terminal
from grader.reports.platforms.github import Answer, summary


@click.command("summary")
@click.argument("report", type=click.Path(path_type=Path, dir_okay=False), metavar="REPORT.json")
@FAIL_UNDER
@click.option("--github", is_flag=True, help="As for `grade`; on by itself in GitHub Actions.")
def summarised(report: Path, fail_under: float | None, github: bool) -> Exit:
    """Show what a run of pytest found, as a summary of points with the first failures in full.

    REPORT.json is what pytest-json-report wrote. Printed as Markdown; on GitHub it becomes the
    job's summary, with annotations. Exits with 1 below --fail-under, 3 if something is ungraded.

    \b
    pytest --topograde --json-report --json-report-file=report.json
    topograde summary report.json
    """
    reports, found = read_json(report)
    if not reports:
        raise ReportError(f"{report}: no check was run, so there is no score.")
    answers = {
        student: {exercise: Answer(**answer) for exercise, answer in each.items()}
        for student, each in found.items()
    }
    to_github, console = on_github(github), terminal.console()
    with commands_stopped(to_github):
        if to_github:
            console.print(terminal.class_table(reports, console.width))
        else:
            print(summary(reports, answers), end="")
        for each in reports:
            terminal.say(console, f"{each.student}: {each.score:g} of {each.max_score:g} points")
    for command in tell_github(report.parent, reports, answers) if to_github else ():
        print(command)
    return _code(reports, fail_under)


def _code(reports: Sequence[Report], fail_under: float | None) -> Exit:
    if any(report.ungraded for report in reports):
        return Exit.UNGRADED
    if fail_under is None:
        return Exit.OK
    below = any(100 * r.score < fail_under * (r.max_score or 1) for r in reports)
    return Exit.FAILED if below else Exit.OK
