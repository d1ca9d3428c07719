"""What is exchanged with a worker: batches and their limits, frames, replies, our own failure.

What is sent is trusted and travels as `marshal` writes it: texts that occur a thousand times are
one object at the other end. What comes back is not trusted, and is JSON.
"""

from __future__ import annotations

import ast
import json
import marshal
import math
import struct
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from grader.errors import Exit, TopogradeError
from grader.syntax import parse

MAX_OUTPUT = 64 << 20
MEMORY = 1 << 30
"""Bytes of address space that a worker has, where an exercise does not say otherwise."""
CPU_SECONDS = 70
"""After so much the kernel ends a worker: far later than the grader does."""
START_SECONDS = 20.0
"""How long a fork server, or a worker of it, may take to be ready."""
RELOADS = 4
"""All executions of a file after the first, in one batch, may take so many times the limit."""
Clocks: TypeAlias = tuple[float, float]
"""CPU seconds of a process, and seconds by the clock."""
SEEN_FROM_OUTSIDE = frozenset("timeout output reply protocol crash".split())
"""What only a worker's keeper sees: an answer that claims it is broken."""


class WorkerUnavailable(TopogradeError, RuntimeError):
    """Our fault, not the student's: no locked process is available. Says what was refused."""

    code = Exit.UNGRADED


class BatchLimits(NamedTuple):
    """Seconds that one batch may take, of CPU and by the clock, and bytes it may print.

    `cpu` and `wall` hold for a phase (`Phases`), `most` for all of them together, by the clock.
    `running`: seconds of CPU for the items alone, where that is fewer.
    """

    cpu: float = 2.0
    wall: float = 4.0
    output: int = MAX_OUTPUT
    most: float = math.inf
    running: float = math.inf


class Phases:
    """What a batch has used of its limits, while its file is loaded and while its items run.

    A file may be loaded again between items; all that together has `RELOADS` times its limit.
    """

    def __init__(self, limits: BatchLimits, clocks: Clocks) -> None:
        self.now = "loading"
        self._limits, self._since = limits, clocks
        self._end = clocks[1] + limits.most
        self._used = {"loading": (0.0, 0.0), "running": (0.0, 0.0)}
        self._reloads = False

    def left(self, clocks: Clocks) -> Clocks:
        """Seconds of CPU and by the clock that are left of the phase."""
        times = RELOADS if self._reloads and self.now == "loading" else 1
        cpu, wall = self._so_far(clocks)
        left = times * self._limits.wall - wall
        most = self._limits.running if self.now == "running" else math.inf
        return min(times * self._limits.cpu, most) - cpu, min(left, self._end - clocks[1])

    def over(self, now: float) -> bool:
        """Whether the time of all phases together is up."""
        return now >= self._end

    def turn(self, phase: str, clocks: Clocks) -> None:
        """Another phase begins."""
        self._used[self.now] = self._so_far(clocks)
        self._reloads = self._reloads or phase == "loading"
        self.now, self._since = phase, clocks

    def _so_far(self, clocks: Clocks) -> Clocks:
        cpu, wall = self._used[self.now]
        return cpu + clocks[0] - self._since[0], wall + clocks[1] - self._since[1]


@dataclass(slots=True)
class Reply:
    """What came back for a batch, and how it ended.

    `answers` are raw JSON values, possibly fewer than asked for. `failure` is None when the batch
    ran to its end; otherwise a record with a "kind": what the harness said on loading, or
    "timeout", "output", "reply", "protocol", "exit" or "crash". `queued`: seconds of `wall` in
    which it waited for a processor, 0 where the system does not tell.
    """

    answers: list[Any] = field(default_factory=list)
    failure: dict[str, Any] | None = None
    notices: list[Any] = field(default_factory=list)
    output: bytes = b""
    output_size: int = 0
    cpu: float = 0.0
    wall: float = 0.0
    queued: float = 0.0

    @property
    def spent(self) -> float:
        """Seconds that it would have taken on a machine of its own: it ran or was asleep."""
        return max(self.cpu, self.wall - self.queued)

    def name_limit(self, limits: BatchLimits) -> None:
        """Name the whole limit that was hit, not what was left of it for the last frame."""
        failure = self.failure or {}
        if failure.get("kind") == "timeout" and failure["limit"]:
            failure["limit"] = (
                limits.wall if failure["clock"] == "wall" else min(limits.cpu, limits.running)
            )


def encode_batch(items: Iterable[Any], need: list[str]) -> bytes:
    """The bytes of a batch, ready to be sent any number of times.

    An item is a program's steps, as tuples or as lists, or a task. A task, parts of which student
    code may be handed, is sent as what JSON makes of it: lists, no tuples. Arguments of a call are
    plain already, and their dicts may have numbers as keys.
    """
    return encoded({"need": need, "items": [_sent(item) for item in items]})


def _sent(item: Any) -> Any:
    is_task = isinstance(item, dict) and item["task"] != "call"
    return json.loads(json.dumps(item)) if is_task else item


def encoded(message: dict[str, Any]) -> bytes:
    """The body of a frame to a worker."""
    return marshal.dumps(message)


def framed(body: bytes) -> bytes:
    """A frame: four bytes of length, then the body."""
    return struct.pack(">I", len(body)) + body


def parsed(body: bytes) -> dict[str, Any] | None:
    """The object in a frame's body; None for anything that is not strict JSON or no object."""
    try:
        frame = _STRICT.decode(body.decode())
    except (ValueError, RecursionError):
        return None
    return frame if isinstance(frame, dict) else None


def loading_record(loaded: Any) -> dict[str, Any]:
    """What the worker says of loading; it cannot claim what only its keeper sees."""
    said = isinstance(loaded, dict) and loaded.get("kind") not in [*SEEN_FROM_OUTSIDE]
    return dict(loaded) if said else {"kind": "protocol"}


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _whole(text: str) -> int:
    if len(text) > _DIGITS:  # a worker spells larger ones; no float need hold what is sent plainly
        raise ValueError("a whole number that no worker sends")
    return int(text)


_DIGITS = 20
_STRICT = json.JSONDecoder(parse_constant=_no_constant, parse_int=_whole)


LOOKS = 5
BETWEEN = 0.01
MOST_TEXT = 300

_LOOPS = (ast.While, ast.For, ast.AsyncFor)
_OTHERS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


def where_stopped(look: Callable[[], Any], source: Mapping[str, Any]) -> dict[str, Any]:
    """File, line and its text, and whether it begins a loop; empty where that is not known.

    What comes back is believed only as far as it is a place in the hand-in's own text, and it is
    that text which is shown. A few looks tell a loop from what it calls: its own frame stays.

    look: asks the process once, and returns its answer or None.
    """
    answer = None
    for number in range(LOOKS):
        if number:
            time.sleep(BETWEEN)
        answer = look()
        if answer is None:
            return {}
    return place(answer, source)


def place(answer: Any, source: Mapping[str, Any]) -> dict[str, Any]:
    """The place in a source that a process names; empty if there is none such."""
    if not isinstance(answer, list) or [*map(type, answer)] != [str, int, int, list]:
        return {}
    file, first, last, held = answer
    text = _texts(source).get(file)
    lines = [] if text is None else text.split("\n")
    if text is None or not 1 <= first <= last <= len(lines):
        return {}
    loop = _loop(text, first, last)
    if loop is None and first != last:
        return {}
    line = loop or first
    told = {"file": file, "line": line, "text": lines[line - 1].strip()[:MOST_TEXT]}
    return told if loop is None else {**told, "loop": 1, **_searched(text, line, held)}


def _searched(text: str, loop: int, held: list[Any]) -> dict[str, Any]:
    """The long list that a loop, or one around it, looks something up in (`x in seen`), and on
    which line; empty if it is none of those that are held."""
    rows = (row for row in held if isinstance(row, list))
    lengths = {row[0]: row[1] for row in rows if [*map(type, row)] == [str, int]}
    tree = parse(text)
    loops = (n for n in (ast.walk(tree) if tree else ()) if isinstance(n, _LOOPS))
    around = (each for each in loops if each.lineno <= loop <= (each.end_lineno or loop))
    inside = (node for each in around for node in ast.walk(each))
    for node in inside:
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
            where = node.comparators[0]
            if isinstance(where, ast.Name) and where.id in lengths:
                length = min(lengths[where.id], 1 << 30)
                return {"searched": where.id, "length": length, "at": node.lineno}
    return {}


def _texts(source: Mapping[str, Any]) -> dict[str, str]:
    """Each text of a source under the name that it has in a process."""
    name, cells = source["name"], source["cells"]
    names = [f"{name}, cell {n}" if source["main"] else name for n in range(1, len(cells) + 1)]
    return {**source["siblings"], **dict(zip(names, cells, strict=True))}


def _loop(text: str, first: int, last: int) -> int | None:
    """The line at which the innermost loop around some lines begins; None if there is none."""
    tree = parse(text)
    inmost: tuple[int, int] = 0, 0
    is_loop = False
    for node in () if tree is None else ast.walk(tree):
        if not isinstance(node, _LOOPS + _OTHERS):
            continue
        start, end = node.lineno, node.end_lineno or node.lineno
        if start <= first and last <= end and (start, -end) >= inmost:
            inmost, is_loop = (start, -end), isinstance(node, _LOOPS)
    return inmost[0] if is_loop else None
