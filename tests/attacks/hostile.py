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


def engine_of(kind: str) -> str:
    """A useless engine, whose every gradient is wrong."""
    return (DATA / "attacks" / "engines" / f"{kind}.py").read_text(encoding="utf-8")


BEFORE = """\
import os
BAIT = {bait}
def mark(what, _write=os.write):
    _write(1, (BAIT["mark"][::-1] + " %r\\n" % (what,)).encode("ascii", "replace")[:300])
"""

RUN = """
try:
    got = attack()
except BaseException as refusal:  # SystemExit too: whatever stopped it is told
    os.write(1, ("refused: %s\\n" % type(refusal).__name__).encode())
else:
    if got is not None and got is not False:
        mark(got)
"""

ENGINE = engine_of("values")
HELPERS = {each["used"]: each["code"] for each in rows_of("helpers")["helper"]}
