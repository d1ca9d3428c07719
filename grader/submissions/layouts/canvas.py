"""Canvas: `lovelaceada_LATE_1001_20001_04_backward-1.py`, all files of a class in one folder.

Name, LATE if it was, number of the student, number of the upload, the file's own name, to which
Canvas adds -1, -2 ... when a student hands in again. `anon_abcde` stands for both name and number
where grading is anonymous; texts and links are `name_1001_text.html`.
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
    r"(?:(?P<who>(?!LATE_)\w+?)_)?(?P<late>LATE_)?(?P<number>\d{2,}|anon_\w{4,8})_"
    r"(?:(?P<upload>\d{2,})_(?P<name>.+)|(?:text|link)\.html)",
    re.IGNORECASE,
)


def arrange(tree: Tree, forced: bool = False) -> Arrangement | None:
    """The hand-ins of a Canvas download: all files of one number are one student's."""
    if tree.folders and not forced:
        return None
    found = sorted_out(tree, NAME, forced)
    if found is None:
        return None
    students, strays = found
    hand_ins = []
    for number, files in students:
        who = next((match["who"] for _, match in files if match["who"]), number)
        late = ("late",) if any(match["late"] for _, match in files) else ()
        parts = tuple(Part(place(tree, name), match["name"] or name) for name, match in files)
        uploads = [match["upload"] for _, match in files if match["upload"]]
        identity = {"upload": max(uploads, key=int)} if uploads else {}
        hand_ins.append(HandIn(who, number, parts, late, identity))
    expected = "Canvas names its files NAME_NUMBER_NUMBER_FILE, and this is no such name"
    return Arrangement("canvas", tuple(hand_ins), nobodys(tree, strays, expected))


def earlier(names: list[str]) -> dict[str, str]:
    """Which of these names are earlier uploads of another: earlier name to the one that counts.

    `a.py`, `a-1.py` and `a-2.py` are uploads of one file if the plain name is among them, and the
    highest number counts. `part-1.py` and `part-2.py` alone are two files.
    """
    groups: dict[str, list[tuple[int, str]]] = {}
    for name in names:
        match = re.fullmatch(r"(?P<stem>.+?)(?:-(?P<again>[1-9]\d?))?(?P<end>\.\w+)?", name)
        assert match is not None
        plain = f"{match['stem']}{match['end'] or ''}"
        groups.setdefault(plain, []).append((int(match["again"] or 0), name))
    found: dict[str, str] = {}
    for uploads in groups.values():
        uploads.sort()
        if len(uploads) > 1:
            found |= {name: uploads[-1][1] for _, name in uploads[:-1]}
    return found
