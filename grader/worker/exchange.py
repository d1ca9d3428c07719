"""What is exchanged with a worker: batches and their limits, frames, replies, our own failure.

What is sent is trusted and travels as `marshal` writes it: texts that occur a thousand times are
one object at the other end. What comes back is not trusted, and is JSON.
"""

from __future__ import annotations

import json
import marshal
import math
import struct
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from grader.errors import Exit, TopogradeError

MAX_OUTPUT = 64 << 20
MEMORY = 1 << 30
"""Bytes of address space that a worker has, where an exercise does not say otherwise."""
CPU_SECONDS = 70
"""After so much the kernel ends a worker: far later than the grader does."""
START_SECONDS = 20.0
"""How long a zygote, or a worker of it, may take to be ready."""
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


class Way(NamedTuple):
    """How a batch is run.

    shake: another number gives the student's objects other addresses. stir: addresses change
    between the items of the batch too. together: the answers are sent together, which takes less;
    if the batch ends early, those that were not sent yet are lost.
    """

    shake: int = 0
    stir: bool = False
    together: bool = False


AS_USUAL = Way()


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
    plain already, and their dicts may have numbers as keys. A task that says so ("plain") is one of
    lists of which student code is handed copies.
    """
    return encoded({"need": need, "items": [_sent(item) for item in items]})


def _sent(item: Any) -> Any:
    is_task = isinstance(item, dict) and item["task"] != "call" and "plain" not in item
    return json.loads(json.dumps(item)) if is_task else item


def with_shared_parts(batch: bytes) -> bytes:
    """A batch in which equal parts of its programs are one object, at the other end too: it takes a
    worker less time to read, to go through and to put away. To make it takes longer than to send
    the other a few times.

    Tasks of which student code may be handed parts stay as they are.
    """
    message, known = marshal.loads(batch), dict[Any, Any]()
    message["items"] = [
        item if isinstance(item, dict) and "plain" not in item else _shared(item, known)
        for item in message["items"]
    ]
    return encoded(message)


def _shared(item: Any, known: dict[Any, Any]) -> Any:
    """The first of all equal items. What is known holds them: no two have one address."""
    kind: Any = type(item)
    key: tuple[Any, ...]
    if kind is dict:
        item = {_shared(name, known): _shared(each, known) for name, each in item.items()}
        key = (kind, *((id(name), id(each)) for name, each in item.items()))
    elif kind in (list, tuple):
        item = kind(_shared(each, known) for each in item)
        key = (kind, *map(id, item))
    else:
        key = (kind, repr(item))  # -0.0 is not 0.0
    return known.setdefault(key, item)


def encoded(message: dict[str, Any]) -> bytes:
    """The body of a frame to a worker."""
    return marshal.dumps(message)


def framed(body: bytes) -> bytes:
    """A frame: four bytes of length, then the body."""
    return struct.pack(">I", len(body)) + body


def parsed(body: bytes) -> dict[str, Any] | None:
    """The object in a frame's body; None for anything that is not strict JSON or no object."""
    decoder = _STRICT if _LONG_NUMBER in body.translate(_DIGITS_AS_ZEROS) else _QUICK
    try:
        frame = decoder.decode(body.decode())
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
_DIGITS_AS_ZEROS = bytes.maketrans(b"123456789", b"000000000")
_LONG_NUMBER = b"0" * (_DIGITS + 1)
"""No float is written with as many digits in a row: only where one is, whole numbers are asked."""
_QUICK = json.JSONDecoder(parse_constant=_no_constant)
_STRICT = json.JSONDecoder(parse_constant=_no_constant, parse_int=_whole)
