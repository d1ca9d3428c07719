"""Student code in this very process, for a place without processes: Python in a browser.

`InPlaceServer` and its workers have the interface of `grader.worker.client`, so that nobody else
has to know. Nothing here can end a loop that does not end, or survive the end of the interpreter:
whoever runs this process does that. It is told when a batch begins and how many seconds it may take
(`say`), ends the process if need be, and starts another one with the journal of all batches so far.
What stands in the journal is not run again. This is level D, for a student's own check.

Messages are JSON: {"type": "begin", "seconds": ...}, then "loaded" (with the seconds from then on),
"answers" as often as it takes, and "end" with the entry for the journal. Answers are JSON within
JSON: whoever keeps the journal is JavaScript, which has one kind of number and would spell 1e20 as
a whole number.
"""

from __future__ import annotations

import hashlib
import io
import json
import marshal
import os
import time
from collections.abc import Callable, Iterable
from typing import Any, cast

from grader.worker.client import KEPT_OUTPUT, Worker
from grader.worker.exchange import (
    AS_USUAL,
    BatchLimits,
    Reply,
    Way,
    WorkerUnavailable,
    loading_record,
    parsed,
)
from grader.worker.forkserver import ForkServer, unlocked
from grader.worker.inside import harness, shared
from grader.worker.inside.loading import RECURSION_LIMIT, StudentCode

SLOWER = 2.5
"""How much longer student code may take here: WebAssembly runs Python at half the speed."""
SHALLOW = 100
"""Steps of a program for which no engine needs deep recursion."""
LOW_RECURSION = 300
"""Frames with which a batch of shallow programs is tried again after it broke the interpreter. The
stack of a browser ends before Python's limit where each call goes through an operator."""
UNABLE = frozenset({"process", "depth", "module"})
"""What a check may need and this place has not got: see `grader.checks.declare.check`."""

Say = Callable[[str], object]


class InPlaceServer(ForkServer):
    """Starts nothing: its workers are this process. `journal`: entries of a process before it."""

    lacks = UNABLE

    def __init__(self, say: Say, journal: Iterable[dict[str, Any]] = ()) -> None:
        reason = "process: there is none of its own, so student code runs beside the grader"
        self.lock = unlocked(reason)
        self._say = say
        self._journal = list(journal)[::-1]
        self._lost: dict[str, str] = {}
        self._tried: set[str] = set()
        self.held: list[object] = []
        self.printed = _Printed()

    @property
    def pid(self) -> int:
        """This process."""
        return os.getpid()

    def close(self) -> None:
        """Nothing is left to end."""

    def start(self, source: dict[str, Any], *_: Any, **__: Any) -> Worker:
        """A worker that holds this source, with names and modules of its own."""
        return InPlaceWorker(self, source)

    def say(self, kind: str, **message: Any) -> None:
        """Tell whoever runs this process."""
        self._say(harness.as_json({"type": kind, **message}))

    def known(self, key: str, shallow: bool) -> tuple[dict[str, Any] | None, bool]:
        """What the journal says of the next batch, if it does; whether to recurse less deeply.

        Raises `WorkerUnavailable` if the batch broke the interpreter: it would do so again.
        """
        while key not in self._lost and self._journal:
            entry = self._journal.pop()
            if entry.get("ended") != "lost":
                return entry, False
            if shallow and key not in self._tried:
                self._tried.add(key)
            else:
                self._lost[key] = str(entry.get("reason"))
        if key in self._lost:
            raise WorkerUnavailable(f"the browser's Python broke down ({self._lost[key]})")
        return None, key in self._tried


class InPlaceWorker(Worker):
    """One submission's code, executed anew for every batch."""

    server: InPlaceServer

    def __init__(self, server: InPlaceServer, source: dict[str, Any]) -> None:
        self.server, self.pid, self.alive = server, server.pid, True
        self._code = StudentCode(source)

    def close(self) -> int | None:
        """Forget the code."""
        self.alive = False
        return None

    def memory(self) -> int:
        """Nobody tells."""
        return 0

    def run(self, batch: bytes, limits: BatchLimits, way: Way = AS_USUAL) -> Reply:
        """Run one batch, or look up how it went. Raises `WorkerUnavailable` if it broke Python."""
        key = hashlib.sha256(batch + bytes([way.shake, way.stir])).hexdigest()
        asked = marshal.loads(batch)
        known, gently = self.server.known(key, all(map(_is_shallow, asked["items"])))
        self._code.recursion_limit = LOW_RECURSION if gently else RECURSION_LIMIT
        entry = known or self._run(asked, limits, way)
        reply = Reply(
            answers=[answer for text in entry["answers"] for answer in json.loads(text)],
            failure=_failure(entry, limits),
            notices=list(entry["notices"]),
            output=entry["output"].encode(),
            output_size=entry.get("size", len(entry["output"])),
            cpu=min(entry.get("seconds", limits.cpu), limits.cpu),
            wall=entry.get("seconds", limits.wall),
        )
        if reply.failure is not None and reply.failure["kind"] in ("timeout", "exit", "output"):
            self.close()
        return reply

    def _run(self, batch: dict[str, Any], limits: BatchLimits, way: Way) -> dict[str, Any]:
        """The entry of the journal for a batch that is run now."""
        seconds = SLOWER * limits.cpu
        printed = self.server.printed
        printed.begin(limits.output)
        entry: dict[str, Any] = {"answers": [], "notices": [], "failure": None, "phase": "loading"}
        header = {"nonce": "", **way._asdict(), "together": False, "hold": True}

        def take(frame: dict[str, Any]) -> None:
            if printed.too_much:  # elsewhere the process is dead by now
                raise TooMuch
            frame = parsed(harness.as_json(frame).encode()) or {}
            entry["notices"] = frame.get("notices", entry["notices"])
            if "loaded" in frame:
                entry["phase"] = "running"
                if frame["loaded"] is not None:
                    entry["phase"] = "loading"
                    entry["failure"] = loading_record(frame["loaded"])
                told = {"notices": entry["notices"], "output": printed.text}
                self.server.say("loaded", seconds=seconds, **told)
            elif "answers" in frame:
                entry["answers"].append(json.dumps(frame["answers"]))
                self.server.say("answers", answers=entry["answers"][-1], output=printed.text)

        self.server.say("begin", seconds=seconds)
        started = time.perf_counter()
        with shared.put_back(self.server.held, printed.stream), shared.student_code():
            try:
                harness.run_batch(self._code, header, batch, take)
            except TooMuch:
                entry["failure"] = {"kind": "output", "limit": limits.output}
            except Exception:  # they have broken what runs them: elsewhere their process ends
                entry["failure"] = {"kind": "exit", "code": 1}
        entry["seconds"] = (time.perf_counter() - started) / SLOWER
        entry |= {"output": printed.text, "size": printed.size}
        self.server.say("end", entry=entry)
        return entry


def _is_shallow(item: Any) -> bool:
    steps = item.get("before", ()) if isinstance(item, dict) else item
    return len(steps) <= SHALLOW and all(step[0] != "repeat" for step in steps)


def _failure(entry: dict[str, Any], limits: BatchLimits) -> dict[str, Any] | None:
    """The failure of a reply, as a worker's keeper would have named it."""
    phase = {"phase": entry["phase"]}
    if entry.get("ended") == "timeout":
        return {"kind": "timeout", "clock": "cpu", "limit": limits.cpu, **phase}
    if entry.get("ended") == "exit":
        return {"kind": "exit", "code": entry["code"], **phase}
    failure: dict[str, Any] | None = entry.get("failure")
    return failure and {**phase, **failure}


class TooMuch(BaseException):
    """Student code printed more than it may."""


class _Printed(io.RawIOBase):
    """What student code prints in a batch: the beginning is kept, the rest is counted."""

    def __init__(self) -> None:
        self.begin(0)
        self._stream: io.TextIOWrapper | None = None

    def begin(self, most: int) -> None:
        """Count from here on; `TooMuch` is raised beyond `most` bytes."""
        self.size = 0
        self._most = most
        self._kept = bytearray()

    @property
    def stream(self) -> io.TextIOWrapper:
        """A text stream that writes here at once: the same one, unless student code closed it."""
        if self._stream is None or self._stream.closed:
            raw = cast(Any, self)
            self._stream = io.TextIOWrapper(raw, "utf-8", "replace", write_through=True)
        return self._stream

    def close(self) -> None:
        """Stay open: what is closed is the stream."""

    @property
    def too_much(self) -> bool:
        """Whether more was printed than may be."""
        return self.size > self._most

    @property
    def text(self) -> str:
        """The beginning of what was printed."""
        return self._kept.decode("utf-8", "replace")

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        piece = bytes(data)
        self.size += len(piece)
        self._kept += piece[: max(0, KEPT_OUTPUT - len(self._kept))]
        if self.too_much:
            raise TooMuch
        return len(piece)
