"""Which executed cells make up an answer: marked ones, what they lean on, the latest of each."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from grader.course.course import default_course_dir, load_course
from grader.submissions.sources.collected import Source
from grader.submissions.sources.executed import answer_to, names_defined_by
from grader.submissions.sources.matching import keys

COURSE = load_course(default_course_dir())
NAMES = frozenset({"Value", "build_topo"})

VALUE = (
    "# exercise: backward\nclass Value:\n    pass\n\ndef build_topo(v, visited, topo):\n    pass"
)
OTHER = "# exercise: local-rules\nclass Value:\n    other = True"


def answer(*cells: str, names: Iterable[str] = NAMES) -> Source | None:
    """The answer to `backward` after these cells were executed as In [1], In [2], ..."""
    exercise = COURSE.exercise("backward")
    return answer_to(exercise.id, keys(exercise)[:3], frozenset(names), ["", *cells])


def taken(*cells: str, names: Iterable[str] = NAMES) -> list[str]:
    """The texts of the cells that were taken, in order."""
    source = answer(*cells, names=names)
    assert source is not None
    return [text for text in source.cells if text.strip()]


def test_the_marked_cell_is_taken_and_nothing_else() -> None:
    assert taken("x = 1", OTHER, VALUE, "Value(2)", 'check("backward")') == [VALUE]
    source = answer("x = 1", OTHER, VALUE)
    assert source is not None
    assert source.notices == ()
    assert source.is_notebook


def test_the_number_of_a_cell_is_the_one_that_jupyter_shows() -> None:
    source = answer("x = 1", "y = 2", VALUE)
    assert source is not None
    assert source.cells == ("", "", VALUE)


def test_the_last_execution_counts() -> None:
    assert taken(VALUE, "x = 1", VALUE + "\n# again") == [VALUE + "\n# again"]


@pytest.mark.parametrize(
    "mark", ["#exercise:Backward", "# exercise: 04_backward", "\n# Exercise: backward"]
)
def test_the_mark_may_be_written_in_several_ways(mark: str) -> None:
    cell = f"{mark}\nclass Value: ..."
    assert taken(cell, OTHER, names=["Value"]) == [cell]


def test_what_the_cell_leans_on_comes_before_it() -> None:
    cell = VALUE + "\n    helper(v)"
    found = taken("import math", "def helper(v):\n    return math.tanh(v)", "unused = 1", cell)
    assert found == ["import math", "def helper(v):\n    return math.tanh(v)", cell]
    source = answer("def helper(v): ...", cell)
    assert source is not None
    (notice,) = source.notices
    assert notice.startswith("In [1] belongs to your answer too.")
    assert "# exercise: backward" in notice


def test_a_helper_that_was_edited_and_run_again_counts_as_it_is_now() -> None:
    cell = VALUE + "\n    helper(v)"
    old, new = "def helper(v):\n    return 1", "def helper(v):\n    return 2"
    assert taken(old, cell, new) == [new, cell]
    source = answer(old, cell, new)
    assert source is not None
    assert len(source.cells) == 2  # it is In [3] and stands first: numbers cannot be kept


def test_a_decorator_is_there_before_it_is_needed() -> None:
    cell = "# exercise: backward\n@noted\nclass Value: ..."
    assert taken(cell, "def noted(c):\n    return c", names=["Value"])[0].startswith("def noted")


def test_a_name_of_another_exercise_is_no_answer_to_this_one() -> None:
    other = "# exercise: zero-grad\ndef zero_grad(root): ..."
    assert taken(other, VALUE, names=[*NAMES, "zero_grad"]) == [VALUE]


def test_an_answer_in_two_marked_cells_is_put_together() -> None:
    one = "# exercise: backward\nclass Value: ..."
    two = "# exercise: backward\ndef build_topo(v, visited, topo): ..."
    assert taken(one, "x = 1", two) == [one, two]


def test_a_method_that_is_put_into_the_class_later_belongs_to_it() -> None:
    patch = "def backward(self):\n    pass\n\nValue.backward = backward"
    assert taken(VALUE, "a = Value(1)\na.grad = 3", patch) == [VALUE, patch]
    edited = patch.replace("pass", "return")
    assert taken(VALUE, patch, edited) == [VALUE, edited]
    assert taken(VALUE, "setattr(Value, 'x', 1)") == [VALUE, "setattr(Value, 'x', 1)"]


def test_a_class_that_was_run_again_has_lost_what_was_put_into_it() -> None:
    patch = "Value.backward = lambda self: None"
    assert taken(VALUE, patch, VALUE + "\n#") == [VALUE + "\n#"]


def test_what_was_put_into_another_class_of_that_name_is_left_there() -> None:
    assert taken(VALUE, OTHER, "Value.backward = 1") == [VALUE]


def test_without_a_mark_the_latest_definitions_are_taken_and_that_is_said() -> None:
    unmarked = VALUE.partition("\n")[2]
    source = answer("class Value: ...", unmarked, "Value(3)")
    assert source is not None
    assert [text for text in source.cells if text.strip()] == [unmarked]
    assert "No cell that you ran begins with `# exercise: backward`" in source.notices[0]
    assert "from In [2]" in source.notices[0]


def test_without_a_mark_two_cells_may_hold_it() -> None:
    two = ["class Value: ...", "def build_topo(v, visited, topo): ..."]
    assert taken(*two) == two
    source = answer(*two)
    assert source is not None
    assert "from In [1] and In [2]" in source.notices[0]


@pytest.mark.parametrize("cells", [(), ("x = 1",), (OTHER,), ('check("backward")',), ("", " ")])
def test_nothing_to_judge_is_none(cells: tuple[str, ...]) -> None:
    assert answer(*cells) is None


def test_magics_are_left_out_as_in_a_hand_in() -> None:
    source = answer("%matplotlib inline\n" + VALUE.partition("\n")[2], "%%time\n" + VALUE)
    assert source is not None
    assert source.cells == ("", "#\n" + VALUE)
    assert any("%%time" in notice for notice in source.notices)


def test_a_marked_cell_may_begin_with_a_magic_below_its_mark() -> None:
    cell = VALUE.replace("\n", "\n%timeit f()\n", 1)
    source = answer(cell)
    assert source is not None
    assert "%timeit" not in source.cells[0]
    assert any("%timeit" in notice for notice in source.notices)


def test_a_cell_that_is_no_python_is_taken_as_it_is() -> None:
    broken = "# exercise: backward\nclass Value(:"
    assert taken(broken) == [broken]


def test_imports_from_the_future_carry_over() -> None:
    source = answer("from __future__ import annotations\nimport math", VALUE + "\n    math")
    assert source is not None
    assert source.future_flags[0] == 0
    assert source.future_flags[1] != 0


def test_a_long_session_is_cut_and_not_slow() -> None:
    cells = [f"x{number} = {number}" for number in range(5_000)]
    assert taken(*cells, VALUE) == [VALUE]


def test_the_names_of_a_stub_leave_its_examples_out() -> None:
    stub = (COURSE.stubs_dir / "04_backward.py").read_text("utf-8")
    assert names_defined_by(stub) == {"Value", "build_topo"}
    assert names_defined_by("") == frozenset()
