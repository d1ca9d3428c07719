"""The course that comes after another one: what to do once the exam is done."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from grader.course.course import default_course_dir

STRETCH = "stretch"
"""A course beside the solutions, and a student's folder of it: what to do after the exam."""


def course_for(work: Path | None, names: Iterable[str] = ()) -> Path:
    """The course of a student's work: the one after the exam in a folder `stretch`, else the usual.

    work: the folder, None for the current one; names: of exercises or their files.
    """
    usual = default_course_dir()
    files = [Path(name).resolve().parent for name in names if Path(name).is_file()]
    for folder in files or [(work or Path.cwd()).resolve()]:
        for after in (usual / STRETCH, usual / "solutions" / STRETCH):
            if folder.name == STRETCH and (after / "exercises" / "course.toml").is_file():
                return after
    return usual
