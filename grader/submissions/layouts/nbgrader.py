"""nbgrader: `submitted/STUDENT/ASSIGNMENT/`, with a `timestamp.txt` beside the notebooks."""

from __future__ import annotations

from grader.submissions.files import Refused
from grader.submissions.layouts.arrangement import Arrangement, HandIn, Part, Tree, nobodys, place
from grader.text import printable

SUBMITTED = "submitted"
BESIDE = {
    *("source", "release", "autograded", "feedback", "formgrader", "downloaded", "exchange"),
    *("nbgrader_config.py", "gradebook.db", "header.ipynb"),
}
"""What lies beside `submitted` in a folder that nbgrader looks after."""


def arrange(tree: Tree, forced: bool = False) -> Arrangement | None:
    """The hand-ins below `submitted`: a folder for each student that holds assignments."""
    if tree.name != SUBMITTED:
        beside = {*tree.folders, *tree.files} - {SUBMITTED}
        if SUBMITTED in tree.folders and (forced or beside <= BESIDE):
            return arrange(tree.below(SUBMITTED), forced)
        return None
    students = [(name, tree.below(name)) for name in tree.folders]
    odd = [name for name, folder in students if folder.files or not folder.folders]
    if not students or ((odd or tree.files) and not forced):
        return None
    hand_ins = []
    for name, folder in students:
        times = [_time(folder.below(assignment)) for assignment in folder.folders]
        identity = {"handed_in": max(times)} if any(times) else {}
        if notebooks := _notebooks(folder):
            identity["notebooks"] = "; ".join(notebooks)
        hand_ins.append(HandIn(name, "", (Part(place(tree, name), name),), identity=identity))
    strays = nobodys(
        tree, tree.files, "nbgrader makes a folder for each student, and this is a file"
    )
    return Arrangement("nbgrader", tuple(hand_ins), strays)


def _notebooks(folder: Tree) -> list[str]:
    """`ASSIGNMENT/NOTEBOOK` for each notebook of a student, as nbgrader names its feedback."""
    names = [(each, file) for each in folder.folders for file in folder.below(each).files]
    return [f"{each}/{file[:-6]}" for each, file in sorted(names) if file.endswith(".ipynb")]


def _time(assignment: Tree) -> str:
    try:
        text = assignment.read("timestamp.txt", 200)
    except Refused:
        return ""
    return printable(text.decode("utf-8", "replace").strip())[:60]
