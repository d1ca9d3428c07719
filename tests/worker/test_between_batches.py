"""What a hand-in does after it has answered is its own time too, and no file stays open."""

from __future__ import annotations

import os
import sys
import time

import pytest

from grader.worker.exchange import BatchLimits, encode_batch
from grader.worker.forkserver import ForkServer
from tests.support.hand_ins import sent

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

KEEPS = """
class Value:
    every = []
    def __init__(self, data):
        self.data, self.much = data, bytearray(1 << 20)
        self.every.append(self)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="a child's memory is told there")
def test_what_a_module_keeps_goes_with_its_batch(server: ForkServer) -> None:
    worker = server.start(sent(KEEPS))
    batch = encode_batch([[["leaf", "a", 1.0]]] * 30, ["Value"])
    try:
        worker.run(batch, BatchLimits())
        before = worker.memory()
        for _ in range(5):
            assert worker.run(batch, BatchLimits()).failure is None
        assert worker.memory() - before < 40 << 20
    finally:
        worker.close()


@pytest.mark.skipif(sys.platform != "linux", reason="a child's clock and memory are told there")
def test_cpu_time_between_batches_is_counted_and_no_file_is_left(server: ForkServer) -> None:
    before = os.listdir("/proc/self/fd")
    worker = server.start(sent(BURNS))
    batch = encode_batch([[["leaf", "a", 1.0]]], ["Value"])
    try:
        spent = 0.0
        for _ in range(3):
            spent += worker.run(batch, BatchLimits()).cpu
            assert worker.memory() > 1 << 20
            time.sleep(0.3)  # whatever it does now, nobody asked for it
        spent += worker.run(batch, BatchLimits()).cpu
        used = worker._cpu() or 0.0
    finally:
        worker.close()
    assert spent > 0.9 * (used - 0.1)
    assert worker.memory() == 0
    assert len(os.listdir("/proc/self/fd")) == len(before)
