"""Which files a student's own work is in: where the folder is, and what became of each file.

What one can do with it:

* find the folder (`work_folder`), and take the path of a file as an exercise's name (`named_files`,
  `begun_in`);
* tell a file that cannot be used from one that was deleted (`unread_files`, `deleted_files`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path, PurePosixPath

from grader.course.course import Course, CourseError
from grader.grading.progress import Progress
from grader.submissions.sources.collected import Source
from grader.submissions.sources.matching import by_stem
from grader.submissions.submission import Submission
from grader.text import printable

IsStub = Callable[[str, Source], bool]
"""Whether the answer to an exercise, by id, is as it was handed out."""


def work_folder(course: Course, work: Path | None) -> Path:
    """Where a student's work is: what was named, otherwise `exercises/` here, otherwise here."""
    here = Path.cwd()
    return work or (here / "exercises" if (here / "exercises").is_dir() else here)


def named_files(names: Iterable[str], work: Path | None) -> tuple[list[str], Path | None]:
    """Names of exercises, and the folder of the work, where a name may be the path of a file.

    A path's folder is the student's folder, unless `work` says where that is. Raises `CourseError`
    for a file that does not exist and for files of several folders.
    """
    found, folders = [], dict[Path, str]()
    for name in names:
        path = Path(name)
        if len(path.parts) > 1 or (path.suffix in (".py", ".ipynb") and path.is_file()):
            if not path.is_file():
                raise CourseError(f"No such file: {name}. Check the path, or name the exercise.")
            folders.setdefault(path.parent.resolve(), name)
            name = path.name
        found.append(name)
    if work is None and len(folders) > 1:
        one, other = list(folders.values())[:2]
        raise CourseError(f"{one} and {other} are in different folders; check one at a time.")
    return found, work or next(iter(folders), None)


def named_one(name: str, work: Path | None) -> tuple[str, Path | None]:
    """The name of one exercise, as `named_files` does it; a notebook may hold several."""
    (name,), work = named_files([name], work)
    if is_notebook(name):
        raise CourseError(f"{name} may hold several exercises. Name one of them by its id.")
    return name, work


def is_notebook(name: str) -> bool:
    """Whether a name is that of a notebook, and so of no single exercise."""
    return name.endswith(".ipynb")


def begun_in(notebook: str, submission: Submission, course: Course, is_stub: IsStub) -> list[str]:
    """The ids of the exercises that are begun in this notebook, and whose answer it is.

    Raises `CourseError` if there are none.
    """
    where = printable(notebook)
    if not (submission.path / notebook).is_file():
        raise CourseError(f"No such file: {where}. Check the path, or name the exercise.")
    for fault in submission.faults:
        if fault.where == where:
            raise CourseError(f"{where}: {fault.sentence}.")
    sources = submission.sources
    held = [e.id for e in course.exercises if e.id in sources and sources[e.id].name == where]
    begun = [name for name in held if not is_stub(name, sources[name])]
    if not begun:
        raise CourseError(
            f"No exercise is begun in {where}. Where a .py answers an exercise too, the .py counts."
        )
    return begun


def unread_files(submission: Submission, course: Course, progress: Progress) -> dict[str, str]:
    """The file of each exercise that is there and cannot be used: a fault says why."""
    unread: dict[str, str] = {}
    for fault in submission.faults:
        named = by_stem(PurePosixPath(fault.where).stem, course)
        ids = {fault.exercise or (named.id if named else "")}
        ids |= {name for name, file in progress.files.items() if file == fault.where}
        unread |= dict.fromkeys(ids - submission.sources.keys() - {""}, fault.where)
    return unread


def deleted_files(
    submission: Submission, course: Course, progress: Progress, unread: Iterable[str], stub: IsStub
) -> dict[str, str]:
    """The file of each exercise that was checked here once, and of which there is none any more.

    An untouched notebook is no answer in its place.
    """
    deleted = {}
    for exercise in course.exercises:
        name = exercise.id
        file = progress.files.get(name, exercise.file_name)
        source = submission.sources.get(name)
        untouched = source is not None and source.is_notebook and stub(name, source)
        gone = name in progress.states and not (submission.path / file).is_file()
        if gone and name not in unread and (source is None or untouched):
            deleted[name] = file
    return deleted


def may_be_written(path: Path, sources: Sequence[Source]) -> bool:
    """Whether there is nothing in the file, or what is in it was read."""
    there = path.is_file() and path.read_bytes().strip()
    return not there or any(source.name == path.name for source in sources)
