"""Which answers share code; `make test-similar` has the library for these."""

from __future__ import annotations

import csv
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from grader.submissions.similarity import NotInstalled, compared, print_of
from tests.support.paths import ROOT

SOLUTION = (ROOT / "solutions" / "13_engine.py").read_text()
STUB = (ROOT / "exercises" / "13_engine.py").read_text()
OTHER = """
class Value:
    def __init__(self, data):
        self.data, self.grad, self.made_by = data, 0.0, []

    def __add__(self, other):
        return record(self.data + other.data, [(self, 1.0), (other, 1.0)])

    def __mul__(self, other):
        return record(self.data * other.data, [(self, other.data), (other, self.data)])

    def backward(self):
        waiting = {id(self): (self, 1.0)}
        for node in order_of(self):
            owner, slope = waiting.pop(id(node), (node, 0.0))
            owner.grad = owner.grad + slope if not owner.made_by else slope
            for source, local in owner.made_by:
                known = waiting.get(id(source), (source, 0.0))[1]
                waiting[id(source)] = source, known + slope * local


def record(number, made_by):
    node = Value(number)
    node.made_by = made_by
    return node


def order_of(root):
    counts, stack = {}, [root]
    while stack:
        node = stack.pop()
        for source, _ in node.made_by:
            counts[source] = counts.get(source, 0) + 1
            if counts[source] == 1:
                stack.append(source)
    ready = [root]
    while ready:
        node = ready.pop()
        yield node
        for source, _ in node.made_by:
            counts[source] -= 1
            if not counts[source]:
                ready.append(source)
"""

needs_it = pytest.mark.skipif(find_spec("copydetect") is None, reason="copydetect is not installed")


def disguised(text: str) -> str:
    """The same code with other names, layout and comments."""
    text = re.sub(r"(?m)^ *#[^\n]*", "", text)
    names = {"topo": "ordering", "visited": "seen", "other": "rhs", "out": "result"}
    for name, instead in names.items():
        text = re.sub(rf"\b{name}\b", instead, text)
    return text.replace("    ", "  ").replace("\n\n", "\n# here\n\n\n")


@needs_it
def test_a_copy_is_found_under_other_names_and_the_stub_alone_is_nothing() -> None:
    one = print_of((SOLUTION,), STUB)
    copy = print_of((disguised(SOLUTION),), STUB)
    assert min(compared(one, copy).shares) > 0.95
    assert print_of((STUB,), STUB).tokens == 0
    assert max(compared(one, print_of((OTHER,), STUB)).shares) < 0.3


@needs_it
def test_the_lines_that_are_shared_are_those_of_the_text() -> None:
    part = SOLUTION.partition("class Value")[2].splitlines()[:40]
    half = OTHER + "\n\n\nclass Value" + "\n".join(part) + "\n"
    found = compared(print_of((SOLUTION,), ""), print_of((half,), ""))
    first = len(OTHER.splitlines()) - 2
    assert found.right
    assert all(start >= first for start, _ in found.right if start > first - 5)
    assert any(end - start > 10 for start, end in found.right)


@needs_it
def test_what_cannot_be_read_as_python_is_compared_up_to_there() -> None:
    broken = print_of((SOLUTION + "\n'''never closed",), STUB)
    assert min(compared(broken, print_of((SOLUTION,), STUB)).shares) > 0.9


def similar(*arguments: object, code: int = 0) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "grader", "similar", *map(str, arguments)], capture_output=True,
        text=True, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def a_class(folder: Path, **texts: str) -> Path:
    for student, text in texts.items():
        (folder / student).mkdir(parents=True)
        (folder / student / "13_engine.py").write_text(text)
    return folder


@needs_it
def test_pairs_of_a_class_and_of_an_older_one_stand_side_by_side(tmp_path: Path) -> None:
    now = a_class(tmp_path / "now", ada=SOLUTION, bob=disguised(SOLUTION), cleo=OTHER)
    a_class(tmp_path / "then", zed="'</script><b>'\n" + OTHER)
    out = tmp_path / "out"
    said = similar(now, "--against", tmp_path / "then", "--out", out)
    assert "says nothing of how" in said
    with (out / "similar.csv").open() as file:
        pairs = {frozenset((row["one"], row["other"])) for row in csv.DictReader(file)}
    assert pairs == {frozenset(("ada", "bob")), frozenset(("cleo", "then: zed"))}
    page = (out / "similar.html").read_text()
    assert "This page accuses nobody" in page
    assert "</script><b>" not in page
    assert "<mark>" in page
    assert (out / "similar.html").stat().st_mode & 0o777 == 0o600
    again = tmp_path / "again"
    similar(now, "--against", tmp_path / "then", "--out", again)
    assert (again / "similar.html").read_bytes() == (out / "similar.html").read_bytes()


@needs_it
def test_a_class_with_nothing_to_compare_is_told(tmp_path: Path) -> None:
    now = a_class(tmp_path / "now", ada=STUB)
    assert "nothing to compare" in similar(now, "--out", tmp_path / "out", code=2)
    assert not (tmp_path / "out").exists()


def test_without_the_library_a_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "copydetect", None)
    with pytest.raises(NotInstalled, match=r"pip install 'topograde\[similar\]'"):
        print_of((SOLUTION,), STUB)
