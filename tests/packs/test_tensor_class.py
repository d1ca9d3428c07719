"""A class of tensor engines, graded as classes are: right, wrong and hostile ones.

Runs where NumPy is installed: `make test-packages`.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numpy", reason="make test-packages installs NumPy")

from tests.packs.tensor_hand_ins import EXAM, hostile_engines, right_engines, wrong_engines

ROOT = Path(__file__).parents[2]
COURSE = ROOT / "solutions" / "tensors"
WRONG, RIGHT, HOSTILE = wrong_engines(), right_engines(), hostile_engines()


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder, out = tmp_path_factory.mktemp("class"), tmp_path_factory.mktemp("out") / "results"
    for name, text in {**{n: w.text for n, w in WRONG.items()}, **RIGHT, **HOSTILE}.items():
        (folder / name).mkdir()
        (folder / name / EXAM).write_text(text)
    done = subprocess.run(
        [sys.executable, "-m", "grader", "grade", folder, "--course", COURSE, "--out", out,
         "--only", "tensor-engine"],
        capture_output=True, text=True, cwd=ROOT, timeout=900,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    found = {path.stem: json.loads(path.read_text()) for path in out.glob("*.json")}
    return {name: report["exercises"] for name, report in found.items() if "exercises" in report}


def exam(reports: dict[str, Any], name: str) -> Any:
    return next(each for each in reports[name] if each["id"] == "tensor-engine")


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_engine_has_all_points(reports: dict[str, Any], name: str) -> None:
    lost = [each for each in exam(reports, name)["checks"] if each["outcome"] != "passed"]
    assert not lost, [(each["id"], each["message"]) for each in lost]


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_engine_is_caught_told_and_located(reports: dict[str, Any], name: str) -> None:
    found, wanted = exam(reports, name), WRONG[name]
    assert found["score"] < found["max_score"]
    told = [each["explanation"] for each in found["diagnosis"]]
    assert any(wanted.told in each for each in told) or not wanted.told, told
    marked = [
        each["where"]["text"][each["where"]["marked"] - each["where"]["first"]]
        for each in found["diagnosis"]
        if each.get("where")
    ]
    assert any(wanted.line in each for each in marked) or not wanted.line, marked


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_one_has_nothing(reports: dict[str, Any], name: str) -> None:
    assert exam(reports, name)["score"] == 0
    if name == "hostile_searches":
        assert "nothing was found" in exam(reports, name)["checks"][0]["message"]


def test_inputs_in_a_set_cost_nothing(reports: dict[str, Any]) -> None:
    lost = [each for each in exam(reports, "sets-and-one-sign")["checks"] if not each["points"]]
    assert [each["id"] for each in lost] == ["sub_and_minus", "broadcast_sub_div", "any_broadcast"]
    assert not [each for each in lost if "change from run to run" in each["message"]]


def test_shapes_are_told_before_numbers(reports: dict[str, Any]) -> None:
    told = exam(reports, "add-not-summed")["diagnosis"][0]["explanation"]
    assert told.startswith("`b` has shape (), and what the rule of `a + b` leaves in its gradient")
    checks = {each["id"]: each for each in exam(reports, "row-once")["checks"]}
    shown = checks["index"]["counterexample"]["program"]
    assert "# yours" in shown
    assert "*" in shown.partition("# yours")[2]


@pytest.mark.parametrize("name", ["order-upside-down", "inputs-before-consumers", "comes-by-again"])
def test_a_wrong_order_is_told_at_the_first_check_that_fails(
    reports: dict[str, Any], name: str
) -> None:
    found = exam(reports, name)
    first = next(each for each in found["checks"] if each["outcome"] == "failed")
    assert first["id"] in found["diagnosis"][0]["checks"]


def test_an_operator_that_is_missing_is_told_of_the_student_s_class(
    reports: dict[str, Any],
) -> None:
    checks = {each["id"]: each for each in exam(reports, "no-array-on-the-left")["checks"]}
    assert checks["matmul_plain"]["message"].startswith("Your `Tensor` does not support matmul")


def test_zeros_of_inner_tensors_are_held_against_no_root_and_no_rule(
    reports: dict[str, Any],
) -> None:
    found = exam(reports, "leaves-alone-and-one-sign")
    lost = [each["id"] for each in found["checks"] if each["outcome"] == "failed"]
    assert lost[0] == "sub_and_minus"
    (told,) = [each["explanation"] for each in found["diagnosis"]]
    assert told.startswith("What the rule of `-a` sends to `a` is wrong: its sign is wrong.")


def test_a_picture_shows_shapes_and_the_first_wrong_entry(reports: dict[str, Any]) -> None:
    def shown(name: str, check: str) -> dict[str, Any]:
        checks = {each["id"]: each for each in exam(reports, name)["checks"]}
        nodes = checks[check]["counterexample"]["picture"]["nodes"]
        return {node["name"]: (node["mark"], *node["shown"]) for node in nodes}

    cleared = shown("leaves-alone-and-open-relu", "relu")
    assert {name for name, each in cleared.items() if each[2] != "?"} == {"a"}
    assert cleared["a"][0] == "wrong"
    found = shown("add-not-summed", "broadcast_add_mul")
    assert found["b"] == ("first_wrong", "()", "shape (3,)", "shape ()")
    assert found["n1"][:2] == (None, "(3,)")
    found = shown("matmul-swapped", "matmul")
    assert found["a"][0] == "first_wrong"
    assert found["a"][2].startswith("[0, 0] ")
    assert found["a"][2] != found["a"][3]
    assert found["b"][0] is None
