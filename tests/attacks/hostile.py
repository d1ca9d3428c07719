"""What a hostile hand-in is made of: a useless engine, bait to go for, and one attack.

The attacks themselves are data (`tests/data/attacks`); `catalogue.ATTACKS` holds all of them.
"""

from __future__ import annotations

import json
import re
import textwrap
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from tests.support.paths import DATA

Shows = Literal["points", "frames", "mark", "harm", "told", "name"]
"""By what an attack is seen to work against a bare process:

points  the naive grader gives it points (the honest score is 0)
frames  bytes of its own on the reply pipe, or the pipe closed under the reader
mark    its mark on standard output: it got something that it should not have
harm    no results at all, or more output than anybody wants
told    hidden inputs in what the student gets to read
name    nothing runs: a name or an archive is the attack, on whoever writes files and tables
"""


@dataclass(frozen=True, slots=True)
class Attack:
    """One attack. `lacking` says why a machine may be without what it needs, if one may be."""

    name: str
    tries: str
    code: str
    shows: Shows
    lacking: str = ""
    cheat: str = ""  # its row in the table that was measured on other graders
    says: str = ""  # what the student must be told of it, where there is a sentence for that
    raw: bool = False  # the code is the whole file, byte by byte
    student: str = ""  # the student's id, where that is not the attack's name
    form: Literal["file", "zip", "link"] = "file"
    engine: str = ""  # the useless engine, where it is not the usual one

    def source(self, bait: Mapping[str, Any]) -> str:
        """The whole file that is handed in."""
        code = textwrap.dedent(self.code)
        if self.raw:
            return code
        helpers = "".join(text for used, text in HELPERS.items() if re.search(used, code))
        tail = RUN if "def attack" in code else ""
        return (
            BEFORE.format(bait=json.dumps(bait)) + (self.engine or ENGINE) + helpers + code + tail
        )


def rows_of(kind: str) -> dict[str, Any]:
    """What a file of attacks says of each, by name."""
    return tomllib.loads((DATA / "attacks" / f"{kind}.toml").read_text(encoding="utf-8"))


BEFORE = """\
import os
BAIT = {bait}
def mark(what, _write=os.write):
    _write(1, (BAIT["mark"][::-1] + " %r\\n" % (what,)).encode("ascii", "replace")[:300])
"""

ENGINE = '''

class Value:
    """Every gradient of this engine is wrong."""

    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev

    def __add__(self, other):
        return Value(self.data + other.data, (self, other))

    def __mul__(self, other):
        return Value(self.data * other.data, (self, other))

    def backward(self):
        for node in nodes(self):
            node.grad = gradient(node)


def nodes(root):
    found = [root]
    for node in found:
        found += [n for n in node._prev if n not in found]
    return found


def gradient(node):
    return 0.0


'''

RUN = """
try:
    got = attack()
except BaseException as refusal:  # SystemExit too: whatever stopped it is told
    os.write(1, ("refused: %s\\n" % type(refusal).__name__).encode())
else:
    if got is not None and got is not False:
        mark(got)
"""

HELPERS = {
    r"\bsend\(": '''
import json, struct, sys, time

def frame(item):
    body = item if isinstance(item, bytes) else json.dumps(item).encode()
    return struct.pack(">I", len(body)) + body

def send(data):
    while data:
        data = data[os.write(4, data):]

def seen(name, here=None):
    """A local variable of whoever called us, however far up."""
    here = here or sys._getframe()
    while here is not None:
        if name in here.f_locals:
            return here.f_locals[name]
        here = here.f_back

def nonce():
    return (seen("header") or {}).get("nonce")

def answers(value):
    items = (seen("batch") or {"items": [[["read", "grad", ["a"]]]]})["items"]
    return [[value] * sum(len(s[2]) for s in i if s[0] == "read") for i in items]

LOADED = {"loaded": None, "notices": []}
DONE = {"answers": [], "done": True, "notices": []}

''',
    r"\b(call|good)\(": """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
NUMBERS = {
    "openat": (257, 56), "socket": (41, 198), "clone": (56, 220), "bpf": (321, 280),
    "io_uring_setup": (425, 425), "userfaultfd": (323, 282), "add_key": (248, 217),
    "perf_event_open": (298, 241), "pidfd_open": (434, 434), "pidfd_getfd": (438, 438),
    "pidfd_send_signal": (424, 424), "memfd_create": (319, 279), "execveat": (322, 281),
    "name_to_handle_at": (303, 264), "ioprio_set": (251, 30), "mq_open": (240, 180),
}

def call(name, *arguments):
    number = name
    if name in NUMBERS:
        number = NUMBERS[name][os.uname().machine == "aarch64"]
    words = [a if isinstance(a, (bytes, ctypes.Array)) else ctypes.c_long(a) for a in arguments]
    return good(libc.syscall(ctypes.c_long(number), *words))

def good(result):
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result

""",
    r"\bEqual\b": """
class Equal:
    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = lambda self, other: True
    __ne__ = lambda self, other: False
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = lambda self, other: self
    __abs__ = __round__ = lambda self, *rest: self
    __hash__ = lambda self: 0
    __bool__ = lambda self: True
""",
    r"\bNEWS\b|for x in STASH if": """
import sys
STASH = sys.__dict__.setdefault("stash", [])
NEWS = [x for x in STASH if len(str(x)) >= 6 and x == round(x, 4)]
init = Value.__init__
def remember(self, data, _prev=()):
    if not _prev:
        STASH.append(data)
    init(self, data, _prev)
Value.__init__ = remember
""",
}
