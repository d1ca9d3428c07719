"""The student's commands."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from grader.cli.exits import COURSE
from grader.course.course import load_course
from grader.course.stretch import course_for

WORK = click.option(
    "--work",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Your folder. Default: exercises/ below the current folder, otherwise the folder itself.",
)


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
) -> None:
    """Check your own work.

    Runs the checks of the exercises that you name, by id, number or file (all if you name none),
    and shows the first thing to fix. A tick means that every property holds. Only an exam has
    hidden checks, which run when your instructor grades. Exits with 0 if all of it passes,
    otherwise with 1.
    """
    course = load_course(course_dir or course_for(work, exercises))
    if watch:
        from grader.cli.watch.watch import watch_work

        sys.exit(watch_work(course, exercises, work))
    from grader.worker.starting import SoonServer

    soon = SoonServer(*course.beside)  # gets ready while the rest is imported
    from grader.cli.commands.check import check_work

    sys.exit(check_work(course, exercises, work, soon, allow_not_begun, verbose))


@click.command()
@click.argument("exercise", required=False)
@WORK
@COURSE
def draw(exercise: str | None, work: Path | None, course_dir: Path | None) -> None:
    """Draw the graph of an exercise's first failing check.

    Every node with its value, your gradient and PyTorch's, and the first one that is wrong. Without
    EXERCISE it is the one that failed when you last checked.
    """
    from grader.cli.commands.check import draw_work

    course = load_course(course_dir or course_for(work, [exercise] if exercise else ()))
    sys.exit(draw_work(course, exercise, work))


@click.command()
@click.argument("exercise", required=False)
@click.option("--all", "every", is_flag=True, help="Every hint of the exercise at once.")
@click.option("--again", is_flag=True, help="The hints that you have seen already.")
@click.option("--reset", is_flag=True, help="Start again with the first hint.")
@WORK
@COURSE
def hint(
    exercise: str | None,
    every: bool,
    again: bool,
    reset: bool,
    work: Path | None,
    course_dir: Path | None,
) -> None:
    """Show the next hint of an exercise.

    One at a time, more concrete each time; the last stops short of the code. Without EXERCISE it is
    the one that failed when you last checked. What you have seen is kept in .topograde/ beside your
    exercises.
    """
    from grader.cli.commands.hint import give_hint

    course = load_course(course_dir or course_for(work, [exercise] if exercise else ()))
    sys.exit(give_hint(course, exercise, work, every, again, reset))


@click.command()
@click.argument("exercise")
@WORK
@COURSE
def reset(exercise: str, work: Path | None, course_dir: Path | None) -> None:
    """Get the stub of an exercise back.

    Your own work stays beside it, as FILE.old-1.
    """
    from grader.cli.commands.reset import reset_exercise

    course = load_course(course_dir or course_for(work, [exercise]))
    sys.exit(reset_exercise(course, exercise, work))


@click.command()
@click.argument("exercise")
@WORK
@COURSE
def solution(exercise: str, work: Path | None, course_dir: Path | None) -> None:
    """Read the course's solution beside your own.

    Once the exercise passes, and only if your instructor has switched this on.
    """
    from grader.cli.commands.model import show_model

    course = load_course(course_dir or course_for(work, [exercise]))
    sys.exit(show_model(course, exercise, work))


@click.command("next")
@click.argument("exercise", required=False)
@click.option("--collect", is_flag=True, help="Begin the exam with all that you wrote before it.")
@WORK
@COURSE
def next_exercise(
    exercise: str | None, collect: bool, work: Path | None, course_dir: Path | None
) -> None:
    """Begin the next exercise with your own work.

    It is the first one that is not done, unless you name another. Writes its file: the stub, with
    every function in it that you wrote in an exercise that passes. What you skipped is lent. The
    exam begins empty.
    """
    from grader.cli.commands.next import write_next

    course = load_course(course_dir or course_for(work, [exercise] if exercise else ()))
    sys.exit(write_next(course, exercise, work, collect))
