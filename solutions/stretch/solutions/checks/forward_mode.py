"""Checks of forward mode: each rule, shared nodes, any calculation, and what agrees with it."""

import random

from grader.checks import DRAWN, check, trap
from grader.programs.pytorch import load_torch

LEAVES = [["leaf", "a", 2.0], ["leaf", "b", 3.0], ["leaf", "c", 1.0]]
SHOWCASE = [
    *LEAVES,
    *(["*", "d", "a", "b"], ["+", "e", "d", "c"], ["+", "f", "a", "b"], ["*", "L", "e", "f"]),
]
GRADIENTS = {"a": 22.0, "b": 17.0, "c": 5.0}
UNUSED = [["leaf", "a", 2.0], ["leaf", "b", 3.0], ["*", "L", "a", "a"]]
OF_YOUR_FILE = "steps = SHOWCASE  # of your file"
BOTH = ("The value", "The slope")


def walked(steps, leaf):
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
    root = nodes[steps[-1][1]]
    (slope,) = torch.autograd.grad(root, [nodes[leaf]], allow_unused=True)
    return [root.item(), 0.0 if slope is None else slope.item()]
    ### END SOLUTION


def agreed(steps, gradients):
    ### BEGIN SOLUTION
    # TODO: this is not handed out.
    slopes = {leaf: walked(steps, leaf)[1] for leaf in gradients}
    return all(
        abs(gradients[e] - slope) <= 1e-9 * max(1, abs(slope)) for e, slope in slopes.items()
    )
    ### END SOLUTION


def drawn_graph(rng: random.Random) -> list[list[object]]:
    """Three leaves and six operations, each of which uses the one before it."""
    steps: list[list[object]] = [
        ["leaf", name, round(rng.uniform(-1.5, 1.5), 3)] for name in ("a", "b", "c")
    ]
    for number in range(6):
        before = steps[-1][1]
        other = rng.choice([step[1] for step in steps])
        kind = rng.choice(["+", "*", "+", "*", "tanh"])
        name = "L" if number == 5 else f"n{number}"
        steps.append([kind, name, before] if kind == "tanh" else [kind, name, before, other])
    return steps


@check(points=1)
def test_rules(grades):
    """A sum, a product and tanh have the right value and the right slope for each leaf."""
    for kind in "+*":
        for leaf in "ab":
            steps = [*LEAVES[:2], [kind, "L", "a", "b"]]
            grades.call("forward", steps, leaf, like=walked, parts=BOTH)
    steps = [["leaf", "a", 0.5], ["tanh", "L", "a"]]
    grades.call("forward", steps, "a", like=walked, parts=BOTH)


@check(points=1, after=test_rules)
def test_showcase(grades):
    """L = (a*b + c) * (a + b) at 2, 3, 1 has the slopes 22, 17 and 5."""
    for leaf in GRADIENTS:
        grades.call("forward", SHOWCASE, leaf, like=walked, parts=BOTH, given=OF_YOUR_FILE)


@check(points=1, after=test_rules)
def test_agrees(grades):
    """Right gradients agree, but for rounding; one that is wrong, in any place, does not."""
    about_right = [GRADIENTS, {**GRADIENTS, "a": 22.0 * (1 + 1e-13)}]
    about_right += [{**GRADIENTS, "a": 22.0 * (1 + 1e-10)}]
    wrong = [
        {**GRADIENTS, leaf: GRADIENTS[leaf] + by} for by in (0.001, 1e-6) for leaf in GRADIENTS
    ]
    for gradients in (*about_right, *wrong):
        grades.call("agrees", SHOWCASE, gradients, like=agreed, given=OF_YOUR_FILE)
    for near_zero in (1e-10, 1e-6):
        grades.call("agrees", UNUSED, {"a": 4.0, "b": near_zero}, like=agreed)


@trap(points=1, after=test_rules)
def test_any_calculation(grades):
    """Any calculation has PyTorch's value and slopes, also for a leaf that nothing uses."""
    for _ in range(3):
        steps = grades.drawn(drawn_graph)
        for leaf in "abc":
            grades.call("forward", steps, leaf, like=walked, parts=BOTH)
    unused = [["leaf", "a", DRAWN], ["leaf", "b", DRAWN], ["*", "L", "a", "a"]]
    grades.call("forward", unused, "b", like=walked, parts=BOTH)
