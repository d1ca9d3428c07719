"""The grader itself is stopped for a while, as by Ctrl-Z: that is not the student's time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from tests.support.paths import ROOT

GRADER = """
from grader.worker.exchange import BatchLimits, encode_batch
from grader.worker.forkserver import ForkServer

text = "import time\\nclass Value: pass\\ntime.sleep(0.5)\\n"
source = {"name": "a.py", "cells": [text], "future_flags": [0], "main": False, "siblings": {}}
with ForkServer() as server:
    worker = server.start(source)
    print(worker.pid, flush=True)
    reply = worker.run(encode_batch([], ["Value"]), BatchLimits(cpu=5.0, wall=1.5))
    print(reply.failure, reply.wall < 1.5, reply.spent < 1.5, flush=True)
"""


@pytest.mark.parametrize("both", [False, True], ids=["the grader", "the whole machine"])
def test_a_stop_is_not_the_students_time(both: bool) -> None:
    command = [sys.executable, "-c", GRADER]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as grader:
        assert grader.stdout is not None
        processes = [grader.pid, int(grader.stdout.readline())][: 1 + both]
        time.sleep(0.2)  # it waits by now
        for kind in (signal.SIGSTOP, signal.SIGCONT):
            for pid in processes:
                os.kill(pid, kind)
            time.sleep(3 if kind == signal.SIGSTOP else 0)
        assert grader.stdout.readline() == "None True True\n"
