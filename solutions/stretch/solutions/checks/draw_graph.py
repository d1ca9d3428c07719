"""Checks of the drawing: boxes, arrows, numbers, and any graph."""

from grader.checks import check, trap
from grader.programs.pytorch import load_torch

from .forward_mode import drawn_graph

LEAVES = [["leaf", "a", 2.0], ["leaf", "b", -3.0], ["leaf", "c", 10.0]]
LESSON = [*LEAVES, ["*", "d", "a", "b"], ["+", "L", "d", "c"]]
SHARED = [["leaf", "a", 2.0], ["*", "b", "a", "a"], ["tanh", "c", "b"], ["+", "L", "c", "b"]]
EQUAL = [["leaf", "a", 3.0], ["leaf", "b", 3.0], ["*", "L", "a", "b"]]

PARTS = ("The boxes (name, data, grad)", "The arrows (from, to)")


def description(steps):
    ### BEGIN SOLUTION
    # TODO: this is not handed out.
    torch = load_torch()
    nodes, inputs = {}, {}
    for kind, name, *items in steps:
        if kind == "leaf":
            nodes[name] = torch.tensor(items[0], dtype=torch.float64, requires_grad=True)
            inputs[name] = []
            continue
        operands = [nodes[item] for item in items]
        made = {"+": torch.add, "*": torch.mul, "tanh": torch.tanh}[kind](*operands)
        nodes[name], inputs[name] = made, items
    root = steps[-1][1]
    reached, waiting = {root}, [root]
    while waiting:
        new = set(inputs[waiting.pop()]) - reached
        reached |= new
        waiting += new
    names = sorted(reached)
    slopes = torch.autograd.grad(nodes[root], [nodes[name] for name in names])
    boxes = [[n, nodes[n].item(), s.item()] for n, s in zip(names, slopes, strict=True)]
    return [boxes, sorted([item, name] for name in names for item in inputs[name])]
    ### END SOLUTION


def slip(arguments, right, found):
    """What a wrong drawing shows, as far as its boxes and arrows say it."""
    boxes, arrows = found
    if boxes == right[0] and sorted([end, start] for start, end in arrows) == right[1]:
        return (
            "Each of your arrows runs the other way. From which of two nodes does data flow to the "
            "other?",
            ("to_dot", "draws an arrow"),
        )
    if boxes == right[0] and arrows == [list(e) for e in sorted({*map(tuple, right[1])})]:
        return "Two nodes have one arrow where an operand is used twice. What became of the second?"
    if len(boxes) < len(right[0]) and all(box in right[0] for box in boxes):
        values = [box[1] for box in boxes]
        if {*values} == {box[1] for box in right[0]} and len({*values}) == len(values):
            return (
                "Of nodes with equal numbers one has a box. By what does your code tell two nodes "
                "apart?"
            )
    pairs = [
        pair
        for box, other in zip(boxes, right[0], strict=False)
        for pair in zip(box, other, strict=True)
    ]
    if len(boxes) == len(right[0]) and any(
        all(a == b or (isinstance(a, float) and a == round(b, digits)) for a, b in pairs)
        for digits in range(7)
    ):
        return "Your numbers are rounded. Write them in full.", (
            "to_dot",
            "rounds",
        )
    return ""


@check(points=1)
def test_lesson(grades):
    """L = a*b + c has five boxes, four arrows, and its numbers."""
    how = {"given": "steps = LESSON  # of your file", "draws": "graph"}
    grades.call("described", LESSON, like=description, parts=PARTS, reading=slip, **how)


@check(points=1, after=test_lesson)
def test_two_arrows(grades):
    """`a + a` has one box for `a`, and two arrows from it."""
    steps = [["leaf", "a", 3.0], ["+", "b", "a", "a"]]
    grades.call("described", steps, like=description, parts=PARTS, reading=slip, draws="graph")


@check(points=1, after=test_lesson)
def test_shared_nodes(grades):
    """A node with two consumers has one box; two nodes with equal numbers have two."""
    grades.call("described", SHARED, like=description, parts=PARTS, reading=slip)
    grades.call("described", EQUAL, like=description, parts=PARTS, reading=slip)


@trap(points=2, after=test_lesson)
def test_any_graph(grades):
    """Any graph has the right boxes, arrows and numbers."""
    for _ in range(4):
        grades.call(
            "described", grades.drawn(drawn_graph), like=description, parts=PARTS, reading=slip
        )
