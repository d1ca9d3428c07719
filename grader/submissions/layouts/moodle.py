"""Moodle: `Ada Lovelace_1234_assignsubmission_file_/`, a folder a student, or files so named.

The number is the participant's in this assignment: "Participant 1234" in the grading worksheet.
"""

from __future__ import annotations

import re

from grader.submissions.layouts.arrangement import (
    Arrangement,
    HandIn,
    Part,
    Tree,
    nobodys,
    place,
    sorted_out,
)

NAME = re.compile(
    r"(?P<who>.+)_(?P<number>\d+)_assignsubmission_(?P<kind>[a-z]+)(?:_(?P<name>.*))?", re.DOTALL
)


def arrange(tree: Tree, forced: bool = False) -> Arrangement | None:
    """The hand-ins of a Moodle download: files and online text of one number are one student's."""
    found = sorted_out(tree, NAME, forced)
    if found is None:
        return None
    students, strays = found
    hand_ins = tuple(
        HandIn(
            who=files[0][1]["who"],
            number=number,
            parts=tuple(Part(place(tree, name), match["name"] or name) for name, match in files),
            identity={"name": files[0][1]["who"]},
        )
        for number, files in students
    )
    expected = "Moodle writes NAME_NUMBER_assignsubmission_file_, and this is no such name"
    return Arrangement("moodle", hand_ins, nobodys(tree, strays, expected))
