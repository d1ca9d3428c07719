"""GitHub Classroom: `backward-submissions/backward-ada/`, a clone for each student or team."""

from __future__ import annotations

from grader.submissions.layouts.arrangement import Arrangement, HandIn, Part, Tree, nobodys, place

FOLDER = "-submissions"
"""What GitHub's command line adds to the assignment's name for the folder of its clones."""


def arrange(tree: Tree, forced: bool = False) -> Arrangement | None:
    """The clones of a class. A name's start that all of them share is the assignment's."""
    clones = [name for name in tree.folders if tree.holds(name, ".git")]
    others = [name for name in (*tree.folders, *tree.files) if name not in clones]
    if not clones or (any(name in tree.folders for name in others) and not forced):
        return None
    start = _assignment(tree.name, clones)
    if start is None:
        return None
    hand_ins = tuple(
        HandIn(
            who=name.removeprefix(start),
            number=name,
            parts=(Part(place(tree, name), name),),
            identity={"github": name.removeprefix(start)},
        )
        for name in clones
    )
    strays = nobodys(tree, others, "this is no clone of a student's repository")
    return Arrangement("github-classroom", hand_ins, strays)


def _assignment(folder: str, clones: list[str]) -> str | None:
    """`backward-`: what stands before each student's name; None if no such thing is known."""
    if folder.endswith(FOLDER):
        start = folder.removesuffix(FOLDER) + "-"
        if all(name.startswith(start) and name != start for name in clones):
            return start
    if len(clones) < 2:
        return None
    first, last = min(clones), max(clones)
    both = zip(first, last, strict=False)
    same = next((at for at, (one, other) in enumerate(both) if one != other), len(first))
    common, hyphen, _ = first[:same].rpartition("-")
    return common + hyphen if hyphen else None
