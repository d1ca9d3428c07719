"""`topograde solution`: the course's answer beside one's own, once that passes."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli.options import COURSE, WORK
from grader.course.course import Course, CourseError, course_for, load_course
from grader.course.models import beside, may_be_read
from grader.errors import Exit
from grader.grading.own_files import named_one, work_folder
from grader.grading.progress import PASSED, Progress
from grader.submissions.submission import read_work


@click.command()
@click.argument("exercise")
@WORK
@COURSE
def solution(exercise: str, work: Path | None, course_dir: Path | None) -> int:
    """Read the course's solution beside your own.

    Once the exercise passes, and only if your instructor has switched this on.
    """
    course = load_course(course_dir or course_for(work, [exercise]))
    return show_model(course, exercise, work)


def show_model(course: Course, name: str, work: Path | None) -> int:
    """Print each part of the course's answer below the student's own.

    Raises CourseError if there is no such exercise, if its answer is not to be read, or not yet.
    """
    name, work = named_one(name, work)
    exercise = course.exercise(name)
    if not may_be_read(course, exercise):
        why = "it is an exam" if exercise.exam else "your instructor has not switched them on"
        raise CourseError(f"No solution of {exercise.id} is shown: {why}.")
    folder = work_folder(course, work)
    source = read_work(folder, course).sources.get(exercise.id)
    if source is None or Progress.load(folder).state(exercise.id, source) != PASSED:
        raise CourseError(
            f"{exercise.id} has to pass first, as it is now: topograde check {exercise.id}"
        )
    shown = beside(course, exercise, source.cells)
    if shown is None:
        raise CourseError(f"The solution of {exercise.id} is not in this copy of the course.")
    for part, yours, text in shown:
        if yours:
            click.echo(f"# ---- yours: {part}\n{yours}\n")
        click.echo(f"# ---- the course's{f': {part}' if part else ''}\n{text}\n")
    return Exit.OK
