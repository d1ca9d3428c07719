"""`topograde hint`: the next hint of an exercise, one at a time, more concrete each time."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path

import click

from grader.cli.options import COURSE, WORK
from grader.course.course import Course, Exercise, course_for, load_course
from grader.errors import Exit
from grader.grading.own_files import named_one, work_folder
from grader.grading.progress import NOT_BEGUN, UNCHECKED, Progress, upcoming
from grader.text import counted

WIDTH = 78


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
) -> int:
    """Show the next hint of an exercise.

    One at a time, more concrete each time; the last stops short of the code. Without EXERCISE it is
    the one that failed when you last checked. What you have seen is kept in .topograde/ beside your
    exercises.
    """
    course = load_course(course_dir or course_for(work, [exercise] if exercise else ()))
    if exercise is not None:
        exercise, work = named_one(exercise, work)
    folder = work_folder(course, work)
    progress = Progress.load(folder)
    wanted = course.exercise(exercise) if exercise else current_exercise(course, progress)
    if wanted is None:
        click.echo("Every exercise passed when it was last checked. Name one: topograde hint ID")
        return Exit.OK
    with Progress.alone(folder) as progress:
        if reset:
            progress.hints.pop(wanted.id, None)
            lines = [f"The hints of {wanted.id} start again: topograde hint {wanted.id}"]
        elif every or again:
            count = len(wanted.hints) if every else progress.hints.get(wanted.id, 0)
            lines = list(shown_hints(wanted, count))
        else:
            lines = list(next_hint(wanted, progress))
        fault = None if every or again else progress.save()
    for line in lines:
        click.echo(line)
    if fault:
        click.echo(f"({fault} The next hint will be the same one.)", err=True)
    return Exit.OK


def current_exercise(course: Course, progress: Progress) -> Exercise | None:
    """The exercise to go on with, as far as is remembered."""
    found = {e.id: progress.states.get(e.id, (NOT_BEGUN, ""))[0] for e in course.exercises}
    return upcoming(course, found, [name for name in found if found[name] == UNCHECKED])


def next_hint(exercise: Exercise, progress: Progress, watching: bool = False) -> Iterator[str]:
    """The next hint's lines, and what comes after it; notes in `progress` that it was shown."""
    shown, total = progress.hints.get(exercise.id, 0), len(exercise.hints)
    how = "h" if watching else f"topograde hint {exercise.id}"
    if shown >= total:
        yield f"{exercise.id} has no more hints: you have seen all {total}. This was the last:"
        yield from _wrapped(exercise.hints[-1])
        yield f"All of them again: {'?' if watching else how + ' --again'}"
        return
    progress.hints[exercise.id] = shown + 1
    yield f"{exercise.id}, hint {shown + 1} of {total}:"
    yield from _wrapped(exercise.hints[shown])
    if shown + 1 < total:
        yield f"{counted(total - shown - 1, 'more hint')}: {how}"
    else:
        yield "That was the last one. The rest is yours."


def shown_hints(exercise: Exercise, count: int) -> Iterator[str]:
    """The first hints of an exercise."""
    if count == 0:
        yield f"No hint of {exercise.id} was shown yet: topograde hint {exercise.id}"
    for number, hint in enumerate(exercise.hints[:count], 1):
        yield f"{exercise.id}, hint {number} of {len(exercise.hints)}:"
        yield from _wrapped(hint)


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(
        text, WIDTH, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False
    )
