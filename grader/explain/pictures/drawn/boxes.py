"""What a drawing says of a graph, whatever it is drawn with: boxes, arrows, and sentences.

`boxes_of(picture)` turns a picture (see `pictures.picture`) into boxes; `sentences(picture)` puts
into words in which order the rules ran, where that was wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, SupportsFloat, SupportsIndex

from grader.judging.picture import Picture, PictureNode, PictureStep
from grader.text import decimal, listed

MARK_WORDS: Final[Mapping[str, str]] = {
    "first_wrong": "first wrong",
    "consequence": "follows from it",
    "wrong": "wrong",
}
"""How a mark of a picture is written."""

UNKNOWN: Final = "?"
MOST_TEXT: Final = 40
MOST_SENTENCES: Final = 3


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a box: what it is ("yours"; "" for a line of its own), its text, its class.

    room: letters to keep free for the text, where a page will write others in its place.
    """

    key: str
    text: str
    kind: str
    room: int = 0


@dataclass(frozen=True, slots=True)
class Box:
    """One node as it is drawn. `inputs` are numbers of boxes, one for each arrow."""

    title: str
    rows: tuple[Row, ...]
    inputs: tuple[int, ...]
    classes: tuple[str, ...]

    @property
    def words(self) -> str:
        """The box read aloud."""
        parts = [f"{row.key} {row.text}".strip() for row in self.rows]
        return f"{self.title}: {', '.join(parts)}" if parts else self.title


def boxes_of(picture: Picture) -> list[Box]:
    """A box for each node: data, the student's gradient, PyTorch's, and the mark in words."""
    return [_box(picture, number) for number in range(len(picture.nodes))]


def _box(picture: Picture, place: int) -> Box:
    node, is_root = picture.nodes[place], place == picture.root
    mark = node.mark
    data, yours, expected = numbers_of(node)
    rows = [
        Row("data", data, "data"),
        Row("yours", yours, "yours", _room(picture.yours, place)),
        Row("PyTorch", expected, "expected", _room(picture.right, place)),
    ]
    if mark:
        rows.append(Row("", MARK_WORDS[mark], "mark"))
    classes = ["leaf" if not node.inputs else "inner"]
    if is_root:
        classes.append("root")
    if mark:
        classes.append(mark.replace("_", "-"))
    return Box(title_of(node), tuple(rows), tuple(node.inputs), tuple(classes))


def _room(steps: Sequence[PictureStep] | None, place: int) -> int:
    return max((len(number(step.grads[place])) for step in steps or ()), default=0)


def title_of(node: PictureNode) -> str:
    """ "b = a*3", or "a" for a leaf."""
    name, label = clean(node.name), clean(node.label)
    return f"{name} = {label}" if label and node.inputs else name


def numbers_of(node: PictureNode) -> tuple[str, str, str]:
    """Data, the student's gradient and PyTorch's: six digits, ten where six look the same."""
    if len(node.shown) == 3:
        return clean(node.shown[0]), clean(node.shown[1]), clean(node.shown[2])
    yours, expected = number(node.yours), number(node.expected)
    if node.mark and yours == expected:
        yours, expected = number(node.yours, 10), number(node.expected, 10)
    return number(node.data), yours, expected


def number(value: object, digits: int = 6) -> str:
    """A number as it is drawn, "?" for one that is not known."""
    if not isinstance(value, float | str | SupportsFloat | SupportsIndex):  # float: the cheap test
        return UNKNOWN
    try:
        return decimal(float(value), digits)
    except (TypeError, ValueError, OverflowError):
        return UNKNOWN


def clean(text: object) -> str:
    """The text on one line, without control and direction characters, cut where it is long."""
    shown = "".join(c if c.isprintable() else " " for c in str(text)[: 4 * MOST_TEXT])
    shown = " ".join(shown.split())
    return shown if len(shown) <= MOST_TEXT else shown[: MOST_TEXT - 2].rstrip() + ".."


def headline(picture: Picture) -> str:
    """One sentence on the whole: how many nodes, and the first wrong one."""
    nodes = picture.nodes
    root = clean(nodes[picture.root].name)
    line = f"The graph of {root}: {len(nodes)} nodes"
    for mark, told in (("first_wrong", "the first wrong gradient is at"), ("wrong", "wrong at")):
        marked = [clean(node.name) for node in nodes if node.mark == mark]
        if marked:
            return f"{line}, {told} {listed(marked)}."
    return f"{line}."


def sentences(picture: Picture) -> list[str]:
    """What was wrong with the order in which the rules ran, where that was noted; at most three."""
    steps, nodes = picture.yours, picture.nodes
    if not steps:
        return []
    ran = [step.node for step in steps]
    told = []
    for number_, node in reversed([*enumerate(nodes)]):
        if not node.inputs:
            continue
        name = clean(node.name)
        if number_ not in ran:
            told.append(missing_rule(picture, name))
            continue
        late = [
            clean(consumer.name)
            for place, consumer in enumerate(nodes)
            if number_ in consumer.inputs and ran.index(number_) < _last(ran, place)
        ]
        if late:
            told.append(
                f"The rule of {name} ran before that of {listed(late)}: "
                f"a contribution to {name}'s gradient was still on its way."
            )
        elif ran.count(number_) > 1:
            told.append(f"The rule of {name} ran {ran.count(number_)} times.")
    return told[:MOST_SENTENCES]


def missing_rule(picture: Picture, name: str) -> str:
    """That a rule is not among the steps, which are those of the last call."""
    when = "did not run in the last call" if picture.calls > 1 else "never ran"
    return f"The rule of {name} {when}."


def _last(ran: Sequence[int], node: int) -> int:
    return max((place for place, each in enumerate(ran) if each == node), default=-1)
