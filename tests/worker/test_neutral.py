"""What student code can say of the machine is the same on every machine."""

from __future__ import annotations

import json
import os
import platform
import socket
import sys
from pathlib import Path

import pytest

from grader.worker.forkserver import ForkServer
from tests.support.hand_ins import replied, sent

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
    reply = replied(server, ASKS, [["leaf", "a", 1.0]])
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


PLAIN = """
import json, os, platform, sys, threading
told = {
    "host": [platform.node(), list(platform.uname())],
    "numbers": [os.getpid(), os.getuid(), threading.main_thread().native_id],
    "paths": [sys.executable, sys.argv, sys.orig_argv, sys.path, sys.prefix, json.__path__,
              json.__spec__.submodule_search_locations, [*sys.path_importer_cache]],
    "environment": [*os.environ.items()],
}
print(json.dumps(told))
class Value:
    def __init__(self, data):
        self.data = data
"""


def test_nor_is_one_that_imports_no_module_of_its_own(server: ForkServer):
    reply = replied(server, PLAIN, [["leaf", "a", 1.0]])
    assert reply.failure is None
    told = json.loads(reply.output)
    library = f"/usr/lib/python{sys.version_info[0]}.{sys.version_info[1]}"
    assert told["host"][0] == told["host"][1][1] == "localhost"
    assert told["numbers"] == [1, 65534, 0]
    assert told["paths"] == [
        "/usr/bin/python3", [""], ["python3"], [library], "/usr",
        [f"{library}/json"], [f"{library}/json"], [],
    ]  # fmt: skip
    assert told["environment"] == []


def test_no_program_that_a_worker_ran_could_gain_a_capability(server: ForkServer):
    worker = server.start(sent(PLAIN))
    try:
        status = Path(f"/proc/{worker.pid}/status").read_text()
    finally:
        worker.close()
    bounding = next(line.split()[1] for line in status.splitlines() if line.startswith("CapBnd"))
    assert int(bounding, 16) == 0 or server.lock["uid"] is None
