"""Gradescope's export: a folder `submission_123` a hand-in, and whose it is in one YAML file.

The file is written by Gradescope, and names in it by students. It is read as a stream of events:
nothing in it is built, no alias is followed, so it cannot make more of itself than its bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from grader.submissions.files import Fault, Refused
from grader.submissions.layouts.arrangement import (
    Arrangement,
    HandIn,
    Part,
    Tree,
    nobodys,
    place,
    time_of,
)
from grader.text import printable

METADATA = "submission_metadata.yml"
MAX_METADATA = 100_000_000
"""Bytes of the metadata: results and history of every submission are in it."""
MAX_DEPTH = 50
FOLDER = re.compile(r"submission_(\d+)")


@dataclass(slots=True)
class Entry:
    """What the metadata say of one submission."""

    submitters: list[dict[str, str]] = field(default_factory=list)
    created: str = ""


def arrange(tree: Tree, forced: bool = False) -> Arrangement | None:
    """The latest hand-in of each submitter; a group's hand-in is that of each of its members."""
    folders = [name for name in tree.folders if FOLDER.fullmatch(name)]
    others = [name for name in (*tree.folders, *tree.files) if name not in folders]
    if METADATA not in tree.files or not (folders or forced):
        return None
    if any(name in tree.folders for name in others) and not forced:
        return None
    others.remove(METADATA)
    try:
        entries = read_metadata(tree.read(METADATA, MAX_METADATA))
    except Refused as refusal:
        return Arrangement("gradescope", (), (Fault(place(tree, METADATA), str(refusal)),))
    strays = list(nobodys(tree, others, "this is no folder submission_NUMBER"))
    latest: dict[str, list[tuple[tuple[float, int], str, dict[str, str]]]] = {}
    for name in folders:
        entry = entries.get(name)
        if entry is None or not entry.submitters:
            strays += nobodys(tree, [name], f"{METADATA} names no submitter for it")
            continue
        for person in entry.submitters:
            group = {"group": "yes"} if len(entry.submitters) > 1 else {}
            known = {**person, "handed_in": printable(entry.created)[:60], **group}
            latest.setdefault(_key(person), []).append((_when(entry, name), name, known))
    strays += [
        Fault(name, f"{METADATA} names this folder, and it is missing: download the class again")
        for name, entry in entries.items()
        if FOLDER.fullmatch(name) and entry.submitters and name not in tree.folders
    ]
    return Arrangement(
        "gradescope",
        tuple(_hand_in(tree, number, tries) for number, tries in sorted(latest.items())),
        tuple(strays),
    )


def _hand_in(
    tree: Tree, number: str, tries: list[tuple[tuple[float, int], str, dict[str, str]]]
) -> HandIn:
    tries.sort(key=lambda each: each[0])
    _, name, known = tries[-1]
    flags = ("group",) if known.pop("group", "") else ()
    faults = tuple(
        Fault(earlier, f"an earlier hand-in; the latest, {name}, was graded")
        for _, earlier, _ in tries[:-1]
    )
    who = known.get("name") or known.get("email") or number
    return HandIn(who, number, (Part(place(tree, name), name),), flags, known, faults)


def _key(person: dict[str, str]) -> str:
    return person.get("sid") or person.get("email") or person.get("name") or ""


def _when(entry: Entry, name: str) -> tuple[float, int]:
    """When it was handed in, in seconds; without a time the higher number is later."""
    moment = time_of(entry.created) or time_of(f"{entry.created} Z")
    return moment.timestamp() if moment else 0.0, int(name.rpartition("_")[2][:15])


def read_metadata(data: bytes) -> dict[str, Entry]:
    """Submitters and time of each submission, by the name of its folder. Raises `Refused`."""
    import yaml  # here, since only this layout needs it

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    entries: dict[str, Entry] = {}
    try:
        for path, value in _scalars(yaml.parse(data, Loader=loader)):
            if len(path) < 2:
                continue
            entry = entries.setdefault(path[0], Entry())
            if path[1] == "created_at" and len(path) == 2:
                entry.created = value
            elif path[1] == "submitters" and len(path) == 4 and path[3] in ("name", "email", "sid"):
                while len(entry.submitters) <= int(path[2]):
                    entry.submitters.append({})
                entry.submitters[int(path[2])][path[3]] = printable(value.strip())[:200]
    except (yaml.YAMLError, UnicodeDecodeError, ValueError, RecursionError) as error:
        said = printable(str(error).partition("\n")[0])[:150]
        raise Refused(
            f"this YAML file of Gradescope cannot be read ({said}): download the class again"
        ) from None
    for entry in entries.values():
        entry.submitters = [person for person in entry.submitters if _key(person)]
    return entries


def _scalars(events: Any) -> Iterator[tuple[tuple[str, ...], str]]:
    """Each plain value of a stream of YAML events with the keys that lead to it.

    An alias stands for an empty text. Keys lose the colon that Ruby writes before them.
    """
    from yaml import events as kinds

    # At each level the number of the last item of a list; of a mapping the key whose value comes
    # next, None where a key does.
    path: list[str | int | None] = []
    for event in events:
        if isinstance(event, kinds.CollectionEndEvent):
            path.pop()
        elif isinstance(event, kinds.NodeEvent):
            starts = isinstance(event, kinds.CollectionStartEvent)
            value = event.value if isinstance(event, kinds.ScalarEvent) else ""
            if path and path[-1] is None:
                if starts:
                    raise ValueError("a mapping for a key")
                path[-1] = value.removeprefix(":")
                continue
            if path and isinstance(path[-1], int):
                path[-1] += 1
            if starts:
                path.append(None if isinstance(event, kinds.MappingStartEvent) else -1)
                if len(path) > MAX_DEPTH:
                    raise ValueError(f"more than {MAX_DEPTH} levels")
                continue
            yield tuple(map(str, path)), value
        if path and isinstance(path[-1], str):
            path[-1] = None
