"""Attacks on what is around the lock: reading, explaining, names, clocks, memory, pages.

`python -m tests.attacks.around` grades honest students alone, then the same ones with one hostile
hand-in of each kind among them. Exits with 1 if an honest report changed, if a hostile hand-in has
no report, or if the class took longer than 1.5 times the time of the honest ones and the budgets of
the others. That no kind achieves what it is for is tested for each by itself, where `KINDS` says.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

from grader.explain.guard import RAISE
from grader.judging.limits import ASIDE_SECONDS, HAND_IN_SECONDS
from grader.submissions.files import READING_CPU
from tests.judging.test_hand_in_budgets import HIDES, SIGNALS
from tests.support.paths import ROOT

BUDGET = HAND_IN_SECONDS + ASIDE_SECONDS + READING_CPU
ENGINE = (ROOT / "solutions" / "13_engine.py").read_text().partition("# ---- Examples")[0]
RULES = ROOT / "solutions" / "02_local_rules.py"
PRINTER = """\
import json, platform, traceback
print(platform.uname())
traceback.print_stack()
try:
    json.loads("{")
except ValueError:
    traceback.print_exc()
"""
EXAM = "13_engine.py"
KINDS = {
    # tests/submissions/test_reading_budget.py; the 1,990 modules of one zip are made below
    "spaces": {EXAM: "get_ipython().system('x')" + " " * 100_000 + "+ 1\n" + ENGINE},
    "modules": {},
    # tests/explain/test_any_reply.py
    "showcase": {"01_order_by_hand.py": 'SHOWCASE_ORDER = [["L"], ["e"], {"a": 1}]\n'},
    # tests/classroom/test_colliding_names.py
    "Twin": {RULES.name: RULES.read_text()},
    "twin": {RULES.name: RULES.read_text()},
    # tests/judging/test_hand_in_budgets.py
    "sleeper": {EXAM: "import time\ntime.sleep(3.3)\n" + ENGINE},
    "memory": {EXAM: "KEEP = bytearray(b'x') * (150 << 20)\n" + ENGINE},
    "teller": {EXAM: ENGINE + SIGNALS},
    "prober": {EXAM: ENGINE + HIDES},
    # tests/worker/test_neutral.py
    "printer": {EXAM: PRINTER + ENGINE},
}


def lay_out(folder: Path) -> None:
    """One hostile hand-in of each kind."""
    for name, files in KINDS.items():
        for file, text in files.items():
            (folder / name).mkdir(exist_ok=True)
            (folder / name / file).write_text(text)
    with zipfile.ZipFile(folder / "modules.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(RULES.name, RULES.read_text())  # so that the others are looked for
        for number in range(1_990):
            archive.writestr(f"m{number}.py", "import x " * 1_000 + "\nclass Value: pass\n")


def honest(folder: Path, count: int) -> set[str]:
    """Right answers, each a little different from the others."""
    names = {f"honest{number:02d}" for number in range(count)}
    for name in names:
        (folder / name).mkdir()
        (folder / name / RULES.name).write_text(f"# {name}\n{RULES.read_text()}")
        if name.endswith(("0", "5")):
            (folder / name / EXAM).write_text(f"# {name}\n{ENGINE}")
    return names


def graded(folder: Path, out: Path) -> tuple[dict[str, object], float]:
    """The reports by student, and the seconds that the class took."""
    (out.parent / "secret").write_text("a secret that is long enough")
    command = [sys.executable, "-m", "grader", "grade", str(folder), "--out", str(out)]
    command += ["--secret-file", str(out.parent / "secret")]
    environ = {name: text for name, text in os.environ.items() if name != RAISE}
    started = time.monotonic()
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"grading ended with {done.returncode}:\n{done.stderr}")
    found = (json.loads(path.read_text()) for path in out.glob("*.json"))
    return {each["student"]: each for each in found}, time.monotonic() - started


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--honest", type=int, default=50)
    chosen = parser.parse_args()
    if sys.platform != "linux":
        print("This needs Linux: elsewhere hand-ins are not graded without a flag.")
        return 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch, "class")
        folder.mkdir()
        names = honest(folder, chosen.honest)
        alone, before = graded(folder, Path(scratch, "alone"))
        lay_out(folder)
        crowd, seconds = graded(folder, Path(scratch, "crowd"))
    changed = [name for name in sorted(names) if alone[name] != crowd.get(name)]
    faults = [f"the report of {name} changed" for name in changed]
    faults += [f"{name}: no report" for name in KINDS if name not in crowd]
    most = 1.5 * before + BUDGET * len(KINDS)
    if seconds > most:
        faults.append(f"the class took {seconds:.0f} s, at most {most:.0f} were expected")
    print(
        f"{chosen.honest} honest alone: {before:.0f} s; with {len(KINDS)} hostile ones: "
        f"{seconds:.0f} s; {len(changed)} reports changed"
    )
    for fault in faults:
        print(f"FAULT  {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
