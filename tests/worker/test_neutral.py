"""What student code can say of the machine is the same on every machine."""

from __future__ import annotations

import os
import platform
import socket
import sys

import pytest

from grader.worker.exchange import BatchLimits, encode_batch
from grader.worker.forkserver import ForkServer
from tests.support.hand_ins import source

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="hand-ins are locked on Linux only")

ASKS = """
import ctypes, json, os, platform, socket, sys, traceback
told = {
    "host": [platform.node(), socket.gethostname(), os.uname().nodename, list(platform.uname())],
    "numbers": [os.getpid(), os.getppid(), os.getuid(), os.getgid()],
    "paths": [sys.executable, sys.argv, sys.orig_argv, sys.path, sys.prefix, sys.base_prefix,
              json.__file__, os.__spec__.origin, __file__],
}
name = ctypes.create_string_buffer(400)
told["raw"] = [ctypes.CDLL(None).uname(name), name.value.decode()]
print(json.dumps(told))
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
    for secret in (socket.gethostname(), platform.release(), os.getcwd(), sys.prefix, "zygote"):
        assert secret in ("", "/usr", "localhost") or secret not in told, secret
    assert '"raw": [-1, ""]' in told
    assert str(worker.pid) not in told
