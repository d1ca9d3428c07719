"""In a folder `stretch` every command of a student's is about the exercises after the exam."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.course.course import STRETCH, course_for, default_course_dir, load_course
from grader.grading.own_work import OwnWork
from grader.judging.report import CheckResult, ExerciseReport
from tests.support.hand_ins import patched
from tests.support.paths import ROOT

AFTER = ROOT / "solutions" / STRETCH


def test_the_folder_says_which_course_is_meant(tmp_path: Path) -> None:
    folder = tmp_path / STRETCH
    folder.mkdir()
    file = folder / "02_moons.py"
    file.write_text("")
    assert course_for(folder) == AFTER
    assert course_for(tmp_path, [str(file)]) == AFTER
    assert course_for(tmp_path) == course_for(tmp_path, ["moons"]) == default_course_dir()
    assert course_for(folder, ["neuron"]) == AFTER


LOOP = "        total = total + weight * x\n"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("total = bias", "total = Value(0.0)", "The bias is not in your sum."),
        ("total.tanh()", "total", "Yours is the sum itself."),
        (LOOP, f"{LOOP}        break\n", "Only the first input and its weight"),
        (LOOP, LOOP.replace("total +", "bias +"), "Only the last input and its weight"),
        (LOOP, LOOP.replace("total +", ""), "Only the last product is in your sum"),
        ("total + weight", "total + 2 + weight", None),
    ],
)
def test_a_neuron_that_goes_wrong_is_told_how(
    old: str, new: str, told: str | None, tmp_path: Path
) -> None:
    first = first_failed("neuron", (old, new), tmp_path)
    if told is None:
        assert first.message.count("?") == 0
    else:
        assert told in first.message


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("parameter.data -= rate", "parameter.data += rate", "as far as it should, but uphill"),
        ("        zero_grad(loss)\n", "", "the loss after the second is not."),
        ("parameter.data -= rate", "parameter.grad -= rate", "No parameter has moved."),
        ("parameters[3 * i : 3 * i + 3]", "parameters[i::8][:3]", "eight places apart"),
        ("parameters[24:32], parameters[32]", "parameters[24:32], parameters[31]", "is the last"),
    ],
)
def test_a_training_that_goes_wrong_is_told_how(
    old: str, new: str, told: str, tmp_path: Path
) -> None:
    assert told in first_failed("moons", (old, new), tmp_path).message


@pytest.mark.parametrize(
    ("exercise", "old", "new", "told"),
    [
        ("forward-mode", "* values[other] + values[one]", "", "product stands still"),
        ("forward-mode", "[name] ** 2) * slopes[items[0]]", "[name] ** 2)", "tanh by itself"),
        ("forward-mode", "False\n    return True", "False\n        return True", "ends your loop"),
        (
            "higher-order",
            "found[each] + contribution if each in found else ",
            "",
            "all that is left",
        ),
        (
            "higher-order",
            "(other * g, self * g)",
            "(other.data * g, self.data * g)",
            "their `data`",
        ),
    ],
)
def test_what_a_wrong_derivative_comes_of_is_told(
    exercise: str, old: str, new: str, told: str, tmp_path: Path
) -> None:
    assert told in first_failed(exercise, (old, new), tmp_path).message


@pytest.mark.parametrize(
    ("exercise", "old", "new", "told", "line"),
    [
        ("neuron", "total = bias", "total = Value(0.0)", "bias", "total = Value(0.0)"),
        ("neuron", "total.tanh()", "total", "sum itself", "return total"),
        ("neuron", "total.tanh()", "Value(math.tanh(total.data))", "no gradient gets through",
         "return Value(math.tanh(total.data))"),
        ("neuron", LOOP, LOOP.replace("total +", "bias +"), "last input",
         "total = bias + weight * x"),
        ("neuron", LOOP, f"{LOOP}        return total.tanh()\n", "Only the first",
         "return total.tanh()"),
        ("moons", "parameter.data -= rate", "parameter.data += rate", "uphill",
         "parameter.data += rate * parameter.grad"),
        ("moons", "        zero_grad(loss)\n", "", "left in the", "loss.backward()"),
        ("moons", "parameters[24:32], parameters[32]", "parameters[24:32], parameters[31]", "last",
         "return neuron(layer, parameters[24:32], parameters[31])"),
        ("forward-mode", "            return False\n",
         "            return False\n        return True\n", "first leaf agrees", "return True"),
        ("draw-graph", 'grad {node.grad}"', 'grad {node.grad:.1f}"', "rounded",
         'label = f"{node.label} | data {node.data} | grad {node.grad:.1f}"'),
        ("draw-graph", "{names[input_node]} -> {names[node]};",
         "{names[node]} -> {names[input_node]};", "the other way",
         'lines += [f"{names[node]} -> {names[input_node]};" for input_node in node._prev]'),
        ("draw-graph", "for input_node in node._prev]", "for input_node in {*node._prev}]",
         "one arrow where", ""),
        ("moons", "losses.append(loss.data)", "losses.append(loss)", "wrong type",
         "return losses, [parameter.data for parameter in parameters]"),
    ],
)  # fmt: skip
def test_the_line_of_a_wrong_call_is_marked(
    exercise: str, old: str, new: str, told: str, line: str, tmp_path: Path
) -> None:
    failed = first_failed(exercise, (old, new), tmp_path)
    assert told in failed.message
    places = [f.where for f in report_of(exercise, tmp_path).diagnosis if f.explains(failed.id)]
    marked = [where.text[where.marked - where.first].strip() for where in places if where]
    assert marked == [line] * bool(line)


def report_of(exercise: str, folder: Path) -> ExerciseReport:
    with OwnWork(load_course(AFTER), folder) as own:
        (report,) = own.check([exercise])[0].exercises
    return report


def first_failed(exercise: str, change: tuple[str, str], folder: Path) -> CheckResult:
    """The first check that the solution with a small change fails."""
    course = load_course(AFTER)
    file = course.exercise(exercise).file_name
    (folder / file).write_text(patched((course.solutions_dir / file).read_text(), change))
    return next(check for check in report_of(exercise, folder).checks if check.outcome == "failed")
