"""An engine in several files or cells gets every point.

`make verify` grades every unusual engine, `make corpus` every odd hand-in and every wrong one.
"""

from __future__ import annotations

from tests.support.engines import RIGHT
from tests.support.hand_ins import Grade, notebook, patched, source


def test_an_engine_in_a_sibling_file_gets_every_point(grade: Grade) -> None:
    text = "from core import *\nfrom core import Value as V\nimport helpers.more\n"
    siblings = {"core": RIGHT, "helpers/more": "from . import other\n", "helpers/other": "x = 1\n"}
    graded = grade("engine", source(text, **siblings))
    assert graded.not_passed == {}


def test_an_engine_in_the_cells_of_a_notebook_gets_every_point(grade: Grade) -> None:
    head, _, tail = RIGHT.partition("def build_topo")
    graded = grade(
        "engine",
        notebook(
            "import torch\nfrom graphviz import Digraph", head, "1 / 0", "def build_topo" + tail
        ),
    )
    assert graded.not_passed == {}
    assert any("cell 3" in notice and "ZeroDivisionError" in notice for notice in graded.notices)
    assert any("torch" in notice for notice in graded.notices)


def test_inner_nodes_may_hold_none_after_a_call(grade: Grade) -> None:
    """What they hold then is not judged."""
    run = "        for node in reversed(topo):\n            node._backward()\n"
    after = "        for node in topo:\n            node.grad = None if node._prev else node.grad\n"
    assert grade("engine", patched(RIGHT, (run, run + after))).not_passed == {}
