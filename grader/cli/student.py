"""A student's commands: `check` and `draw`, and where the others are.

Workers are started before the rest is imported: `check` is to answer at once.
"""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli.options import COURSE, WORK
from grader.course.course import course_for, load_course

STUDENTS = {
    "check": ("student:check", "Check your own work."),
    "draw": ("student:draw", "Draw the graph of an exercise's first failing check."),
    "hint": ("commands.hint:hint", "Show the next hint of an exercise."),
    "next": ("commands.next:next_exercise", "Begin the next exercise with your own work."),
    "reset": ("commands.reset:reset", "Get the stub of an exercise back."),
    "solution": ("commands.model:solution", "Read the course's solution beside your own."),
}
"""A student's commands: where each is, and what it does."""


@click.command()
@click.argument("exercises", nargs=-1, metavar="[EXERCISE ...]")
@click.option("--watch", is_flag=True, help="Check again whenever you save; q ends it.")
@click.option("-v", "--verbose", is_flag=True, help="Show all of the first failing check.")
@click.option("--allow-not-begun", is_flag=True, help="Exit with 0 if all that is begun passes.")
@WORK
@COURSE
def check(
    exercises: tuple[str, ...],
    watch: bool,
    verbose: bool,
    allow_not_begun: bool,
    work: Path | None,
    course_dir: Path | None,
) -> int:
    """Check your own work.

    Runs the checks of the exercises that you name, by id, number or file (all if you name none),
    and shows the first thing to fix. A tick means that every property holds. Only an exam has
    hidden checks, which run when your instructor grades. Exits with 0 if all of it passes,
    otherwise with 1.
    """
    course = load_course(course_dir or course_for(work, exercises))
    if watch:
        from grader.cli.watch import watch_work

        return watch_work(course, exercises, work)
    from grader.worker.starting import started_soon

    soon = started_soon(*course.beside)  # gets ready while the rest is imported
    from grader.cli.commands.check import check_work

    return check_work(course, exercises, work, soon, allow_not_begun, verbose)


@click.command()
@click.argument("exercise", required=False)
@WORK
@COURSE
def draw(exercise: str | None, work: Path | None, course_dir: Path | None) -> int:
    """Draw the graph of an exercise's first failing check.

    Every node with its value, your gradient and PyTorch's, and the first one that is wrong. Without
    EXERCISE it is the one that failed when you last checked.
    """
    from grader.cli.commands.check import draw_work

    course = load_course(course_dir or course_for(work, [exercise] if exercise else ()))
    return draw_work(course, exercise, work)
