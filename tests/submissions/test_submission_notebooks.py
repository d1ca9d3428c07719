"""Notebooks as students save them: magics, tags, check cells, old formats, broken files."""

from __future__ import annotations
import __future__

import ast
import json
import warnings
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.submissions.sources.collected import Source
from grader.submissions.sources.notebook import plain_python
from grader.submissions.submission import Submission, read_submission
from tests.support.submission_samples import COURSE, ENGINE, code, notebook, prose, write


def read(path: Path, only: str | None = None) -> Submission:
    return read_submission(path, COURSE, only)


def engine(tmp_path: Path, *cells: Any, **extra: Any) -> Source:
    submission = read(write(tmp_path / "engine.ipynb", notebook(*cells, **extra)))
    assert submission.faults == ()
    return submission.sources["engine"]


def sentence(tmp_path: Path, content: str | bytes) -> str:
    submission = read(write(tmp_path / "engine.ipynb", content))
    assert not submission.sources
    [fault] = submission.faults
    return fault.sentence


# Cells.


def test_the_code_cells_are_the_source_in_order(tmp_path: Path) -> None:
    source = engine(
        tmp_path, prose("# title"), code("x = 1"), prose("more"), code(["y = '\ud83d'\n", "z"])
    )
    assert source.cells == ("x = 1", "y = '?'\nz")  # half an emoji is replaced
    assert source.is_notebook
    assert source.future_flags == (0, 0)
    assert source.notices == ()
    assert source.name == "engine.ipynb"


def test_an_oddly_named_notebook_is_recognised_by_any_of_its_cells(tmp_path: Path) -> None:
    cells = (code("%matplotlib inline\nimport torch"), code(ENGINE), code("Value(1)"))
    submission = read(write(tmp_path / "Untitled7.ipynb", notebook(*cells)))
    assert list(submission.sources) == ["engine"]
    assert submission.flags == ("notebook",)
    none = read(write(tmp_path / "Untitled8.ipynb", notebook(code("x = 1"))))
    assert not none.sources
    assert "rename it" in none.faults[0].sentence


def test_an_exercise_is_every_cell_up_to_the_last_with_its_tag(tmp_path: Path) -> None:
    cells = [
        code("a = 1"),
        code("b = 2", "build-topo"),
        code("c = 3"),
        code("d = 4", "topograde:build-topo", "other"),
        code("e = 5", "Topograde:04_backward"),
        code("f = 6"),
    ]
    submission = read(write(tmp_path / "week2.ipynb", notebook(*cells)))
    assert {key: len(source.cells) for key, source in submission.sources.items()} == {
        "build-topo": 4,
        "backward": 5,
    }
    assert "engine" not in read(tmp_path / "week2.ipynb", "engine").sources  # its tags say another
    checked = engine(tmp_path, code("x = 1", "topograde-check"), code("y = 2"))
    assert checked.cells == ("", "y = 2")
    untagged = read(write(tmp_path / "hw4.ipynb", notebook(code("a = 1"), code("b = 2"))), "engine")
    assert len(untagged.sources["engine"].cells) == 2


@pytest.mark.parametrize(
    "cell",
    [
        "from grader.notebook import check\ncheck('backward')",
        "import grader.notebook\ngrader.notebook.check(1)",
        "from grader import notebook\nnotebook.draw(Value(1))",
        "check('backward')",
        "draw(a * b)  # look",
    ],
)
def test_our_own_check_cells_are_not_run(tmp_path: Path, cell: str) -> None:
    source = engine(tmp_path, code(ENGINE), code(cell), code("x = 1"))
    assert [text.strip() for text in source.cells] == [ENGINE.strip(), "", "x = 1"]
    assert source.cells[1].count("\n") == cell.count("\n")


@pytest.mark.parametrize("cell", ["check('a')\nx = 1", "def check(): ...", "obj.check()", "'doc'"])
def test_a_students_own_cell_is_no_check_cell(tmp_path: Path, cell: str) -> None:
    assert engine(tmp_path, code(cell)).cells == (cell,)


def test_imports_from_the_future_carry_over(tmp_path: Path) -> None:
    source = engine(
        tmp_path,
        code("x = 1"),
        code("'doc'\nfrom __future__ import annotations\ny = 1"),
        code("class Node:\n    next: Nowhere"),
        code("z: Nowhere = 3\nfrom __future__ import division"),
        code("z: Nowhere = 3"),
    )
    flag = __future__.annotations.compiler_flag
    assert source.future_flags == (0, 0, flag, flag, flag)
    by_name = "class Node:\n    next: Nowhere"
    assert source.cells[2] == by_name
    annotations = compile(by_name, "cell", "exec", source.future_flags[2], dont_inherit=True)
    plain = compile(by_name, "cell", "exec", source.future_flags[1], dont_inherit=True)
    assert annotations.co_flags & flag
    assert not plain.co_flags & flag


# Magics.

MAGICS = [
    ("%matplotlib inline\nx = 1", "#\nx = 1"),
    ("!pip install torch\nx = 1", "#\nx = 1"),
    ("!!ls\nx", "#\nx"),
    ("pip install torch", "#"),
    ("if x:\n    %timeit f()\ny = 2", "if x:\n    pass\ny = 2"),
    ("for i in y:\n\t!echo 'it\"s\n\tz = 1", "for i in y:\n\tpass\n\tz = 1"),
    ("files = !ls *.py\nx = 1", "#\nx = 1"),
    ("a, b = !ls\nx = 1", "#\nx = 1"),
    ("t = %timeit -o f()\nx = 1", "#\nx = 1"),
    ("d['k'] = %sx ls", "#"),
    ("Value?\nx = 1", "#\nx = 1"),
    ("a.b[0].c??\nx = 1", "#\nx = 1"),
    ("?Value\nx = 1", "#\nx = 1"),
    ("%timeit?\nx = 1", "#\nx = 1"),
    ("!curl a \\\n  b \\\n  c\nx = 1", "#\n\n\nx = 1"),
    ("%time x = f(1)\ny = 2", "x = f(1)\ny = 2"),
    ("%%time\nx = 1", "#\nx = 1"),
    ("\n%%capture out\n%matplotlib inline\nx = 1", "\n#\n#\nx = 1"),
    ("%%time\nfrom __future__ import annotations", "#\nfrom __future__ import annotations"),
    ("%matplotlib inline\nfrom __future__ import annotations", None),
    ("%%bash\necho 'x\nrm x", "\n\n"),
    ("%%html\n<b>", "\n"),
    ("%%writefile f.py\nx = 1", "\n"),
    ("%%timeit\nx = 1", "\n"),
    ("%%\nx = 1", "\n"),
    # What only looks like one stays.
    (
        "%matplotlib inline\nx = '''\n%no magic\n!none\nx?\n'''",
        "#\nx = '''\n%no magic\n!none\nx?\n'''",
    ),
    ('!ls\nx = """a\'\'\'\n%no\n""" + \'"""\'\ny?', '#\nx = """a\'\'\'\n%no\n""" + \'"""\'\n#'),
    ("!ls\nx = (a\n  % b)", "#\nx = (a\n  % b)"),
    ("!ls\nx = a \\\n  % b", "#\nx = a \\\n  % b"),
    ("!ls\nx = 'a\\\n%b'\n%c", "#\nx = 'a\\\n%b'\n#"),
    ("!ls\nx = 1  # really?", "#\nx = 1  # really?"),
    ("!ls\nx = '(' + \"[\"  # {\n%pwd", "#\nx = '(' + \"[\"  # {\n#"),
    ("!ls\na != b", "#\na != b"),
    ("x = 5 % 3\ny = '%d?' % x", "x = 5 % 3\ny = '%d?' % x"),
    ("x = [\n%magic\n", "x = [\n%magic\n"),
    ("pip = 1\npip", "pip = 1\npip"),
    # As IPython does.
    ("  x = 1\n  !ls\n  y = 2", "x = 1\n#\ny = 2"),
    ("get_ipython().run_line_magic('a', 'b')\nx = 1", "pass\nx = 1"),
]


@pytest.mark.parametrize(("cell", "plain"), MAGICS)
def test_magics_go_and_lines_stay(cell: str, plain: str | None) -> None:
    found = plain_python(cell)
    if plain is not None:
        assert found.text == plain
    assert found.text.count("\n") == cell.count("\n")
    if "x = [" not in cell:
        ast.parse(found.text)


def test_the_student_is_told_what_was_left_out(tmp_path: Path) -> None:
    source = engine(
        tmp_path,
        prose("title"),
        code(ENGINE),
        code("x = 1\n\n%matplotlib inline\n!echo " + "x" * 100),
        code("%%bash\necho 1\necho 2"),
    )
    assert source.notices[0] == (
        "cell 2, line 3: `%matplotlib inline` was left out: only Python is run"
    )
    assert source.notices[1].startswith("cell 2, line 4: `!echo xxx")
    assert len(source.notices[1]) < 120
    assert source.notices[2] == (
        "cell 3, line 1: `%%bash`: the whole cell was left out, only Python is run"
    )


def test_notices_are_those_of_the_exercises_own_cells_and_not_without_end(tmp_path: Path) -> None:
    cells = [code("!ls\nx = 1", "backward"), code("!ls\n" * 40 + ENGINE, "engine")]
    submission = read(write(tmp_path / "all.ipynb", notebook(*cells)))
    assert len(submission.sources["backward"].notices) == 1
    assert len(submission.sources["engine"].notices) == 21
    assert "21 more" in submission.sources["engine"].notices[-1]


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="%!?x=1 \n\\'\"#()[]{}:;,.", max_size=60))
def test_valid_python_is_never_touched_and_lines_never_move(cell: str) -> None:
    plain = plain_python(cell)
    assert plain.text.count("\n") == cell.count("\n")
    try:
        with warnings.catch_warnings(action="ignore"):
            ast.parse(cell)
    except (SyntaxError, ValueError):
        return
    assert plain.text == cell
    assert plain.left_out == ()


# Files.


def test_a_py_written_by_jupyter_is_read_without_its_magics(tmp_path: Path) -> None:
    text = "# In[1]:\n\nget_ipython().run_line_magic('matplotlib', 'inline')\n" + ENGINE
    source = read(write(tmp_path / "engine.py", text)).sources["engine"]
    assert source.cells[0].split("\n")[2] == "pass"
    assert source.notices[0].startswith("line 3: `get_ipython()")


def test_a_notebook_named_py_is_read_as_a_notebook(tmp_path: Path) -> None:
    source = read(write(tmp_path / "engine.py", notebook(code("x = 1")))).sources["engine"]
    assert source.is_notebook
    assert "read as one" in source.notices[0]


@pytest.mark.parametrize("version", [1, 2, 3, 5, 10**30, "4", None, [], True])
def test_other_formats_are_named(tmp_path: Path, version: object) -> None:
    found = sentence(tmp_path, notebook(code(ENGINE), nbformat=version))
    assert "only format 4 is read" in found
    assert "open it in Jupyter" in found


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "is empty"),
        ("{", "not JSON (line 1)"),
        ("x = 1\n", "not JSON"),
        ("[]", "holds no cells"),
        ("{}", "no list of cells"),
        (b"\xff\xff", "not UTF-8"),
        (notebook(), "has no code cell"),
        (notebook(prose("only words")), "has no code cell"),
        (notebook(code(""), code("  \n# nothing")), "no code cell that can be run"),
        (notebook(code("%matplotlib inline"), code("%%bash\nls")), "no code cell that can be run"),
        (notebook(cells="x"), "no list of cells"),
        (notebook(cells=["x"]), "malformed"),
        (notebook(code(3)), "no text"),  # type: ignore[arg-type]
        (notebook(code(["a", 3])), "no text"),  # type: ignore[arg-type]
        (notebook(code("x = '\0'")), "NUL"),
        ("[" * 200_000, "nested too deeply"),
        ('{"cells": ' + '{"a": ' * 200_000, "nested too deeply"),
        ('{"nbformat": ' + "9" * 5_000 + "}", "not JSON"),
        (notebook(*[code("x = 1")] * 5_001), "5,000"),
        (notebook(code("#" * 1_000_001)), "1 MB"),
        ('{"worksheets": [{"cells": []}]}', "format 3, and only format 4 is read"),
        (notebook(code("x <- 1"), metadata={"kernelspec": {"language": "R"}}), "written in R"),
    ],
)
def test_a_malformed_notebook_is_named(tmp_path: Path, content: str | bytes, words: str) -> None:
    expected = "is not UTF-8 text" if words == "not UTF-8" else words
    assert expected in sentence(tmp_path, content)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)
CELLS = st.fixed_dictionaries(
    {},
    optional={
        "cell_type": st.sampled_from(["code", "markdown"]) | JSON,
        "source": st.sampled_from(["x = 1", ["x = 1\n", "!ls"]]) | JSON,
        "input": JSON,
        "metadata": st.fixed_dictionaries({}, optional={"tags": JSON}) | JSON,
    },
)


@settings(max_examples=300, deadline=None)
@given(
    st.fixed_dictionaries(
        {},
        optional={
            "nbformat": st.sampled_from([3, 4]) | JSON,
            "cells": st.lists(CELLS, max_size=3) | JSON,
            "worksheets": st.lists(st.fixed_dictionaries({"cells": st.lists(CELLS)})) | JSON,
            "metadata": JSON,
        },
    )
)
def test_no_json_raises(tmp_path_factory: pytest.TempPathFactory, book: Any) -> None:
    path = write(tmp_path_factory.mktemp("any") / "engine.ipynb", json.dumps(book))
    submission = read(path)
    assert submission.sources or submission.faults
