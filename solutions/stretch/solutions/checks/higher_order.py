"""Checks of second and third derivatives, against torch.autograd.grad(create_graph=True)."""

from functools import partial

from grader.checks import DRAWN, check, trap
from grader.programs.pytorch import load_torch

from .forward_mode import drawn_graph

TWO = [["leaf", "x2", 3.0], ["leaf", "x3", 4.0]]
MIXED = [*TWO, ["*", "s", "x2", "x2"], ["*", "p", "x2", "x3"], ["+", "y", "s", "p"]]
CUBE = [["leaf", "x", 2.0], ["*", "s", "x", "x"], ["*", "y", "s", "x"]]
BENT = [["leaf", "x", 0.5], ["tanh", "y", "x"]]

PARTS = ("The value", "The first derivatives", "The second derivatives")


def made(steps):
    ### BEGIN SOLUTION
    # TODO: this is not handed out.
    torch = load_torch()
    nodes = {}
    for kind, name, *items in steps:
        if kind == "leaf":
            nodes[name] = torch.tensor(items[0], dtype=torch.float64, requires_grad=True)
        else:
            operands = [nodes[item] for item in items]
            nodes[name] = {"+": torch.add, "*": torch.mul, "tanh": torch.tanh}[kind](*operands)
    return nodes[steps[-1][1]], [nodes[step[1]] for step in steps if step[0] == "leaf"]
    ### END SOLUTION


def slopes(root, leaves):
    ### BEGIN SOLUTION
    # TODO: this is not handed out.
    torch = load_torch()
    zero = [torch.zeros_like(leaf) for leaf in leaves]
    if not root.requires_grad:
        return zero
    found = torch.autograd.grad(root, leaves, create_graph=True, allow_unused=True)
    return [other if one is None else one for one, other in zip(found, zero, strict=True)]
    ### END SOLUTION


def second_derivatives(steps):
    ### BEGIN SOLUTION
    # TODO: this is not handed out.
    root, leaves = made(steps)
    first = slopes(root, leaves)
    second = [[each.item() for each in slopes(slope, leaves)] for slope in first]
    return [root.item(), [each.item() for each in first], second]
    ### END SOLUTION


def slip(arguments, right, found):
    """What wrong derivatives of y = x2*x2 + x2*x3 show, as far as their numbers say it."""
    _, first, second = found
    if first == right[1] and not any(map(any, second)):
        return (
            "The first derivatives are right, and those of them are all 0. They are results of "
            "operations only if a rule computes with nodes: does one of yours take their `data`?"
        )
    if first[0] in (3.0, 4.0) and first[1] == right[1][1]:
        return (
            "x2 is used three times, and one of its contributions is all that is left. What "
            "becomes of what is there when the next one comes?"
        )
    if first[0] in (6.0, 7.0) and first[1] == right[1][1]:
        return "x2 is used three times, twice by one product. Which contribution is missing?"
    return ""


def in_a_row(steps, times):
    ### BEGIN SOLUTION
    # TODO: this is not handed out.
    node, leaves = made(steps)
    found = [node.item()]
    for _ in range(times):
        (node,) = slopes(node, leaves)
        found.append(node.item())
    return found
    ### END SOLUTION


@check(points=1)
def test_mixed(grades):
    """y = x2*x2 + x2*x3 has the second derivatives 2 and 1, 1 and 0."""
    grades.call("derivatives", MIXED, like=second_derivatives, parts=PARTS, reading=slip)


@check(points=1)
def test_cube(grades):
    """y = x**3 at 2 has the derivatives 12, 12 and 6."""
    grades.call("one_after_another", CUBE, 3, gives=[8.0, 12.0, 12.0, 6.0])


@check(points=1)
def test_tanh(grades):
    """tanh has PyTorch's first three derivatives."""
    grades.call("one_after_another", BENT, 3, like=in_a_row)


@trap(points=3, after=(test_mixed, test_tanh))
def test_any_calculation(grades):
    """Any calculation has PyTorch's first and second derivatives."""
    for _ in range(4):
        graph = grades.drawn(partial(drawn_graph, kinds="* + * * tanh", largest=1.2))
        grades.call("derivatives", graph, like=second_derivatives, parts=PARTS)
    steps = [["leaf", "x", DRAWN], ["tanh", "t", "x"], ["*", "p", "t", "x"], ["tanh", "y", "p"]]
    grades.call("one_after_another", steps, 3, like=in_a_row)
