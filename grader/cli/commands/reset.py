"""`topograde reset EXERCISE`: the stub again, with the old work kept beside it."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli.options import COURSE, WORK
from grader.course.course import CourseError, course_for, load_course
from grader.errors import Exit
from grader.grading.own_files import is_notebook, named_one, work_folder
from grader.grading.own_work import handed_out
from grader.text import printable


@click.command()
@click.argument("exercise")
@WORK
@COURSE
def reset(exercise: str, work: Path | None, course_dir: Path | None) -> int:
    """Get the stub of an exercise back.

    Your own work stays beside it, as FILE.old-1.
    """
    course = load_course(course_dir or course_for(work, [exercise]))
    try:
        exercise, work = named_one(exercise, work)
    except CourseError:  # the file was deleted: that is a reason to ask for it again
        if is_notebook(exercise):
            raise
        path = Path(exercise)
        exercise, work = path.name, work or path.parent
    wanted = course.exercise(exercise)
    folder = work_folder(course, work)
    if not folder.is_dir():
        raise CourseError(f"{printable(str(folder))} is not a folder. Name yours with --work DIR.")
    stub = handed_out(course, wanted, folder)
    path = folder / wanted.file_name
    try:
        kept = _set_aside(path, stub)
        path.write_text(stub, encoding="utf-8", newline="\n")
    except OSError as error:
        click.echo(f"topograde: {path} cannot be written: {error.strerror}.", err=True)
        return Exit.USAGE
    told = f" Your work is kept in {kept.name}." if kept else ""
    click.echo(f"{path.name} is the stub again.{told}")
    return Exit.OK


def _set_aside(path: Path, stub: str) -> Path | None:
    """Rename the file that is there; None if there is none, or it is the stub itself."""
    if not path.exists() or path.read_bytes() == stub.encode():
        return None
    number = 1
    while (kept := path.with_name(f"{path.name}.old-{number}")).exists():
        number += 1
    return path.rename(kept)
