"""What a name or an archive does to a grader that writes files and tables without care.

Each of these is done for real, in a folder of its own, as a short script for a class does it:
rows joined with commas, pages and paths put together from the id, archives unpacked by name.
"""

from __future__ import annotations

import argparse
import contextlib
import csv
import io
import tempfile
import unicodedata
import zipfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from rich.text import Text

from tests.attacks.bait import Bait
from tests.attacks.bare import Bare
from tests.attacks.hand_in import hand_in
from tests.attacks.hostile import Attack


def attack_naively(attack: Attack, bait: Bait) -> Bare:
    """What a name or an archive achieves there. Leaves the bait as it was."""
    bait.reset()
    try:
        before = set(bait.handins.iterdir())
        hand_in(attack, bait)
        (path,) = set(bait.handins.iterdir()) - before
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder, "out")
            out.mkdir()
            seen = "; ".join(_seen(attack, path, out, bait))
    finally:
        bait.reset()
    return Bare(bool(seen), seen or "no harm done")


def _seen(attack: Attack, path: Path, out: Path, bait: Bait) -> Iterator[str]:
    if attack.form == "zip":
        yield from _unpacked(path, out)
    elif attack.form == "link":
        if bait.secret in (path / "stolen.py").read_text():
            yield "the secret is read"
    else:
        yield from _named(attack.student, out)


def _unpacked(path: Path, out: Path) -> Iterator[str]:
    """Every member is written where its name says."""
    folder = out / "unpacked"
    folder.mkdir()
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            if name.startswith("/"):
                continue  # it would go where the bait's own files lie
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(archive.read(name))
            if not target.resolve().is_relative_to(folder.resolve()):
                yield f"{name} is written outside"


def _named(student: str, out: Path) -> Iterator[str]:
    table = f"student,score\n{student},0\n"
    rows = list(csv.reader(io.StringIO(table)))
    if student.startswith(("=", "+", "-", "@")):
        yield "a formula in the table"
    if len(rows) > 2:
        yield f"a row of its own: {rows[-1]}"
    page = f"<p>{student}</p>"
    if "<script" in page or "<img" in page:
        yield "markup in the page"
    if any(unicodedata.bidirectional(char) in ("RLO", "LRI") for char in student):
        yield "text that runs backwards"
    if "\x1b" in student:
        yield "the terminal is told what to do"
    if Text.from_markup(student).plain != student:
        yield "colours in the terminal"
    if not (out / unquote(student).replace("\\", "/")).resolve().is_relative_to(out.resolve()):
        yield "a link that leads outside"
    yield from _written(student, table, out)
    with contextlib.suppress(SystemExit), contextlib.redirect_stderr(io.StringIO()) as said:
        parser = argparse.ArgumentParser()
        parser.add_argument("student")
        parser.add_argument("--out")
        parser.parse_args([student])
    if "expected one argument" in said.getvalue():
        yield "taken for an option"


def _written(student: str, table: str, out: Path) -> Iterator[str]:
    """The class's table, and then a table for the student beside it."""
    class_table = out / "grades.csv"
    try:
        class_table.write_text("student,score\n", encoding="utf-8")
        (out / f"{student}.csv").write_text(table, encoding="utf-8")
        (out / f"{student}.instructor.json").write_text("{}", encoding="utf-8")
    except UnicodeEncodeError:
        yield "no results, UnicodeEncodeError"
    except OSError as error:
        yield f"no results, {error.strerror}"
    if class_table.is_file() and class_table.read_text(encoding="utf-8") == table:
        yield "the class's table is lost"
