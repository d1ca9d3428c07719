"""Write the stubs, and the notebook that is put together from them (`release.notebook`)."""

from pathlib import Path

from grader.course.course import Course
from grader.course.stub_parts import NOTEBOOK
from grader.course.stubs import stub_of


def write_stubs(course: Course) -> list[Path]:
    """Write each stub, and the notebook, if missing or out of date; return the files that changed.

    All stubs are made before the first is written, so an error leaves everything as it was.
    """
    wanted = wanted_stubs(course)
    course.stubs_dir.mkdir(parents=True, exist_ok=True)
    changed = [path for path, text in wanted.items() if current_text(path) != text]
    for path in changed:
        path.write_text(wanted[path], encoding="utf-8", newline="\n")
    return changed


def stale_stubs(course: Course) -> list[Path]:
    """The stubs and the notebook, where missing or not what the solutions say."""
    return [path for path, text in wanted_stubs(course).items() if current_text(path) != text]


def wanted_stubs(course: Course) -> dict[Path, str]:
    """The text of every stub, and of the notebook, by its path."""
    from grader.authoring.release.notebook import notebook_text

    stubs = {exercise: stub_of(course, exercise) for exercise in course.exercises}
    wanted = {course.stubs_dir / exercise.file_name: text for exercise, text in stubs.items()}
    return {**wanted, course.stubs_dir / NOTEBOOK: notebook_text(course, stubs)}


def current_text(path: Path) -> str | None:
    """What the file holds now, line endings as they are; None if there is no such text."""
    try:
        return path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return None
