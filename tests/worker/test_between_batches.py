"""What a hand-in does after it has answered is its own time too."""

from __future__ import annotations

import os
import sys
import time

import pytest

from grader.reports.tables import harmless
from grader.worker.exchange import BatchLimits, encode_batch
from grader.worker.forkserver import ForkServer
from tests.support.hand_ins import source

BURNS = """
import sys
class Value:
    def __init__(self, data):
        self.data = data
class Late:
    def __del__(self):
        for _ in range(3_000_000):
            pass
frame = sys._getframe()
while "header" not in frame.f_locals:
    frame = frame.f_back
loads = frame.f_globals.setdefault("loads", [])
loads.append(Late())
del loads[:-1]
"""


@pytest.mark.skipif(sys.platform != "linux", reason="a child's clock is read on Linux only")
def test_cpu_time_between_batches_is_counted(server: ForkServer):
    text = source(BURNS)
    sent = {
        "name": text.name, "cells": list(text.cells), "main": False, "siblings": {},
        "future_flags": [0],
    }  # fmt: skip
    worker = server.start(sent)
    batch = encode_batch([[["leaf", "a", 1.0]]], ["Value"])
    try:
        spent = 0.0
        for _ in range(3):
            spent += worker.run(batch, BatchLimits()).cpu
            time.sleep(0.3)  # whatever it does now, nobody asked for it
        spent += worker.run(batch, BatchLimits()).cpu
        used = worker._cpu() or 0.0
    finally:
        worker.close()
    assert spent > 0.9 * (used - 0.1)


@pytest.mark.skipif(sys.platform != "linux", reason="a child's memory is told on Linux only")
def test_a_worker_that_is_closed_leaves_no_file_open(server: ForkServer):
    before = os.listdir("/proc/self/fd")
    text = source("class Value:\n    def __init__(self, data):\n        self.data = data")
    worker = server.start(
        {
            "name": text.name,
            "cells": [*text.cells],
            "main": False,
            "siblings": {},
            "future_flags": [0],
        }
    )
    try:
        for _ in range(3):
            reply = worker.run(encode_batch([[["leaf", "a", 1.0]]], ["Value"]), BatchLimits())
            assert reply.failure is None
            assert worker.memory() > 1 << 20
    finally:
        worker.close()
    assert worker.memory() == 0
    assert len(os.listdir("/proc/self/fd")) == len(before)


@pytest.mark.parametrize("sign", "=+-@\uff1d\uff0b\uff0d\uff20")
def test_full_width_signs_are_no_formula_either(sign: str):
    assert harmless(f"{sign}1+1").startswith("'")
