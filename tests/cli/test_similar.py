"""Which answers share code; `make test-packages` has the library for these."""

from __future__ import annotations

import csv
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import click
import pytest

from grader.cli.similar import Answer
from tests.support.engines import UNUSUAL
from tests.support.paths import ROOT

SOLUTION = (ROOT / "solutions" / "13_engine.py").read_text()
STUB = (ROOT / "exercises" / "13_engine.py").read_text()
OTHER = UNUSUAL["a heap of creation numbers"]

needs_it = pytest.mark.skipif(find_spec("copydetect") is None, reason="copydetect is not installed")


def disguised(text: str) -> str:
    """The same code with other names, layout and comments."""
    text = re.sub(r"(?m)^ *#[^\n]*", "", text)
    names = {"topo": "ordering", "visited": "seen", "other": "rhs", "out": "result"}
    for name, instead in names.items():
        text = re.sub(rf"\b{name}\b", instead, text)
    return text.replace("    ", "  ").replace("\n\n", "\n# here\n\n\n")


def similar(*arguments: object, code: int = 0) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "grader", "similar", *map(str, arguments)], capture_output=True,
        text=True, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def a_class(folder: Path, name: str = "13_engine.py", **texts: str) -> Path:
    for student, text in texts.items():
        (folder / student).mkdir(parents=True)
        (folder / student / name).write_text(text)
    return folder


def rows(out: Path) -> dict[tuple[str, str], dict[str, str]]:
    with (out / "similar.csv").open(newline="") as file:
        return {(row["one"], row["other"]): row for row in csv.DictReader(file)}


@needs_it
def test_copies_are_found_under_other_names_and_in_an_older_class(tmp_path: Path) -> None:
    now = a_class(tmp_path / "now", ada=SOLUTION, bob=disguised(SOLUTION), cleo=OTHER, dora=STUB)
    broken = OTHER.replace("NUMBERS", "OWED") + "\n'''never closed"
    a_class(tmp_path / "then", zed=broken)
    said = similar(now, "--against", tmp_path / "then", "--out", tmp_path / "out")
    assert "2 pairs of 3 texts share 60 % or more" in said
    assert "nothing of how" in said
    found = rows(tmp_path / "out")
    assert set(found) == {("ada", "bob"), ("cleo", "then: zed")}
    assert int(found["ada", "bob"]["one_percent"]) > 95
    assert (tmp_path / "out" / "similar.csv").stat().st_mode & 0o777 == 0o600
    similar(now, "--against", tmp_path / "then", "--out", tmp_path / "again")
    again = (tmp_path / "again" / "similar.csv").read_bytes()
    assert again == (tmp_path / "out" / "similar.csv").read_bytes()


@needs_it
def test_the_lines_that_are_shared_are_named(tmp_path: Path) -> None:
    part = SOLUTION.partition("class Value")[2].splitlines()[:120]
    half = OTHER.strip() + "\n\n\nclass Value" + "\n".join(part) + "\n"
    now = a_class(tmp_path / "now", ada=SOLUTION, half=half)
    similar(now, "--least", 20, "--out", tmp_path / "out")
    runs = rows(tmp_path / "out")["ada", "half"]["other_lines"].split()
    longest = max((run.split("-") for run in runs), key=lambda run: int(run[1]) - int(run[0]))
    assert int(longest[0]) > len(OTHER.strip().splitlines())
    assert int(longest[1]) - int(longest[0]) > 10


@needs_it
def test_answers_that_are_the_same_byte_for_byte_are_listed_however_short(tmp_path: Path) -> None:
    """An answer that is short is compared with no other one, and an untouched stub is nobody's."""
    right = (ROOT / "solutions" / "04_backward.py").read_text()
    stub = (ROOT / "exercises" / "04_backward.py").read_text()
    own = f"{right}\n# of my own\n"
    texts = {"ada": right, "bob": right, "cleo": right, "dora": own, "emil": stub, "finn": stub}
    now = a_class(tmp_path / "now", "04_backward.py", **texts)
    said = similar(now, "--only", "backward", "--out", tmp_path / "out")
    assert list(rows(tmp_path / "out")) == [("ada", "bob, cleo")]
    assert "backward: ada (100 %) and bob, cleo (100 %)" in said
    assert "2 were too short to compare but byte for byte" in said


@needs_it
def test_a_class_with_nothing_to_compare_is_told(tmp_path: Path) -> None:
    now = a_class(tmp_path / "now", ada=STUB)
    assert "0 pairs of 0 texts" in similar(now, "--out", tmp_path / "out", code=2)


def test_without_the_library_a_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "copydetect", None)
    with pytest.raises(click.ClickException, match=r"pip install 'topograde\[similar\]'"):
        Answer(SOLUTION, set())
