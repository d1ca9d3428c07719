"""What runs out of time is told the line it was on: a line of the hand-in's own, or none."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from grader.worker.exchange import BatchLimits
from grader.worker.forkserver import ForkServer
from grader.worker.stopped_at import place
from tests.support.hand_ins import replied, sent

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="asked on Linux only")

HEAD = """\
class Value:
    def __init__(self, data):
        self.data = data
        work()

def helper(number):
    for _ in range(200):
        number += 1
    return number

"""


def timed_out(server: ForkServer, text: str, **sent: Any) -> dict[str, Any]:
    server.tells_lines = True
    try:
        reply = replied(
            server, text, [["leaf", "a", 1.0]], limits=BatchLimits(0.2, 0.4),
            **{"name": "answer.py", **sent},
        )  # fmt: skip
    finally:
        server.tells_lines = False
    assert reply.failure is not None
    assert reply.failure["kind"] == "timeout"
    return {
        key: reply.failure[key] for key in ("file", "line", "text", "loop") if key in reply.failure
    }


@pytest.mark.parametrize(
    ("work", "line", "text", "loop"),
    [
        ("def work():\n    while True:\n        pass\n", 2, "while True:", True),
        ("def work():\n    n = 0\n    while n >= 0:\n        n += 1\n        n = helper(n)\n", 3,
         "while n >= 0:", True),
        ("def work():\n    for n in range(3):\n        while n < 5:\n            helper(n)\n",
         3, "while n < 5:", True),
        ("import itertools\ndef work():\n    return [helper(n) for n in itertools.count()]\n", 3,
         "return [helper(n) for n in itertools.count()]", False),
        ("import time\ndef work():\n    time.sleep(60)\n", 3, "time.sleep(60)", False),
    ],
)  # fmt: skip
def test_a_loop_is_told_by_its_first_line(
    server: ForkServer, work: str, line: int, text: str, loop: bool
):
    told = timed_out(server, HEAD + work)
    expected = {"file": "answer.py", "line": HEAD.count("\n") + line, "text": text}
    assert told == expected | ({"loop": 1} if loop else {})


def test_a_loop_of_a_cell_is_told_with_its_cell(server: ForkServer):
    cells = [HEAD, "def work():\n    while True:\n        helper(1)\n"]
    told = timed_out(server, "", cells=cells, main=True, name="n.ipynb", future_flags=[0, 0])
    assert (told["file"], told["line"]) == ("n.ipynb, cell 2", 2)


HANDLED = "import signal\nsignal.signal(signal.SIGUSR1, signal.SIG_{})\n"
ENDLESS = "def work():\n    while True: pass\n"


@pytest.mark.parametrize(
    "work",
    [
        "def work():\n    sum(iter(int, 1))\n",  # Python is not asked inside a call of C
        HANDLED.format("IGN") + ENDLESS,
        HANDLED.format("DFL") + ENDLESS,
    ],
)
def test_no_line_is_told_rather_than_a_wrong_one(server: ForkServer, work: str):
    assert timed_out(server, HEAD + work) == {}


FORGED = """\
import signal
teller = signal.getsignal(signal.SIGUSR1).__self__
signal.signal(signal.SIGUSR1, lambda *_: teller._send({{"nonce": teller.nonce, "at": {!r}}}))
"""


def test_who_forges_the_answer_names_a_line_of_his_own(server: ForkServer):
    forged = HEAD + ENDLESS + FORGED.format(["answer.py", 3, 3, []])
    told = {"file": "answer.py", "line": 3, "text": "self.data = data"}
    assert timed_out(server, forged) == told
    assert timed_out(server, HEAD + ENDLESS + FORGED.format(["/etc/passwd", 1, 1, []])) == {}


SOURCE = sent("x = 1\nwhile x:\n    x += 1\n    x += 2\ny = 2\n")


@pytest.mark.parametrize(
    "answer",
    [
        None, [], 3, "a.py", ["a.py", 1, []], ["a.py", "1", 2, []], ["a.py", 1.0, 2, []],
        ["a.py", True, 2, []], ["a.py", 0, 1, []], ["a.py", -1, 1, []], ["a.py", 2, 1, []],
        ["a.py", 1, 7, []], ["a.py", 1, 10**9, []], ["/etc/passwd", 1, 1, []],
        ["a.py, cell 1", 1, 1, []], [["a.py"], 1, 1, []], ["a.py", 1, 1, 1], ["a.py", 1, 5, []],
        ["a.py", 3, 4], ["a.py", 3, 4, [], 1],
    ],
)  # fmt: skip
def test_what_a_process_says_is_a_place_in_the_hand_in_or_nothing(answer: Any):
    assert place(answer, SOURCE) == {}


def test_the_text_shown_is_the_hand_ins_own():
    told = place(["a.py", 3, 4, []], SOURCE)
    assert told == {"file": "a.py", "line": 2, "text": "while x:", "loop": 1}
    assert place(["a.py", 5, 5, []], SOURCE) == {"file": "a.py", "line": 5, "text": "y = 2"}
