"""Tests of the stubs' release: what is cut from a solution, and that nothing slips through."""

from pathlib import Path

import pytest

from grader.authoring.release.stubs import stale_stubs, write_stubs
from grader.course.course import Course, default_course_dir, load_course
from grader.course.stubs import ReleaseError, stub_text

SOLUTION = '''"""Exercise: double a number."""


def double(x):
    ### BEGIN SOLUTION
    # TODO: return "twice" x
    secret = 2
    return secret * x
    ### END SOLUTION
'''

COURSE = """
title = "Tiny"
[[exercise]]
id = "double-it"
title = "Double"
points = 1
hints = ["Twice."]
"""


@pytest.fixture
def tiny(tmp_path: Path) -> Course:
    (tmp_path / "course.toml").write_text(COURSE, encoding="utf-8")
    (tmp_path / "solutions").mkdir()
    (tmp_path / "solutions" / "01_double_it.py").write_text(SOLUTION, encoding="utf-8")
    return load_course(tmp_path)


def test_a_region_becomes_its_todo_and_an_exception() -> None:
    assert stub_text(SOLUTION, "x.py") == (
        '"""Exercise: double a number."""\n\n\ndef double(x):\n'
        '    # TODO: return "twice" x\n'
        '    raise NotImplementedError("TODO: return \\"twice\\" x")\n'
    )


def test_stub_lines_take_the_place_of_a_region_with_their_indentation() -> None:
    solution = (
        "def f(x):\n"
        "    ### BEGIN SOLUTION\n"
        "    # TODO: repair this loop\n"
        "    # STUB: for i in x:\n"
        "    # STUB:     x = i\n"
        "    # STUB:\n"
        "    # STUB: return x\n"
        "    return 5\n"
        "    ### END SOLUTION\n"
    )
    assert stub_text(solution, "x.py") == (
        "def f(x):\n    # TODO: repair this loop\n    for i in x:\n        x = i\n\n    return x\n"
    )


FAULTS = {
    "no region": ("x = 1\n", "x.py, line 1: no '### BEGIN SOLUTION'"),
    "begin without end": (
        "\n### BEGIN SOLUTION\n# TODO: a\n",
        "x.py, line 2: '### BEGIN SOLUTION' without '### END SOLUTION'",
    ),
    "end without begin": (
        "x = 1\n### END SOLUTION\n",
        "x.py, line 2: '### END SOLUTION' without a '### BEGIN SOLUTION'",
    ),
    "nested": (
        "### BEGIN SOLUTION\n# TODO: a\n### BEGIN SOLUTION\n",
        "x.py, line 3: '### BEGIN SOLUTION' inside the region that began in line 1",
    ),
    "no task": (
        "### BEGIN SOLUTION\nx = 1\n### END SOLUTION\n",
        "x.py, line 1: the first line of a region must say what is to be done",
    ),
    "empty task": (
        "### BEGIN SOLUTION\n# TODO:\nx = 1\n### END SOLUTION\n",
        "x.py, line 1: the first line of a region",
    ),
    "empty region": (
        "### BEGIN SOLUTION\n### END SOLUTION\n",
        "x.py, line 1: the first line of a region",
    ),
    "begin mistyped": ("## begin solution\nx = 1\n", "x.py, line 1: '## begin solution' looks"),
    "end mistyped": (
        "### BEGIN SOLUTION\n# TODO: a\n###END SOLUTION\n",
        "x.py, line 3: '###END SOLUTION' looks like a marker and is none",
    ),
    "stub line outside": ("# STUB: x = 1\n", "x.py, line 1: '# STUB: x = 1' looks"),
    "stub line mistyped": (
        "### BEGIN SOLUTION\n# TODO: a\n#STUB: x = 1\n### END SOLUTION\n",
        "x.py, line 3: '#STUB: x = 1' looks",
    ),
    "a stub that is no Python": (
        "### BEGIN SOLUTION\n# TODO: a\n# STUB: x = = 1\nx = 1\n### END SOLUTION\n",
        "x.py: its stub is not valid Python: invalid syntax in line 2 of the stub",
    ),
}


@pytest.mark.parametrize(("solution", "sentence"), FAULTS.values(), ids=FAULTS.keys())
def test_a_faulty_marker_is_told_with_file_and_line(solution: str, sentence: str) -> None:
    with pytest.raises(ReleaseError) as caught:
        stub_text(solution, "x.py")
    assert str(caught.value).startswith(sentence)
    assert str(caught.value).endswith(".")


def test_only_stubs_that_changed_are_written(tiny: Course) -> None:
    stub = tiny.stubs_dir / "01_double_it.py"
    notebook = tiny.stubs_dir / "topograde.ipynb"
    assert stale_stubs(tiny) == [stub, notebook]
    assert write_stubs(tiny) == [stub, notebook]
    assert stub.read_text("utf-8") == stub_text(SOLUTION, "x.py")
    assert (stale_stubs(tiny), write_stubs(tiny)) == ([], [])


@pytest.mark.parametrize("old", [b"{}\n", b"\xff", b""], ids=["edited", "not text", "line ends"])
def test_a_stub_that_differs_is_stale_and_is_mended(tiny: Course, old: bytes) -> None:
    stub, notebook = write_stubs(tiny)
    for file in (stub, notebook):
        data = file.read_bytes()
        file.write_bytes(old or data.replace(b"\n", b"\r\n"))
        assert stale_stubs(tiny) == [file]
        assert write_stubs(tiny) == [file]
        assert file.read_bytes() == data


def test_a_solution_that_is_missing_is_named(tiny: Course) -> None:
    solution = tiny.solutions_dir / "01_double_it.py"
    solution.unlink()
    with pytest.raises(ReleaseError, match=r"01_double_it\.py, the solution of exercise double-it"):
        write_stubs(tiny)
    for data, said in (
        (b"\xff", r"01_double_it\.py is not UTF-8"),
        (b"x = 1\n", r"it\.py, line 1:"),
    ):
        solution.write_bytes(data)
        with pytest.raises(ReleaseError, match=said):
            stale_stubs(tiny)


def test_the_stubs_of_the_built_in_course_are_up_to_date() -> None:
    assert stale_stubs(load_course(default_course_dir())) == []
