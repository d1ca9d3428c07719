"""Find a hand-in again where a class was downloaded to, from the path that was kept of it.

A hand-in may be a member of a class's zip, or several files of a download, of which the path names
the first. Both are found by looking at the whole class as it was looked at then.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from grader.course.course import Course
from grader.submissions.layouts.find import FLAT, find_class
from grader.submissions.submission import Submission, UnreadableInput, read_submission

UP = 3
"""How many folders above a hand-in its download may begin."""


def read_again(
    path: Path,
    student: str,
    course: Course,
    asked: str | None = None,
    platform: str | None = None,
    sha256: str | None = None,
) -> Submission:
    """The hand-in at `path`, which may lead into a zip.

    platform: what it was downloaded from, as the submission's identity says. sha256: what it was
    then; if one file is not that, the other files of the download are looked at. Raises
    `UnreadableInput` if there is nothing.
    """
    alone = None
    if os.path.lexists(path):
        alone = read_submission(path, course, asked, student)
        if platform is None or alone.sha256 == sha256:
            return alone
    for place in _classes(path):
        try:
            found = find_class([place], course, asked, platform or FLAT).submissions
        except UnreadableInput:  # not where the download begins
            continue
        for submission in found:
            if submission.path == path.absolute():
                return replace(submission, student=student)
    if alone is None:
        raise UnreadableInput(f"No such hand-in: {path}.")
    return alone


def _classes(path: Path) -> Iterator[Path]:
    """Where the class may be that this path is of: its zip, otherwise the folders above."""
    for place in path.absolute().parents:
        if place.suffix.lower() == ".zip" and place.is_file():
            yield place
            return
    if path.exists():
        yield from list(path.absolute().parents)[:UP]
