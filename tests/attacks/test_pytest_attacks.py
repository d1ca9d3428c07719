"""What pytest would show of the grader to whoever looks: locals, a debugger, its reports."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from tests.attacks import honest
from tests.attacks.bait import HERE, Bait
from tests.attacks.catalogue import ATTACKS
from tests.attacks.evidence import Results, leaks, numbers
from tests.attacks.hand_in import grade, hand_in, hand_in_honest
from tests.support.pytest_runs import run

LOOK = "pp locals()\npp {k: vars(v) for k, v in locals().items() if hasattr(v, '__dict__')}\n"
EVERY_FRAME = LOOK + ("up\n" + LOOK) * 25 + "continue\n"
"""Commands for the debugger: every frame from the failure up to pytest's own."""


@pytest.mark.skipif(sys.platform != "linux", reason="hand-ins are isolated on Linux only")
def test_neither_locals_nor_a_debugger_show_hidden_inputs_or_the_secret() -> None:
    """An engine that fails every trap, and those that try to have hidden inputs told."""
    with Bait() as bait:
        hand_in_honest({"iris": honest.USELESS}, bait.handins)
        told = [attack for attack in ATTACKS if attack.shows == "told"]
        students = ["iris", *(hand_in(attack, bait) for attack in told)]
        done: subprocess.CompletedProcess[str] = grade(bait)
        assert done.returncode == 0, done.stdout + done.stderr
        private = {s: json.loads(Results(bait, "").instructor(s)) for s in students}
        reports = Results(bait, "")  # what these may hold is asked elsewhere, attack by attack
        seen = "".join(reports.student(student) + reports.page(student) for student in students)
        files = {name: bait.root / name for name in ("report.json", "junit.xml")}
        shown = run(
            bait.cwd, f"--topograde-class={bait.handins}", f"--topograde-course={HERE / 'course'}",
            f"--topograde-secret-file={bait.out / '.secret'}", "--showlocals", "--tb=long", "--pdb",
            "-rA", "-vv", "--json-report", f"--json-report-file={files['report.json']}",
            f"--junitxml={files['junit.xml']}", stdin=EVERY_FRAME * 100,
        )  # fmt: skip
        assert shown.stdout.count("(Pdb) ") > 20 * len(students), shown.stdout + shown.stderr
        assert "'self': <CheckItem " in shown.stdout
        written = "".join(each.read_text() for each in files.values())
        # What a test took is written with as many digits as a drawn number may have.
        text = shown.stdout + shown.stderr + re.sub(r' (time|timestamp)="[^"]*"', "", written)
        # The instructor's JSON holds the text of each hand-in, of which the neighbour's is one.
        text = text.replace(f"SECRET = '{bait.neighbour}'", "")
        searched = 0
        for student in students:
            hidden = [c for e in private[student]["exercises"] for c in e["checks"] if c["hidden"]]
            searched += any(numbers(str(check["private"])) for check in hidden)
            results = Results(bait, text)
            assert leaks(text, private[student], results, numbers(seen)) == ""
        # One drawn number in a hundred, such as 1.25, is too short to be looked for.
        assert searched > len(students) // 2
