"""Checks of forward mode: each rule, shared nodes, any calculation, and what agrees with it."""

import math
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


def by_rules(steps, leaf, of_product, of_tanh):
    """The value and the slope with these rules, of values and slopes."""
    values, slopes = {}, {}
    for kind, name, *items in steps:
        if kind == "leaf":
            values[name], slopes[name] = items[0], float(name == leaf)
            continue
        held = [values[item] for item in items], [slopes[item] for item in items]
        if kind == "tanh":
            values[name] = math.tanh(*held[0])
            slopes[name] = of_tanh(held[0][0], held[1][0])
        else:
            values[name] = math.prod(held[0]) if kind == "*" else sum(held[0])
            slopes[name] = of_product(*held) if kind == "*" else sum(held[1])
    return [values[steps[-1][1]], slopes[steps[-1][1]]]


def product(values, slopes):
    return slopes[0] * values[1] + values[0] * slopes[1]


def tanh(value, slope):
    return (1 - math.tanh(value) ** 2) * slope


def product_of_slopes(steps, leaf):
    """Your product stands still when one factor moves and the other stays. How fast does a*b move
    then?"""
    return by_rules(steps, leaf, lambda values, slopes: math.prod(slopes), tanh)


def left_alone(steps, leaf):
    """Only the left factor moves in your product. What does the right one add when it moves?"""
    return by_rules(steps, leaf, lambda values, slopes: slopes[0] * values[1], tanh)


def right_alone(steps, leaf):
    """Only the right factor moves in your product. What does the left one add when it moves?"""
    return by_rules(steps, leaf, lambda values, slopes: values[0] * slopes[1], tanh)


def own_value(steps, leaf):
    """In your product each factor's slope is multiplied by its own value. If a moves and b stays,
    how fast does a*b move?"""
    return by_rules(steps, leaf, lambda v, slopes: v[0] * slopes[0] + v[1] * slopes[1], tanh)


def tanh_alone(steps, leaf):
    """The slope of your tanh is that of tanh by itself. How fast does its input move?"""
    return by_rules(steps, leaf, product, lambda value, slope: tanh(value, 1.0))


def tanh_of_the_input(steps, leaf):
    """Your tanh takes 1 - x**2 of its input. Of what is the square in its slope?"""
    return by_rules(steps, leaf, product, lambda value, slope: (1 - value * value) * slope)


WRONG = product_of_slopes, left_alone, right_alone, own_value, tanh_alone, tanh_of_the_input


def misjudged(arguments, right, found):
    """Which gradients were looked at, as far as an answer shows it."""
    steps, gradients = arguments
    leaves = [*gradients]
    if found is True and not right and agreed_of(steps, gradients, leaves[:1]):
        told = "The first leaf agrees, and another does not. What ends your loop before that one?"
        return told, ("agrees", "returns in a loop")
    if found is True and not right and agreed_of(steps, gradients, leaves[-1:]):
        return "The last leaf agrees, and an earlier one does not. What becomes of its answer?"
    if found is False and right:
        return "They agree, except for rounding. How large a difference does your code allow?"
    return ""


def agreed_of(steps, gradients, leaves):
    slopes = {leaf: by_rules(steps, leaf, product, tanh)[1] for leaf in leaves}
    return all(abs(gradients[e] - s) <= 1e-9 * max(1, abs(s)) for e, s in slopes.items())


def agreed(steps, gradients):
    ### BEGIN SOLUTION
    # TODO: this is not handed out.
    slopes = {leaf: walked(steps, leaf)[1] for leaf in gradients}
    return all(
        abs(gradients[e] - slope) <= 1e-9 * max(1, abs(slope)) for e, slope in slopes.items()
    )
    ### END SOLUTION


def drawn_graph(
    rng: random.Random, kinds: str = "+ * + * tanh *", largest: float = 1.5
) -> list[list[object]]:
    """Three leaves, and operations of these kinds in any order, each of the one before it.

    One of them takes a node twice, in each graph: what a mistake costs does not depend on the draw.
    """
    steps: list[list[object]] = [
        ["leaf", name, round(rng.uniform(-largest, largest), 3)] for name in ("a", "b", "c")
    ]
    order = kinds.split()
    rng.shuffle(order)
    twice = rng.choice([number for number, kind in enumerate(order) if kind != "tanh"])
    for number, kind in enumerate(order):
        before = steps[-1][1]
        other = before if number == twice else rng.choice([step[1] for step in steps[:-1]])
        name = "L" if number == len(order) - 1 else f"n{number}"
        steps.append([kind, name, before] if kind == "tanh" else [kind, name, before, other])
    return steps


@check(points=1)
def test_rules(grades):
    """A sum, a product and tanh have the right value and the right slope for each leaf."""
    for kind in "+*":
        for leaf in "ab":
            steps = [*LEAVES[:2], [kind, "L", "a", "b"]]
            grades.call("forward", steps, leaf, like=walked, parts=BOTH, wrong=WRONG)
    steps = [["leaf", "a", 0.5], ["tanh", "L", "a"]]
    grades.call("forward", steps, "a", like=walked, parts=BOTH, wrong=WRONG)


@check(points=1, after=test_rules)
def test_showcase(grades):
    """L = (a*b + c) * (a + b) at 2, 3, 1 has the slopes 22, 17 and 5."""
    for leaf in GRADIENTS:
        grades.call(
            "forward", SHOWCASE, leaf, like=walked, parts=BOTH, wrong=WRONG, given=OF_YOUR_FILE
        )


@check(points=1, after=test_rules)
def test_agrees(grades):
    """Right gradients agree, but for rounding; one that is wrong, in any place, does not."""
    about_right = [GRADIENTS, {**GRADIENTS, "a": 22.0 * (1 + 1e-13)}]
    about_right += [{**GRADIENTS, "a": 22.0 * (1 + 1e-10)}]
    wrong = [
        {**GRADIENTS, leaf: GRADIENTS[leaf] + by} for by in (0.001, 1e-6) for leaf in GRADIENTS
    ]
    for gradients in (*about_right, *wrong):
        grades.call(
            "agrees", SHOWCASE, gradients, like=agreed, reading=misjudged, given=OF_YOUR_FILE
        )
    for near_zero in (1e-10, 1e-6):
        grades.call("agrees", UNUSED, {"a": 4.0, "b": near_zero}, like=agreed, reading=misjudged)


@trap(points=1, after=test_rules)
def test_any_calculation(grades):
    """Any calculation has PyTorch's value and slopes, also for a leaf that nothing uses."""
    for _ in range(3):
        steps = grades.drawn(drawn_graph)
        for leaf in "abc":
            grades.call("forward", steps, leaf, like=walked, parts=BOTH, wrong=WRONG)
    unused = [["leaf", "a", DRAWN], ["leaf", "b", DRAWN], ["*", "L", "a", "a"]]
    grades.call("forward", unused, "b", like=walked, parts=BOTH, wrong=WRONG)
