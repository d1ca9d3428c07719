"""Student text is parsed in one place, which never raises and gives no tree that breaks a walk."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from grader.course.growing import Passed, grown
from grader.submissions.sources.unchanged import nothing_done, parts_to_do
from grader.syntax import MAX_LOOK, MOST_DEEP, expression, nodes_of, parse, renamed, symbols
from tests.support.paths import ROOT

ELSEWHERE = {
    "grader/syntax.py": "the one place",
    "grader/worker/inside/": "runs behind the lock, where an exception is the hand-in's own",
    "grader/course/stubs.py": "a solution, whose author is told what is wrong with it",
    "grader/authoring/release/student_kit.py": "our own modules",
    "grader/programs/call_texts.py": "lines of ours",
    "grader/packs/scalar/check_grad_shown.py": "lines of ours",
}
"""Where else text is parsed, and why that may be."""
PARSES = re.compile(
    r"\bast\.(parse|literal_eval)\(|(?<![.\w])(compile|eval|exec)\(|\bsymtable\.|\btokenize\."
)
STUB = "def f(a):\n    # TODO: do\n    raise NotImplementedError\n"
HOSTILE = {
    "unary": "x=" + "-" * 90_000 + "1",
    "parentheses": "x=" + "(" * 90_000,
    "sum": "x=" + "+".join(["1"] * 50_000),
    "attributes": "x=a" + ".b" * 280,
    "calls": "x=" + "f(*" * 90 + "a" + ")" * 90,
    "nul": "x = '\0'",
    "surrogate": "x = '\ud800'",
    "digits": "x = " + "9" * 10_000,
    "dots": "import a" + ".a" * 5_000,
    "long": "x = 1\n" * MAX_LOOK,
    "indents": "".join(" " * n + "if 1:\n" for n in range(120)),
    "elif": "if a: pass\n" + "elif a: pass\n" * 1_000,
    "escape": r"x = '\N{no such name}'",
}


def test_student_text_is_parsed_in_one_place() -> None:
    found = {
        (name, number)
        for path in sorted((ROOT / "grader").rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if PARSES.search(line.partition("#")[0]) and "`" not in line
        if not (name := path.relative_to(ROOT).as_posix()).startswith(tuple(ELSEWHERE))
    }
    assert not found, f"take grader.syntax, or say in ELSEWHERE why not: {sorted(found)}"
    unused = [name for name in ELSEWHERE if not Path(ROOT, name).exists()]
    assert not unused


@pytest.mark.parametrize("name", HOSTILE)
def test_no_text_raises(name: str) -> None:
    text = HOSTILE[name]
    assert parse(text) is None
    assert symbols(text) is None
    assert expression(text) is None
    begun = f"# TODO\n{text}\n{STUB}"
    assert not nothing_done([begun], STUB, "any")
    assert parts_to_do(STUB, begun) == frozenset()
    assert grown(STUB, [Passed(STUB, begun)]) == (STUB, [])


DEEP = {
    "sum": lambda n: "x=" + "+".join(["a"] * n),
    "call": lambda n: "x=" + "f(" * n + "a" + ")" * n,
    "dict": lambda n: "x=" + "{1:" * n + "a" + "}" * n,
    "elif": lambda n: "if a: pass\n" + "elif a: pass\n" * n,
    "comprehension": lambda n: "x=" + "[a for a in " * (n // 2) + "b" + "]" * (n // 2),
    "keyword": lambda n: "x=" + "f(k=" * (n // 2) + "a" + ")" * (n // 2),
    "subscript": lambda n: "x=a" + "[b" * n + "]" * n,
    "pattern": lambda n: "match a:\n case " + "[" * n + "b" + "]" * n + ": pass",
}


@pytest.mark.parametrize("name", DEEP)
def test_a_tree_may_be_walked_recursively(name: str) -> None:
    trees = [tree for n in range(MOST_DEEP) if (tree := parse(DEEP[name](n))) is not None]
    assert len(trees) > MOST_DEEP - 10

    def far_down(frames: int) -> None:
        if frames:
            far_down(frames - 1)
        else:
            ast.unparse(trees[-1])
            ast.dump(trees[-1])
            ast.NodeVisitor().visit(trees[-1])
            ast.NodeTransformer().visit(trees[-1])

    far_down(100)
    assert {*nodes_of(trees[-1])} <= {*ast.walk(trees[-1])}


@pytest.mark.parametrize("name", HOSTILE)
def test_renaming_gives_a_text_whatever_it_is_given(name: str) -> None:
    assert isinstance(renamed(HOSTILE[name], {"a": "b"}), str)


def test_names_and_attributes_are_renamed_and_texts_are_not() -> None:
    method = "    def _a(self):\n        return self._a, _a, '_a', self.b_a  # _a\n"
    wanted = "    def _c(self):\n        return self._c, _c, '_a', self.b_a  # _a"
    assert renamed(method, {"_a": "_c"}) == wanted
