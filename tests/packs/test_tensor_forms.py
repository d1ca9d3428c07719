"""Each operator of a tensor engine is asked above and beside others, in every way it is written.

Runs where NumPy is installed: `make test-packages`.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numpy", reason="make test-packages installs NumPy")

from grader.packs.tensor.families import FORMS, above, beside
from grader.packs.tensor.operators import OPERATORS
from tests.packs.tensor_hand_ins import EXAM, SOLUTIONS

ROOT = Path(__file__).parents[2]
COURSE = ROOT / "solutions" / "tensors"
MISTAKES = {
    "forgets": "    out._prev = ()",
    "sets": """\
    rule = out._backward
    def _backward():
        for each in out._prev:
            each.grad = np.zeros_like(each.data)
        rule()
    out._backward = _backward""",
}
WITH_A_MISTAKE = """
def _wrong(made):
    def result(*operands, **given):
        out = made(*operands, **given)
    {mistake}
        return out
    return result


for name in {methods}:
    if name in globals():
        globals()[name] = _wrong(globals()[name])
    elif name == "T":
        Tensor.T = property(_wrong(Tensor.T.fget))
    else:
        setattr(Tensor, name, _wrong(getattr(Tensor, name)))
"""


def test_every_operator_has_its_forms() -> None:
    assert {*FORMS} == {*OPERATORS}
    for name in OPERATORS:
        for program in (*above(name), *beside(name)):
            assert any(step[0] == "apply" and step[2] == name for step in program.steps)


def test_a_result_without_its_operands_and_a_rule_that_sets_are_never_right(tmp_path: Path) -> None:
    right = (SOLUTIONS / EXAM).read_text()
    for kind, mistake in MISTAKES.items():
        for name, row in OPERATORS.items():
            text = WITH_A_MISTAKE.format(
                mistake=mistake.replace("\n", "\n    "), methods=row.methods[:1]
            )
            (tmp_path / "class" / f"{name}-{kind}").mkdir(parents=True)
            (tmp_path / "class" / f"{name}-{kind}" / EXAM).write_text(right + text)
    done = subprocess.run(
        [sys.executable, "-m", "grader", "grade", tmp_path / "class", "--course", COURSE,
         "--out", tmp_path / "out", "--only", "tensor-engine"],
        capture_output=True, text=True, cwd=ROOT, timeout=900,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    reports = [json.loads(path.read_text()) for path in (tmp_path / "out").glob("*-*.json")]
    checks = {
        report["student"]: {each["id"]: each["outcome"] for each in exercise["checks"]}
        for report in reports
        for exercise in report["exercises"]
        if exercise["id"] == "tensor-engine"
    }
    assert len(checks) == len(MISTAKES) * len(OPERATORS)
    green = {name for name, outcomes in checks.items() if {*outcomes.values()} == {"passed"}}
    # Made of other operators: what they set is an inner tensor's, which has no other consumer.
    assert green == {"mean-sets", "cross_entropy-sets"}
