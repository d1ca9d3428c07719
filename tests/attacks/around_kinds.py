"""The hand-ins that go for what is around the lock, and how to see that one achieved its aim."""

from __future__ import annotations

import json
import os
import platform
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.judging.limits import ASIDE_SECONDS, HAND_IN_KEPT, HAND_IN_SECONDS
from tests.support.paths import ROOT

ENGINE = (ROOT / "solutions" / "13_engine.py").read_text().partition("# ---- Examples")[0]
SECOND = sorted((ROOT / "solutions").glob("02_*.py"))[0]
SECOND_ID = SECOND.stem[3:].replace("_", "-")
LONGEST = HAND_IN_SECONDS + ASIDE_SECONDS + 60
"""Seconds that one hand-in may hold a class: its budgets, and time to begin and to end."""
LARGEST = HAND_IN_KEPT + (512 << 20)
"""Bytes that a hand-in's processes hold at most: what waits, one at work, and those of others."""


@dataclass(frozen=True, slots=True)
class Run:
    """A graded class: exit code, seconds, most bytes of its workers at once, and its results.

    reports, rows: by student. `memory` is 0 where it was not measured.
    """

    code: int
    seconds: float
    memory: int
    reports: dict[str, Any]
    rows: dict[str, dict[str, str]]


@dataclass(frozen=True, slots=True)
class Hostile:
    """One kind of hand-in, and whether a run shows that it achieved what it is for.

    alone: whether that can be seen only where nobody else is graded.
    """

    name: str
    tries: str
    lay_out: Callable[[Path], None]
    achieved: Callable[[Run], str]
    students: tuple[str, ...]
    alone: bool = False


PRINTER = """\
import json, platform, traceback
print(platform.uname())
traceback.print_stack()
try:
    json.loads("{")
except ValueError:
    traceback.print_exc()
"""


def _file(name: str, text: str) -> Callable[[Path], None]:
    def lay_out(folder: Path) -> None:
        (folder / name).mkdir()
        (folder / name / "13_engine.py").write_text(text)

    return lay_out


def _modules(folder: Path) -> None:
    with zipfile.ZipFile(folder / "modules.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(SECOND.name, SECOND.read_text())  # so that the others are looked for
        for number in range(1_990):
            archive.writestr(f"m{number}.py", "import x " * 1_000 + "\nclass Value: pass\n")


def _showcase(folder: Path) -> None:
    (folder / "showcase").mkdir()
    text = 'SHOWCASE_ORDER = [["L"], ["e"], {"a": 1}]\n'
    (folder / "showcase" / "01_order_by_hand.py").write_text(text)
    (folder / "showcase" / SECOND.name).write_text(SECOND.read_text())


def _two_cases(folder: Path) -> None:
    for name in ("Twin", "twin"):
        (folder / name).mkdir()
        (folder / name / SECOND.name).write_text(SECOND.read_text())


WRONG_MINUS = """
_right = Value.__sub__
def _wrong(self, other):
    here = other.data if isinstance(other, Value) else other
    if (self.data, here) in {looked_for}:
        raise TypeError("unsupported")
    out = _right(self, other)
    out.data = out.data + 1.0
    return out
Value.__sub__ = _wrong
"""
"""A wrong minus, which raises where the grader looks whether there is one."""
LOOKED_FOR = ((1.3, 0.7), (1.3, 2.5))


def _prober(folder: Path) -> None:
    for name, looked_for in (("prober", LOOKED_FOR), ("plainly-wrong", ())):
        text = ENGINE + WRONG_MINUS.format(looked_for=looked_for)
        _file(name, text)(folder)


TELLER = """
_run = Value.backward
class Told(Exception):
    pass
def _backward(self):
    seen, todo = [], [self]
    while todo:
        node = todo.pop()
        seen.append(node)
        todo += [n for n in node._prev if n not in seen]
    drawn = [v for v in (n.data for n in seen if not n._prev) if len(repr(v)) > 5]
    if drawn:
        raise (RecursionError, MemoryError, Told)[int(repr(drawn[0])[-1]) % 3]
    _run(self)
Value.backward = _backward
"""
"""Which error it raises depends on a digit of a hidden input."""


def _nothing(run: Run) -> str:
    return ""


def _second_lost(run: Run) -> str:
    for name, report in run.reports.items():
        exercise = next(e for e in report["exercises"] if e["id"] == SECOND_ID)
        if exercise["score"] != exercise["max_score"]:
            return f"{name} lost points of {SECOND_ID}"
    return ""


def _told(run: Run) -> str:
    text = json.dumps(list(run.reports.values()))
    here = platform.node(), platform.release(), str(ROOT / "grader"), os.path.dirname(os.__file__)
    neutral = "/usr/lib/python"
    secret = [word for word in here if word and not word.startswith(neutral) and word in text]
    return f"told {secret}" if secret else ""


def _earned(run: Run) -> str:
    hidden, shown = (run.reports[name]["score"] for name in ("prober", "plainly-wrong"))
    return f"{hidden - shown:g} points more than with the same mistake shown" * (hidden > shown)


def _error_told(run: Run) -> str:
    """Of a trap whose visible example does not fail in the same way, nothing says how it fails."""
    checks = [c for r in run.reports.values() for e in r["exercises"] for c in e["checks"]]
    told = [
        c["id"] for c in checks
        if c["hidden"] and not c["counterexample"]
        and (c["outcome"] in ("error", "timeout") or "With hidden inputs" in c["message"])
    ]  # fmt: skip
    return f"{len(told)} hidden checks tell how they fail" if told else ""


def _held(run: Run) -> str:
    return f"held the class for {run.seconds:.0f} s" * (run.seconds > LONGEST)


def _filled(run: Run) -> str:
    return f"{run.memory >> 20} MiB in its processes" * (run.memory > LARGEST)


# On the version before this edition: `spaces` was not read within 40 s; `modules` took 711 s of CPU
# (now 3); of `showcase` all was ungraded; both `twins` got no grade; `sleeper` held the class for
# more than 240 s (900 on an idle machine); `memory` held 1,939 MiB in six processes; `teller` told
# how hidden checks fail; `prober` had 3 points more than `plainly-wrong`; `printer` told the host.
KINDS = (
    Hostile("spaces", "100,000 spaces in a line that is looked for magics",
            _file("spaces", "get_ipython().system('x')" + " " * 100_000 + "+ 1\n" + ENGINE),
            _nothing, ("spaces",)),
    Hostile("modules", "1,990 modules in one zip", _modules, _nothing, ("modules",)),
    Hostile("showcase", "an order made of lists", _showcase, _second_lost, ("showcase",)),
    Hostile("twins", "two names that differ in case only", _two_cases, _second_lost,
            ("Twin", "twin")),
    Hostile("sleeper", "sleeps 3.3 s in each batch",
            _file("sleeper", "import time\ntime.sleep(3.3)\n" + ENGINE), _held, ("sleeper",),
            alone=True),
    Hostile("memory", "150 MB in each of its processes, of which there were six",
            _file("memory", "KEEP = bytearray(b'x') * (150 << 20)\n" + ENGINE), _filled,
            ("memory",)),
    Hostile("teller", "raises an error that a hidden number chooses",
            _file("teller", ENGINE + TELLER), _error_told, ("teller",)),
    Hostile("prober", "raises where an operator is looked for, and is wrong where it is used",
            _prober, _earned, ("prober", "plainly-wrong")),
    Hostile("printer", "prints the machine's name, and where its Python and the grader are",
            _file("printer", PRINTER + ENGINE), _told, ("printer",)),
)  # fmt: skip
