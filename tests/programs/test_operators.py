"""One row is all that an operator needs: a course brings one, and it is asked, judged and told."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from grader.programs.interpreter import run
from grader.programs.listing import listing
from grader.programs.operators import OPERATORS, Operator, forms
from grader.programs.program import Program
from grader.programs.pytorch import TorchEngine
from grader.programs.tracing import trace
from tests.support.hand_ins import solution
from tests.support.paths import ROOT
from tests.support.warm import topograde

COURSE = """
title = "One more operator"

[[exercise]]
id = "engine"
title = "An engine with softplus"
points = 5
defines = "Value"
hints = ["How steep is it far to the left?", "And far to the right?"]
"""

CHECKS = '''
"""An operator that Topograde does not have: its row, and what is asked of it."""

import cmath
import math

from grader.checks import DRAWN, check, trap
from grader.packs.scalar import inputs
from grader.checks import operator_programs as own
from grader.programs.operators import OPERATORS, Operator


def softplus(x):
    if isinstance(x, complex):
        return cmath.log(1 + cmath.exp(x))
    return math.log1p(math.exp(x))


OPERATORS["softplus"] = Operator(
    name="softplus",
    takes="node",
    value=softplus,
    torch="nn.functional.softplus",
    calm=lambda x: abs(x) <= 5.0,
    points=(0.0, 1e-3, 0.3, 5.0),
)


@check(points=1)
def test_value(grades):
    """`a.softplus()` is log(1 + exp(a))."""
    for program in own.values("softplus"):
        grades.program(program)


@check(points=1, about=("softplus",))
def test_rule(grades):
    """`a.softplus()` passes on its slope times the gradient that arrives at it."""
    grades(lambda a, c: a.softplus() * c, a=0.6, c=-3.0)
    for program in (*own.slopes("softplus"), *own.upstreams("softplus", "mul")):
        grades.program(program)
    grades.fixed(inputs.points("softplus"))


@trap(points=1, after=test_rule, about=("softplus",))
def test_adds_up(grades):
    """A value that `a.softplus()` uses twice gets the sum of both contributions."""
    grades(lambda a: a.softplus() + a.softplus(), a=DRAWN, apart=False)


@trap(points=2, about=())
def test_graphs(grades):
    """Drawn graphs have the right gradients."""
    grades.random_graphs(60)
'''

METHOD = """
    def softplus(self):
        out = Value(math.log1p(math.exp(self.data)), (self,))

        def _backward():
            self.grad += out.grad / (1 + math.exp(-self.data))

        out._backward = _backward
        return out
"""
RULE = "self.grad += out.grad / (1 + math.exp(-self.data))"


WRONG = {
    "no_upstream": "self.grad += 1 / (1 + math.exp(-self.data))",
    "overwrites": RULE.replace("+=", "="),
    "other_slope": "self.grad += out.grad * out.data",
}


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory, course: Any) -> tuple[Path, dict[str, Any]]:
    """Right and wrong engines, graded by a course that brings an operator; the folder and reports.

    The command has a process of its own: in this one nothing is added to the table.
    """
    folder = tmp_path_factory.mktemp("softplus")
    right = solution("engine", course).replace(
        "    def exp(self):", f"{METHOD[1:]}\n    def exp(self):"
    )
    files = {
        "exercises/course.toml": COURSE,
        "exercises/01_engine.py": "class Value:\n    pass  # TODO\n",
        "solutions/01_engine.py": right,
        "solutions/checks/engine.py": CHECKS,
        "hand-ins/right/01_engine.py": right,
        "hand-ins/lacks_it/01_engine.py": right.replace("def softplus", "def soft_plus"),
    }
    for name, rule in WRONG.items():
        assert RULE in right
        files[f"hand-ins/{name}/01_engine.py"] = right.replace(RULE, rule)
    for name, text in files.items():
        path = folder / "course" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    done = topograde(
        "grade", folder / "course" / "hand-ins", "--course", folder / "course", "--out", folder
    )
    assert done.returncode == 0, done.stdout + done.stderr
    found = (json.loads(path.read_text()) for path in folder.glob("*.json"))
    return folder, {each["student"]: each["exercises"][0] for each in found if "student" in each}


def outcomes(exercise: Any) -> dict[str, str]:
    return {check["id"]: check["outcome"] for check in exercise["checks"]}


def test_an_operator_of_a_row_is_asked_and_judged(graded: Any) -> None:
    reports = graded[1]
    assert outcomes(reports["right"]) == dict.fromkeys(
        ("value", "rule", "adds_up", "graphs"), "passed"
    )
    for name in WRONG:
        assert outcomes(reports[name])["value"] == "passed"
        assert outcomes(reports[name])["graphs"] == "passed"  # made of what is right
    assert outcomes(reports["no_upstream"])["rule"] == "failed"
    assert outcomes(reports["other_slope"])["rule"] == "failed"
    assert outcomes(reports["overwrites"])["adds_up"] == "failed"
    lacking = {check["id"]: check["message"] for check in reports["lacks_it"]["checks"]}
    assert "does not support softplus() here" in lacking["value"]


def test_it_is_listed_drawn_and_explained(graded: Any) -> None:
    folder, reports = graded
    for name in WRONG:
        page = (folder / f"{name}.html").read_text()
        assert ".softplus()" in page
        shown = [check["counterexample"] or {} for check in reports[name]["checks"]]
        pictures = [each["picture"] for each in shown if each.get("picture")]
        labels = {node["label"] for picture in pictures for node in picture["nodes"]}
        assert "a.softplus()" in labels
        (finding, *_) = reports[name]["diagnosis"]
        assert "`a.softplus()`" in finding["explanation"]
        marked = (folder / "course" / "hand-ins" / name / "01_engine.py").read_text().splitlines()
        assert marked[finding["where"]["marked"] - 1].strip() == WRONG[name]


@pytest.mark.parametrize(
    ("row", "function", "text", "expected"),
    [
        (Operator(name="abs", takes="node", value=abs), lambda a, b: abs(a) * b, "abs(a) * b",
         (-6.0, 3.0, 2.0)),
        (Operator(name="mod", sign="%", takes="nodes", value=lambda x, y: x % y),
         lambda a, b: a % 3 + a % b, "a % 3 + a % b", (3.0, 2.0)),
    ],
)  # fmt: skip
def test_a_row_of_python_s_own_is_traced_listed_and_run(
    monkeypatch: pytest.MonkeyPatch, row: Operator, function: Any, text: str, expected: Any
) -> None:
    monkeypatch.setitem(OPERATORS, row.name, row)
    program = trace(function, a=-2.0, b=-3.0 if row.name == "abs" else 4.0)
    assert f"L = {text}" in listing(program)
    assert Program.from_json(json.loads(json.dumps(program.steps))) == program
    assert run(program, TorchEngine())[: len(expected)] == expected


def test_a_students_copy_of_such_a_course_checks_without_pytorch(graded: Any) -> None:
    folder = graded[0]
    for command in (["release", "stubs"], ["release", "answers"], ["verify"]):
        done = topograde(*command, "--course", folder / "course")
        assert done.returncode == 0, done.stdout + done.stderr
    done = topograde("release", "student", "--course", folder / "course", "--out", folder / "kit")
    assert done.returncode == 0, done.stdout + done.stderr
    kit = folder / "kit" / "topograde-student"
    run = (
        "import runpy, sys; sys.modules['torch'] = None; "
        "runpy.run_module('grader', run_name='__main__')"
    )
    for name, code, told in (("right", 0, "all 4 checks pass"), ("no_upstream", 1, "a.softplus()")):
        shutil.copy(folder / "course" / "hand-ins" / name / "01_engine.py", kit / "exercises")
        environ = {**os.environ, "PYTHONPATH": str(kit)}
        checked = subprocess.run(
            [sys.executable, "-c", run, "check", "engine"],
            cwd=kit, env=environ, capture_output=True, text=True,
        )  # fmt: skip
        assert checked.returncode == code, checked.stdout + checked.stderr
        assert told in " ".join(checked.stdout.split())


BELIEFS = "beliefs about an operator"
PYTHON = "Python's own arithmetic, which numbers remember"
NAMES_SOME = {
    "explain/answers/": BELIEFS,
    "explain/watching/": f"{BELIEFS}; {PYTHON}",
    "worker/inside/watched/numbers.py": PYTHON,
    "programs/operators.py": "the table itself",
    "packs/": "a pack has operators of its own",
}
"""Modules and folders that name an operator all the same, with the reason."""


def operators_in(text: str) -> set[str]:
    """The operators that code names: as a text, as an attribute, or by defining their method."""
    tree = ast.parse(text)
    said = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and ast.get_docstring(node)
        and isinstance(node.body[0], ast.Expr)
    }
    methods = {row.method for row in OPERATORS.values()}
    called = {row.method for row in OPERATORS.values() if not row.sign} - {"sum"}
    words = {*forms(), *methods, *(f"__r{name}__" for name in OPERATORS)} - {"sum"}
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            tokens = {*re.findall(r"\w+", node.value)}
            found |= tokens & words if " " not in node.value or tokens <= words else set()
        elif isinstance(node, ast.Attribute):
            found |= {node.attr} & called
        elif isinstance(node, ast.FunctionDef):
            found |= {node.name} & (words - forms().keys() | called)
    return found


def test_no_module_but_the_table_names_an_operator() -> None:
    folder = ROOT / "grader"
    found = {
        path.relative_to(folder).as_posix(): names
        for path in sorted(folder.rglob("*.py"))
        if "_course" not in path.parts and (names := operators_in(path.read_text()))
    }
    allowed = {name for name in found if name.startswith(tuple(NAMES_SOME))}
    assert not {name: found[name] for name in found.keys() - allowed}
    assert not [each for each in NAMES_SOME if not any(n.startswith(each) for n in allowed)]


def test_a_name_of_an_operator_is_found_wherever_it_stands() -> None:
    assert operators_in('"""tanh"""\nx = "rsub"\ny = a.relu()\ndef __add__(self): "exp"') == {
        "rsub", "relu", "__add__",
    }  # fmt: skip
    assert operators_in('ROWS = "add sub"') == {"add", "sub"}
    assert operators_in('print("add a line"); found.add(1); sum(found)') == set()
