"""The engine that grows: each stub holds the student's own passed work, and still earns nothing."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from grader.checks import Check
from grader.cli.commands.check import view_of
from grader.cli.commands.next import next_exercise
from grader.course.course import Course, CourseError, Exercise, load_course
from grader.course.growing import Passed, grown, parts_of_code
from grader.course.stubs import stub_of
from grader.grading.own_work import OwnWork
from grader.grading.progress import UNCHECKED, print_of
from grader.reports.student_view import student_view
from grader.submissions.submission import read_work
from tests.support import hand_ins
from tests.support.hand_ins import Grade
from tests.support.terminals import environment
from tests.support.warm import topograde

MARKERS = re.compile(r"^ *### (BEGIN|END) SOLUTION\n|^ *# (STUB|TODO):.*\n", re.MULTILINE)
MINE = "  # mine"
ENDS = ("diamond_with_tail", "chain", "unequal_routes", "same_input_twice", "only_below")
"""On what else it is asked, a stub does not end: `make verify` waits for that."""


def own(course: Course, exercise: Exercise) -> str:
    """The solution as a student would have it: no markers, and each part signed."""
    text = MARKERS.sub("", hand_ins.solution(exercise, course))
    return re.sub(r"^( *def (?!numbers|example|finish|main).*:.*)$", rf"\1{MINE}", text, flags=re.M)


def finished(stub: str, begun: str, solution: str) -> str:
    """What was begun, each part that its stub asks for done as in the solution."""
    asked = [name for name, part in parts_of_code(stub).items() if part.is_asked]
    done = parts_of_code(solution)
    lines = begun.splitlines()
    here = parts_of_code(begun)
    for part in sorted((here[n] for n in asked if n in here), key=lambda p: -p.first):
        if part.is_asked:
            lines[part.first - 1 : part.last] = done[part.name].text.splitlines()
    constant = re.search(r"^SECOND_CALL_GRADS = .*$", solution, re.M)
    text = "\n".join(lines) + "\n"
    return re.sub(r"^SECOND_CALL_GRADS = .*$", constant[0], text, flags=re.M) if constant else text


def with_missing_methods(work: str, solution: str) -> str:
    """The work with those methods of the solution that it does not have: no exercise asked them."""
    here = parts_of_code(work)
    missing = [
        part.text
        for name, part in parts_of_code(solution).items()
        if name.startswith("Value.") and name not in here
    ]
    lines = work.splitlines()
    end = here["Value.__init__"].last
    return "\n".join([*lines[:end], *missing, *lines[end:], ""])


def test_an_engine_grows_from_the_second_exercise_to_the_exam(course: Course, grade: Grade) -> None:
    """Each stub is begun with the student's own work; it earns 0, and everything when done."""
    passed: list[Passed] = []
    carried: dict[str, list[str]] = {}
    for exercise in course.exercises:
        stub, solution = stub_of(course, exercise), own(course, exercise)
        begun, carried[exercise.id] = grown(stub, passed, exercise.collects)
        assert begun.count(MINE) >= len(carried[exercise.id])
        only = ENDS if exercise.id == "consumer-counts" else None
        assert grade(exercise.id, begun, only=only).score == 0, exercise.id
        work = finished(stub, begun, solution) if "def " in stub else solution
        if exercise.id in ("order-by-hand", "accumulate", "check-grad", "consumer-counts"):
            work = solution  # what is asked there is no part, or not a part alone
        if exercise.collects:
            work = with_missing_methods(work, solution)
        assert grade(exercise.id, work).not_passed == {}, exercise.id
        passed.append(Passed(stub, work))
    assert carried["backward"] == ["Value.__add__", "Value.__mul__", "build_topo"]
    assert "Value.backward" in carried["functions"]
    assert {"Value.__rsub__", "Value.exp", "zero_grad", "build_topo", "Value.backward"} <= {
        *carried["engine"]
    }


def test_what_was_skipped_is_lent_and_a_todo_again_in_the_exam(course: Course) -> None:
    chosen = [e for e in course.exercises if e.id in ("local-rules", "operators")]
    passed = [Passed(stub_of(course, e), own(course, e)) for e in chosen]
    functions, exam = (hand_ins.exercise_of(course, name) for name in ("functions", "engine"))
    text, taken = grown(stub_of(course, functions), passed)
    assert "build_topo(self, set(), topo)" in text  # backward() is lent
    assert "Value.backward" not in taken
    text, taken = grown(stub_of(course, exam), passed, collects=True)
    assert "Value.__sub__" in taken
    assert not {"Value.backward", "Value.tanh", "build_topo"} & {*taken}
    assert 'NotImplementedError("TODO: the order, for deep graphs too")' in text
    assert "def backward" not in text.partition("# ---- Examples")[0]


def test_helpers_of_the_students_own_come_along(course: Course) -> None:
    rules, later = (hand_ins.exercise_of(course, name) for name in ("local-rules", "functions"))
    work = own(course, rules).replace("self.grad += out.grad", "give(self, out.grad, 1 * ONE)", 1)
    helper = "ONE = 1\n\n\ndef give(node, gradient, factor):\n    node.grad += gradient * factor\n"
    work = work.replace("class Value", f"{helper}\n\nclass Value", 1)
    unused = "\n\ndef experiment():\n    return 3\n"
    text, taken = grown(stub_of(course, later), [Passed(stub_of(course, rules), work + unused)])
    assert taken == ["Value.__add__", "Value.__mul__"]
    made: dict[str, object] = {}
    exec(text.partition("# ---- Examples")[0], made)
    assert made["ONE"] == 1
    assert "experiment" not in made


@pytest.mark.parametrize("work", ["def broken(:", "", "x = 1\n", "class Value:\n    pass\n"])
def test_what_cannot_be_used_leaves_the_stub_as_it_is(course: Course, work: str) -> None:
    rules, later = (hand_ins.exercise_of(course, name) for name in ("local-rules", "functions"))
    stub = stub_of(course, later)
    assert grown(stub, [Passed(stub_of(course, rules), work)]) == (stub, [])


def test_topograde_next_walks_through_the_course(course: Course, tmp_path: Path) -> None:
    def run(*arguments: object) -> subprocess.CompletedProcess[str]:
        return topograde(*arguments, cwd=tmp_path, env=environment())

    first = run("next").stdout
    assert first.startswith("wrote 01_order_by_hand.py")
    assert "Do what TODO says in it. Then: topograde check order-by-hand" in first
    assert run("check").returncode == 1
    for name in ("order-by-hand", "local-rules"):
        exercise = course.exercise(name)
        (tmp_path / exercise.file_name).write_text(own(course, exercise))
    assert "passed: 1-2" in run("check").stdout
    told = run("next", "backward").stdout
    assert "Your own work is in it: Value.__add__, Value.__mul__." in told
    assert MINE in (tmp_path / "04_backward.py").read_text()
    assert "passed: 1-2; not begun: 3-13." in run("check").stdout
    assert run("next", "04").returncode == 0  # not begun: it may be written again
    with (tmp_path / "04_backward.py").open("a") as file:
        file.write("# begun\n")
    again = run("next", "04")
    assert again.returncode == 2
    assert "04_backward.py is begun already." in again.stderr
    assert run("next").stdout.startswith("wrote 03_build_topo.py")  # what was left out comes first
    (tmp_path / "02_local_rules.py").write_text("# changed\n")
    assert "Changed since they passed, and so not in it: local-rules." in run("next", "05").stdout
    stopped = run("next")
    assert stopped.returncode == 2
    changed = "local-rules comes first: 02_local_rules.py is begun and was not checked since"
    assert changed in " ".join(stopped.stderr.split())
    assert "\nlocal-rules: " in run("check").stdout
    assert "Next: topograde next    (local-rules: " in run("check", "01").stdout
    red = " ".join(run("next").stderr.split())
    assert "local-rules comes first: 02_local_rules.py is begun and does not pass yet." in red


def test_the_exam_begins_empty_unless_one_asks_for_ones_own_work(
    course: Course,
    checks: Mapping[str, tuple[Check, ...]],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    before, exam = course.exercise("local-rules"), course.exercise("engine")
    (tmp_path / before.file_name).write_text(own(course, before))
    with OwnWork(course, tmp_path) as checked:
        checked.check([before.id])
    written = tmp_path / exam.file_name
    assert next_exercise.callback("engine", False, tmp_path, course.root) == 0
    assert written.read_text() == stub_of(course, exam)
    assert next_exercise.callback("engine", True, tmp_path, course.root) == 0
    text, told = written.read_text(), " ".join(capsys.readouterr().out.split())
    assert MINE in text
    lines = len(re.findall(r"[^\n]*\S[^\n]*", "".join(
        part.text + "\n" for name, part in parts_of_code(text).items()
        if name in ("Value.__add__", "Value.__mul__")
    )))  # fmt: skip
    assert f"In it are 2 functions of yours, {lines} lines: local-rules a + b, a * b Still" in told
    assert "Still to write: Value.__init__" in told
    asked = checks[exam.id]
    hidden = sum(check.hidden for check in asked)
    how_many = f"The exam has {len(asked)} checks, {hidden} of them hidden."
    assert f"{how_many} What no exercise asked" in told
    assert "Value.tanh" in told
    assert "build_topo" in told
    assert "Value.__add__" not in told
    assert "# TODO: the operators" not in text  # what stands there says what is left
    with OwnWork(course, tmp_path) as checked:
        view = view_of(checked, *checked.check([exam.id]), [exam.id])
        shown = "\n".join(line.plain for line in student_view(view))
    assert "an empty class" not in shown
    assert "forward half first" not in shown
    for each in (told, " ".join(shown.split())):
        assert exam.collected in each
    with pytest.raises(CourseError, match="--collect is for an exam"):
        next_exercise.callback("backward", True, tmp_path, course.root)


def test_what_follows_the_exam_begins_with_the_students_own_engine(
    course: Course, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    exercises, after = tmp_path / "exercises", tmp_path / "stretch"
    exercises.mkdir()
    after.mkdir()
    exam = course.exercise("engine")
    (exercises / exam.file_name).write_text(own(course, exam))
    stretch = course.root / "solutions" / "stretch"
    assert next_exercise.callback(None, False, after, stretch) == 0
    assert "TODO: paste" in (after / "01_neuron.py").read_text()  # the exam was not checked
    assert "Your engine is not in it" in capsys.readouterr().out
    with OwnWork(course, exercises) as checked:
        checked.check([exam.id])
    assert next_exercise.callback(None, False, after, stretch) == 0
    text = (after / "01_neuron.py").read_text()
    assert MINE in text
    assert "TODO: paste" not in text
    assert text.count("import math\n") == 1
    assert "# TODO: the neuron" in text
    assert "Your engine is in it, from exercises/13_engine.py." in capsys.readouterr().out
    first = load_course(stretch).exercise("neuron")
    (after / first.file_name).write_text(own(load_course(stretch), first))
    with OwnWork(load_course(stretch), after) as checked:
        checked.check([first.id])
    assert next_exercise.callback("moons", False, after, stretch) == 0
    text = (after / "02_moons.py").read_text()
    assert text.count("def neuron(") == 1
    assert "# TODO: the neuron" not in text
    assert "# TODO: the steps" in text


def test_what_cannot_be_checked_here_does_not_stop_next(
    course: Course, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = course.exercises[0]
    (tmp_path / first.file_name).write_text("# done\n")
    with OwnWork(course, tmp_path) as checked:
        source = read_work(tmp_path, course).sources[first.id]
        checked.progress.states[first.id] = (UNCHECKED, print_of(source))
        checked.progress.save()
    assert next_exercise.callback(None, False, tmp_path, course.root) == 0
    assert "wrote 02_local_rules.py" in capsys.readouterr().out
    assert next_exercise.callback("local-rules", False, tmp_path, course.root) == 0
    assert "02_local_rules.py is there and not begun." in capsys.readouterr().out


def test_helpers_of_one_name_in_two_files_stay_apart() -> None:
    stub = "class Tensor:\n    def {}(self):\n        # TODO: the rule\n        raise ValueError\n"
    work = (
        "import math\n\nSCALE = {scale}\n\n\nclass Tensor:\n"
        "    def _take(self{more}):\n        return {scale}\n\n"
        "    def {name}(self):\n        return self._take({given}) * SCALE\n"
    )
    passed = [
        Passed(stub.format("neg"), work.format(name="neg", scale=2, more="", given=""), "signs"),
        Passed(
            stub.format("exp"), work.format(name="exp", scale=3, more=", x", given="1"), "the-end"
        ),
    ]
    wanted = "class Tensor:\n    def neg(self):\n        pass\n\n    def exp(self):\n        pass\n"
    text, taken = grown(wanted, passed)
    module: dict[str, object] = {}
    exec(text, module)
    tensor = module["Tensor"]()  # type: ignore[operator]
    assert (taken, tensor.neg(), tensor.exp()) == (["Tensor.exp", "Tensor.neg"], 4, 9)
    assert "# It was `_take`: another file of yours has another one.\n    def _take_the_end" in text
