"""What student code can say of the machine is the same on every machine."""

from __future__ import annotations

import os
import platform
import socket
import sys
from pathlib import Path

import pytest

from grader.worker.exchange import BatchLimits, encode_batch
from grader.worker.forkserver import ForkServer
from tests.support.hand_ins import source

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="hand-ins are locked on Linux only")

ASKS = """
import asyncio, ctypes, json, os, platform, socket, sys, threading, traceback
told = {
    "host": [platform.node(), socket.gethostname(), os.uname().nodename, list(platform.uname())],
    "numbers": [os.getpid(), os.getppid(), os.getuid(), os.getgid(), threading.get_native_id(),
                threading.main_thread().native_id],
    "paths": [sys.executable, sys.argv, sys.orig_argv, sys.path, sys.prefix, sys.base_prefix,
              json.__file__, os.__spec__.origin, __file__, json.__path__, repr(json.__loader__),
              asyncio.__path__, repr(asyncio.__loader__), [*sys.path_importer_cache]],
}
name = ctypes.create_string_buffer(400)
libc = ctypes.CDLL(None)
told["raw"] = [libc.uname(name), name.value.decode()]
calls = "getpid getppid gettid getuid geteuid getgid getegid".split()
stat = ctypes.create_string_buffer(200)
told["owner"] = [libc.fstat(1, stat), stat.raw.strip(b"\\0").decode()]
told["who"] = [getattr(libc, call)() for call in calls]
print(json.dumps(told))

def fails():
    json.loads("{")

async def waits():
    fails()

try:
    asyncio.run(waits())
except ValueError:
    traceback.print_exc()
traceback.print_stack()
frame = sys._getframe()
while frame:
    print(frame.f_globals.get("__file__"), frame.f_globals.get("__spec__"))
    frame = frame.f_back
class Value:
    def __init__(self, data):
        self.data = data
"""


def test_a_hand_in_is_told_nothing_of_the_machine(server: ForkServer):
    text = source(ASKS)
    sent = {
        "name": text.name, "cells": list(text.cells), "main": False, "siblings": {},
        "future_flags": [0],
    }  # fmt: skip
    worker = server.start(sent)
    try:
        reply = worker.run(encode_batch([[["leaf", "a", 1.0]]], ["Value"]), BatchLimits())
    finally:
        worker.close()
    assert reply.failure is None
    told = reply.output.decode()
    assert "localhost" in told
    ours = str(Path(__file__).parents[2])
    for secret in (socket.gethostname(), platform.release(), os.getcwd(), sys.prefix, ours):
        assert secret in ("", "/usr", "localhost") or secret not in told, secret
    library = f"/usr/lib/python{sys.version_info[0]}.{sys.version_info[1]}"
    for file in ("asyncio/runners.py", "json/decoder.py"):
        assert f'File "{library}/{file}", line' in told, told
    for file in ("inside/zygote.py", "inside/harness.py", "inside/loading.py"):
        assert f'File "topograde/worker/{file}", line' in told, told
    real = os.path.dirname(os.__file__)
    assert real == library or real not in told
    assert '"numbers": [1, 0, 65534, 65534, 0, 0]' in told
    assert '"raw": [-1, ""]' in told
    assert '"owner": [-1, ""]' in told
    assert '"who": [0, 0, 0, 0, 0, 0, 0]' in told
