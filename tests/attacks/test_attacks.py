"""The attack battery as a test: nothing scores, leaks, breaks out or disturbs."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from grader.worker.exchange import BatchLimits
from grader.worker.forkserver import ForkServer
from tests.attacks.catalogue import ATTACKS
from tests.support.hand_ins import replied
from tests.support.paths import ROOT

linux = pytest.mark.skipif(sys.platform != "linux", reason="hand-ins are isolated on Linux only")

TRICKLE = """
import json, os, struct, sys, time
class Value:
    def __init__(self, data):
        frame = sys._getframe()
        while "header" not in frame.f_locals:
            frame = frame.f_back
        body = json.dumps({"nonce": frame.f_locals["header"]["nonce"], "answers": []}).encode()
        while True:
            os.write(4, struct.pack(">I", len(body)) + body)
            time.sleep(0.1)
"""


@linux
def test_battery():
    """All attacks, each shown to work against a bare process, in one class with ten honest."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.attacks.battery"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=600,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-3000:]
    line = done.stdout.splitlines()[-1]
    count = int(line.split()[2])
    assert count >= 190
    assert line == f"0 of {count} attacks scored, 0 leaked, 0 disturbed another student's grade"


@linux
def test_a_forged_reply_is_read_as_a_reply(server: ForkServer):
    """The attacks speak as a worker does: refused as no frames, they would try nothing."""
    (attack,) = (each for each in ATTACKS if each.name == "reply-forged")
    reply = replied(
        server, attack.source({"mark": ""}), [["leaf", "a", 2.0], ["read", "grad", ["a"]]]
    )
    assert reply.failure is None
    assert reply.answers == [[1.0]]


@linux
def test_limits_hold_for_a_batch_however_many_frames_it_sends(server: ForkServer):
    """A worker that sends a right but empty frame now and then runs out of time all the same."""
    began = time.monotonic()
    reply = replied(server, TRICKLE, [["leaf", "a", 1.0]], limits=BatchLimits(cpu=1.0, wall=1.0))
    assert reply.failure is not None
    assert reply.failure["kind"] == "timeout"
    assert time.monotonic() - began < 5
