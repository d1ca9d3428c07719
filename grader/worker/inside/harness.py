"""Run programs and tasks on the student's engine and answer in numbers.

Runs on the untrusted side, inside the lock, and imports the standard library only. It knows no
expected value, no points and no other submission; what it answers is not trusted but compared.

Protocol, over two inherited pipes; a frame is four bytes of length and an object, as `marshal`
writes it on the way here, where it is trusted, and as strict JSON on the way back:

    -> {"source": {...}}                              once
    -> {"nonce": text, "shake": int, "stir": bool}             for each batch, then
    -> {"need": [...], "items": [...]}
    <- {"nonce": ..., "code": null | text}            once, unless the source came with its code
    <- {"nonce": ..., "loaded": null | record, "notices": [...]}
    <- {"nonce": ..., "answers": [...]}               as many as it takes
    <- {"nonce": ..., "done": true, "notices": [...]}

An item is a program (a list of steps) or a task (an object). An answer is a list (a program's
numbers and orders), {"value": ...} (a task's) or {"error": record}.
"""

from __future__ import annotations

import gc
import json
import marshal
import math
import os
import struct
import sys
from collections.abc import Callable
from typing import Any

from grader.worker.inside import address_shuffle as holes
from grader.worker.inside import noting
from grader.worker.inside.loading import StudentCode
from grader.worker.inside.student import StudentEngine

CHUNK = 256
SMALL_BATCH = 64
_STRICT = json.JSONEncoder(allow_nan=False, separators=(",", ":"))


def serve(requests: int, replies: int) -> None:
    """Answer batches until the grader hangs up. The two arguments are file descriptors."""
    source = _receive(requests)
    if source is None:
        return
    code = StudentCode(source["source"])
    used, junk = False, list[object]()
    while True:
        header = _receive(requests)
        if used:  # what the batch before has left, before there is another one to go through
            gc.collect()
        batch = None if header is None else _receive(requests)
        if header is None or batch is None:
            return
        if not used and not code.came_compiled:
            _send(replies, {"nonce": header["nonce"], "code": code.packed()})
        if not (used and header["stir"]):  # else each item gets holes among those that are there
            junk.clear()
            junk += holes.before_batch(header["shake"])
        used = True
        run_batch(code, header, batch, lambda message: _send(replies, message))


def run_batch(
    code: StudentCode,
    header: dict[str, Any],
    batch: dict[str, Any],
    send: Callable[[dict[str, Any]], None],
) -> None:
    """Execute the student's code anew and answer the items of one batch, frame by frame.

    With "hold" in the header every node lives until the batch ends, and is let go root first.
    """
    nonce = header["nonce"]
    try:
        module = code.execute(batch["need"])
    except BaseException as error:
        _flush_output()
        send({"nonce": nonce, "loaded": code.describe(error), "notices": code.notices})
        return
    send({"nonce": nonce, "loaded": None, "notices": code.notices})
    items = batch["items"]
    chunk = 1 if len(items) <= SMALL_BATCH else CHUNK
    hold = header.get("hold", False)
    engine = StudentEngine(
        module.__dict__, code, header["shake"], header["stir"], noting.notes, hold
    )
    for start in range(0, len(items), chunk):
        answers = [engine.answer(item) for item in items[start : start + chunk]]
        send({"nonce": nonce, "answers": answers})
    if hold:
        engine.let_go()
    _flush_output()
    send({"nonce": nonce, "done": True, "notices": code.notices})


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
        return "nan" if item != item else "inf" if item > 0 else "-inf"
    if isinstance(item, list):
        return [_spelled(inner) for inner in item]
    if isinstance(item, dict):
        return {key: _spelled(inner) for key, inner in item.items()}
    return item
