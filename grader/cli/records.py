"""The instructor's commands on what was graded: override it, replay it, see its history."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from grader.cli.exits import COURSE, out_folder
from grader.course.course import load_course

RESULTS = out_folder("The folder of results.")


@click.command(short_help="Give an exercise your own points, or a comment.")
@click.argument("student", required=False)
@click.argument("exercise", required=False)
@click.argument("points", required=False, type=float)
@click.option(
    "--why",
    default="",
    metavar="TEXT",
    help="The reason, or without POINTS a comment. The student reads it.",
)
@click.option("--as", "save_as", default="", metavar="NAME", help="Keep the comment as NAME.")
@click.option("--line", default="", metavar="NAME", help="Use the comment that was kept as NAME.")
@click.option("--lines", is_flag=True, help="List the comments that have a name.")
@click.option(
    "--from",
    "table",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE.csv",
    help="Many at once: the columns student, exercise, and any of points, why, line.",
)
@click.option("--remove", is_flag=True, help="Take points and comments for an exercise back.")
@RESULTS
def override(
    student: str | None,
    exercise: str | None,
    points: float | None,
    why: str,
    save_as: str,
    line: str,
    lines: bool,
    table: Path | None,
    remove: bool,
    out: Path,
) -> None:
    """Give a student's exercise your own points with a reason, or a comment without points.

    They survive grading again, and all results show them beside what the checks gave. Files for
    platforms (canvas.csv, ...) get them when `grade` runs again. Of a table, all lines are used or
    none.

    \b
    topograde override ada backward 3.5 --why "right by hand, file was cut off" --out results/
    topograde override ada engine --why "Name what you return." --as naming --out results/
    topograde override bob engine --line naming --out results/
    topograde override --from decisions.csv --out results/
    topograde override ada backward --remove --out results/
    """
    from grader.classroom.by_instructor.decisions import Decision, read_decisions
    from grader.cli.commands.override import decide, show_rubric, take_back

    named = student is not None and exercise is not None
    asked = [lines, table is not None, remove, points is not None or bool(why) or bool(line)]
    if sum(asked) != 1 or named == (lines or table is not None):
        raise click.UsageError(
            "expected STUDENT and EXERCISE with POINTS and --why, with --why alone, with --line or "
            "with --remove; or --from; or --lines"
        )
    if (why and line) or (save_as and not why):
        raise click.UsageError("--line takes the place of --why, and --as goes with --why")
    if lines:
        sys.exit(show_rubric(out))
    if table is not None:
        sys.exit(decide(out, read_decisions(table)))
    assert student is not None
    assert exercise is not None
    if remove:
        sys.exit(take_back(out, student, exercise))
    sys.exit(decide(out, [Decision(student, exercise, points, why, line)], save_as))


@click.command(short_help="Grade a hand-in again: does its report hold?")
@click.argument("report", type=click.Path(path_type=Path, dir_okay=False), metavar="REPORT.json")
@click.argument("submission", required=False, type=click.Path(path_type=Path))
@click.option(
    "--secret-file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The secret that was graded with. Default: $TOPOGRADE_SECRET; never the .secret "
    "that lies beside the report, since that may be its sender's.",
)
@click.option(
    "--allow-unsandboxed", is_flag=True, help="Grade even where student code cannot be locked up."
)
@COURSE
def replay(
    report: Path,
    submission: Path | None,
    secret_file: Path | None,
    allow_unsandboxed: bool,
    course_dir: Path | None,
) -> None:
    """Grade a hand-in again and say whether its report holds, or what is different.

    REPORT.json is the student's or the instructor's. By its HMAC it is said first whether it was
    edited since it was written, and with which secret. Without SUBMISSION, the hand-in is taken
    from where the gradebook beside the report says it was; without that too, nothing is graded.
    Exits with 0 if the report holds, otherwise 1.

    \b
    topograde replay results/ada.json --secret-file results/.secret
    topograde replay results/instructor/ada.json submissions/ada.py --secret-file secret
    topograde replay mailed.json --secret-file secret
    """
    from grader.cli.commands.replay import replay_report

    course = load_course(course_dir)
    sys.exit(replay_report(course, report, submission, secret_file, allow_unsandboxed))


@click.command(short_help="What happened to a student's grade: attempts, decisions, reasons.")
@click.argument("student")
@RESULTS
def history(student: str, out: Path) -> None:
    """Show a student's attempts, which of them counts, and what happened to the grade, in order.

    Each grading, override and comment is there with its time and reason, those too that were
    replaced or taken back. It comes from the gradebook and changes nothing.

    \b
    topograde history ada --out results/
    """
    from grader.cli.commands.history import show_history

    sys.exit(show_history(out, student))
