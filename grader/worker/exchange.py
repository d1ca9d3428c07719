"""What is exchanged with a worker: batches and their limits, replies, and our own failure."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

MAX_OUTPUT = 64 << 20


class WorkerUnavailable(RuntimeError):
    """Our fault, not the student's: no locked process could be had. Says what was refused."""


@dataclass(frozen=True, slots=True)
class BatchLimits:
    """Seconds that one batch may take, of CPU and by the clock, and bytes it may print."""

    cpu: float = 2.0
    wall: float = 4.0
    output: int = MAX_OUTPUT


@dataclass(slots=True)
class Reply:
    """What came back for a batch, and how it ended.

    `answers` are raw JSON values, possibly fewer than asked for. `failure` is None when the batch
    ran to its end; otherwise a record with a "kind": what the harness said on loading, or
    "timeout", "output", "reply", "protocol", "exit" or "crash".
    """

    answers: list[Any] = field(default_factory=list)
    failure: dict[str, Any] | None = None
    notices: list[Any] = field(default_factory=list)
    output: bytes = b""
    output_size: int = 0
    cpu: float = 0.0
    wall: float = 0.0


def encode_batch(items: list[Any], need: list[str]) -> bytes:
    """The bytes of a batch, ready to be sent any number of times."""
    return json.dumps({"need": need, "items": items}, separators=(",", ":")).encode()
