"""Lay out hand-ins for the real command line, and run it."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path

from grader.explain.guard import RAISE
from grader.submissions.student_id import student_id
from tests.attacks.bait import Bait
from tests.attacks.hostile import Attack

SECONDS = 300.0


def hand_in(attack: Attack, bait: Bait) -> str:
    """Put an attack into the folder of hand-ins; returns the id that it will be graded under."""
    source = attack.source(bait.described())
    name = attack.student or attack.name
    path = bait.handins / (name if attack.form == "link" else f"{name}.{_SUFFIX[attack.form]}")
    if attack.form == "zip":
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("engine.py", source)
            for member in ("../escaped.py", str(bait.root / "escaped.py"), "a/../../escaped.py"):
                archive.writestr(member, "ESCAPED = 1\n")
    elif attack.form == "link":
        path.mkdir()
        (path / "engine.py").write_text(source)
        (path / "stolen.py").symlink_to(bait.out / ".secret")
        (path / "neighbour.py").symlink_to(bait.handins / "neighbour.py")
    else:
        path.write_text(source, encoding="utf-8", errors="surrogatepass")
    return student_id(path, path.is_dir())


_SUFFIX = {"file": "py", "zip": "zip", "link": ""}


def hand_in_honest(sources: Mapping[str, str], folder: Path) -> None:
    for student, source in sources.items():
        (folder / f"{student}.py").write_text(source)


def grade(bait: Bait) -> subprocess.CompletedProcess[str]:
    """`topograde grade`, as a user would type it."""
    command = [
        sys.executable, "-m", "grader", "grade", str(bait.handins), "--out", str(bait.out),
        "--secret-file", str(bait.out / ".secret"), "--course", str(bait.course),
    ]  # fmt: skip
    environ = {**os.environ, **bait.environ}
    environ.pop(RAISE, None)  # as instructors grade
    return subprocess.run(
        command, cwd=bait.cwd, env=environ, stdin=subprocess.DEVNULL,
        capture_output=True, encoding="utf-8", errors="surrogateescape", timeout=SECONDS,
    )  # fmt: skip
