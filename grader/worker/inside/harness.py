"""Serve batches: execute the student's file, have each item answered, and send the answers.

Items are run by `student.py`: programs on the student's engine, tasks on the student's functions.
Runs on the untrusted side, inside the lock. It knows no expected value, no points and no other
submission; what it answers is not trusted but compared.

Protocol, over two inherited pipes; a frame is four bytes of length and an object, as `marshal`
writes it on the way here, where it is trusted, and as strict JSON on the way back:

    -> {"source": {...}}                              once
    -> {"nonce": text, "shake": int, "stir": bool, "together": bool}     for each batch, then
    -> {"need": [...], "items": [...]}
    <- {"nonce": ..., "loaded": null | record, "notices": [...]}
    <- {"nonce": ..., "answers": [...]}               as many as it takes
    <- {"nonce": ..., "again": true}                  the file is run afresh: "loaded" comes next
    <- {"nonce": ..., "answers": [...], "done": true, "notices": [...]}   the last ones
    <- {"nonce": ..., "at": [file, line, line] | []}   when a signal asks: `Whereabouts`

An item is a program (a list of steps) or a task (an object). An answer is a list (a program's
numbers and orders), {"value": ...} (a task's) or {"error": record}.
"""

from __future__ import annotations

import gc
import importlib
import json
import marshal
import math
import os
import signal
import struct
import sys
import time
import types
from collections.abc import Callable, Mapping
from typing import Any

from grader.worker.inside import address_shuffle
from grader.worker.inside.loading import StudentCode
from grader.worker.inside.student import StudentEngine
from grader.worker.inside.watched.between import between, within
from grader.worker.inside.watched.run import watch
from grader.worker.inside.watched.walking import walk

CHUNK = 256
SMALL_BATCH = 64
QUICK_TO_LOAD = 0.05
"""CPU seconds. A module that loads as quickly as this is executed afresh for every chunk."""
SLOW_TO_LOAD = 8
"""So many chunks go between two executions of any other module."""
LONG_LIST, MOST_LISTS = 1_000, 8
"""Lists with as many entries are told of code that is stopped, and so many of them."""
ASKS = getattr(signal, "SIGUSR1", None)
"""The signal that asks where student code is; None where the system has no such signals."""
ENGINE_TASKS: dict[str, Callable[..., Any]] = {
    "watch": watch,
    "walk": walk,
    "between": between,
    "within": within,
}
"""The tasks that need an engine and judge nobody, and those of a pack."""
_STRICT = json.JSONEncoder(allow_nan=False, separators=(",", ":"))


def take(inside: Mapping[str, str]) -> None:
    """Let a pack run its own tasks: by task, a module with a function of that name."""
    for task, module in inside.items():
        ENGINE_TASKS[task] = getattr(importlib.import_module(module), task)


def serve(requests: int, replies: int) -> None:
    """Answer batches until the grader hangs up. The two arguments are file descriptors."""
    source = _receive(requests)
    if source is None:
        return
    code = StudentCode(source["source"])
    whereabouts = Whereabouts(lambda: code.files, lambda message: _send(replies, message))
    used, junk = False, list[object]()
    while True:
        header = _receive(requests)
        if used:  # what the batch before has left, before there is another one
            code.leave()
            gc.collect()
        batch = None if header is None else _receive(requests)
        if header is None or batch is None:
            return
        whereabouts.nonce = header["nonce"]
        if not (used and header["stir"]):  # else each item gets holes among those that are there
            junk.clear()
            junk += address_shuffle.before_batch(header["shake"])
        gc.freeze()  # all of this stays, or ends with the batch: it is not to be gone through
        used = True
        run_batch(code, header, batch, lambda message: _send(replies, message))
        del batch


def run_batch(
    code: StudentCode,
    header: dict[str, Any],
    batch: dict[str, Any],
    send: Callable[[dict[str, Any]], None],
) -> None:
    """Load the module, answer the items, and load it again every few hundred of them.

    An engine may keep every node it ever made, and look at all of them in each call: that is right,
    and must not take a time that grows with the square of what we ask. With "hold" in the header
    every node lives until its module is left, and is let go root first. Without "together" each
    answer to a small batch is sent at once: what was answered is known, whatever ends the process.
    """
    nonce, items = header["nonce"], batch["items"]
    hold = header.get("hold", False)
    chunk = CHUNK if len(items) > SMALL_BATCH or header["together"] else 1
    engine, loaded_at, between = None, 0, CHUNK
    answers: list[Any] = []
    for start in range(0, max(len(items), 1), chunk):
        if start:
            send({"nonce": nonce, "answers": answers})
        if engine is None or start - loaded_at >= between:
            if engine is not None:
                if hold:
                    engine.let_go()
                send({"nonce": nonce, "again": True})
                engine = None
                gc.collect()  # nodes of the module before, which refer to one another
            before = time.process_time()
            try:
                module = code.execute(batch["need"])
            except BaseException as error:
                _flush_output()
                failure = {"loaded": code.describe(error), "notices": code.notices}
                send({"nonce": nonce, **failure})
                return
            if time.process_time() - before > QUICK_TO_LOAD:
                between = SLOW_TO_LOAD * CHUNK
            send({"nonce": nonce, "loaded": None, "notices": code.notices})
            loaded_at = start
            engine = StudentEngine(
                module.__dict__, code, header["shake"], header["stir"], ENGINE_TASKS, hold
            )
        answers = [engine.answer(item) for item in items[start : start + chunk]]
    if engine is not None and hold:
        engine.let_go()
    _flush_output()
    send({"nonce": nonce, "answers": answers, "done": True, "notices": code.notices})


class Whereabouts:
    """Where student code is, told when the grader asks by a signal, before it ends the process.

    Each signal is answered with the innermost frame that has been there since the first one: what
    a loop calls comes and goes; the frame that holds the loop stays. Python runs a handler between
    two steps of its own, so inside a call of C nobody answers. `nonce` is that of the batch.
    """

    def __init__(self, files: Callable[[], set[str]], send: Callable[[dict[str, Any]], None]):
        self.nonce = ""
        self._files = files
        self._send = send
        self._staying: list[tuple[types.FrameType, set[int]]] | None = None
        if ASKS is not None:
            signal.signal(ASKS, self._answer)

    def _answer(self, _: int, frame: types.FrameType | None) -> None:
        stack: list[types.FrameType] = []
        files = self._files()
        while frame is not None:
            if frame.f_code.co_filename in files:
                stack.append(frame)
            frame = frame.f_back
        stack.reverse()
        if self._staying is None:
            self._staying = [(each, set()) for each in stack]
        stays = 0
        for (before, lines), now in zip(self._staying, stack, strict=False):
            if before is not now:
                break
            lines.add(_line(now))
            stays += 1
        del self._staying[stays:]
        self._send({"nonce": self.nonce, "at": self._place()})

    def _place(self) -> list[Any]:
        """File, first and last line of where the innermost frame that stays was seen, and the long
        lists that it has a name for."""
        if not self._staying:
            return []
        frame, lines = self._staying[-1]
        held = [(n, each) for n, each in frame.f_locals.items() if type(each) is list]
        found = [[name, len(each)] for name, each in held if len(each) >= LONG_LIST]
        return [frame.f_code.co_filename, min(lines), max(lines), found[:MOST_LISTS]]


def _line(frame: types.FrameType) -> int:
    """The line that a frame is at; of a jump back to the head of a loop, which may have none, the
    last one before it."""
    if frame.f_lineno is not None:
        return frame.f_lineno
    lines = [line for start, _, line in frame.f_code.co_lines() if start <= frame.f_lasti and line]
    return lines[-1] if lines else frame.f_code.co_firstlineno


def _flush_output() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:  # the student may have replaced or closed it
            continue


def _receive(requests: int) -> dict[str, Any] | None:
    header = _read(requests, 4)
    if header is None:
        return None
    body = _read(requests, struct.unpack(">I", header)[0])
    if body is None:
        return None
    collecting = gc.isenabled()
    gc.disable()  # all of it is kept: there is nothing to find
    try:
        message: dict[str, Any] = marshal.loads(body)
    finally:
        if collecting:
            gc.enable()
    return message


def _read(descriptor: int, count: int) -> bytes | None:
    parts = []
    while count:
        part = os.read(descriptor, min(count, 1 << 20))
        if not part:
            return None
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


def as_json(message: dict[str, Any]) -> str:
    """A message as strict JSON: what is no finite number is spelled out."""
    try:
        return _STRICT.encode(message)
    except ValueError:  # nan or an infinity somewhere: rare, so looked for only now
        return _STRICT.encode(_spelled(message))


def _send(replies: int, message: dict[str, Any]) -> None:
    body = as_json(message).encode()
    view = memoryview(struct.pack(">I", len(body)) + body)
    while view:
        view = view[os.write(replies, view) :]


def _spelled(item: Any) -> Any:
    if isinstance(item, float) and not math.isfinite(item):
        return float.__repr__(item)  # nan, inf, -inf
    if isinstance(item, list):
        return [_spelled(inner) for inner in item]
    if isinstance(item, dict):
        return {key: _spelled(inner) for key, inner in item.items()}
    return item
