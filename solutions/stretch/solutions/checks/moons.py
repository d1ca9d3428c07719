"""Checks of the training: the network, one step, several steps, and drawn starts."""

import math

from grader.checks import DRAWN, check, trap
from grader.programs.pytorch import load_torch

POINTS = [[1.0, 0.0], [0.2, 0.9], [0.5, -0.4], [1.8, 0.1]]
LABELS = [1.0, 1.0, -1.0, -1.0]
ANGLES = [math.pi * i / 9 for i in range(10)]
MOONS = [[math.cos(t), math.sin(t)] for t in ANGLES]
MOONS += [[1 - math.cos(t), 0.5 - math.sin(t)] for t in ANGLES]
MOON_LABELS = [1.0] * 10 + [-1.0] * 10
START = [round(1.5 * math.sin(1 + 2 * k), 3) for k in range(33)]
NUMBERS = [round(0.7 * math.sin(1 + 5 * k), 3) for k in range(33)]
THESE_NUMBERS = "numbers = [round(0.7 * math.sin(1 + 5 * k), 3) for k in range(33)]"
THESE_MOONS = "points, labels = moons()  # of your file\n" + THESE_NUMBERS.replace(
    "0.7 * math.sin(1 + 5 * k)", "1.5 * math.sin(1 + 2 * k)"
)
BOTH = ("The losses", "The numbers in the end")


def outputs(points, numbers):
    ### BEGIN SOLUTION
    # TODO: this is not handed out.
    layer = (points @ numbers[:24].reshape(8, 3)[:, :2].T + numbers[:24].reshape(8, 3)[:, 2]).tanh()
    return (layer @ numbers[24:32] + numbers[32]).tanh()
    ### END SOLUTION


def output(x, y, numbers):
    ### BEGIN SOLUTION
    # TODO: this is not handed out.
    torch = load_torch()
    return outputs(*(torch.tensor(e, dtype=torch.float64) for e in ([[x, y]], numbers))).item()
    ### END SOLUTION


def trained(points, labels, numbers, steps, rate):
    ### BEGIN SOLUTION
    # TODO: this is not handed out.
    torch = load_torch()
    points, labels = (torch.tensor(each, dtype=torch.float64) for each in (points, labels))
    parameters = torch.tensor(numbers, dtype=torch.float64, requires_grad=True)
    losses = []
    for _ in range(steps):
        loss = ((outputs(points, parameters) - labels) ** 2).sum()
        (slopes,) = torch.autograd.grad(loss, parameters)
        parameters = (parameters - rate * slopes).detach().requires_grad_()
        losses.append(loss.item())
    return [losses, parameters.tolist()]
    ### END SOLUTION


def layered(x, y, numbers, group=lambda k: (3 * k, 3 * k + 1, 3 * k + 2), neurons=8, top=32):
    """The network, its neurons made of the numbers at these places."""
    layer = []
    for places in map(group, range(neurons)):
        first, second, bias = (numbers[place] for place in places)
        layer.append(math.tanh(x * first + y * second + bias))
    on_top = math.fsum(w * out for w, out in zip(numbers[24:32], layer, strict=False))
    return math.tanh(on_top + numbers[top])


def strided(x, y, numbers):
    """Yours takes numbers that are eight places apart for one neuron. The three of each stand side
    by side: which are those of the second neuron?"""
    return layered(x, y, numbers, group=lambda k: (k, k + 8, k + 16))


def bias_first(x, y, numbers):
    """Yours takes the first of each three numbers as the bias. Which of the three is it?"""
    return layered(x, y, numbers, group=lambda k: (3 * k + 1, 3 * k + 2, 3 * k))


def overlapping(x, y, numbers):
    """Each of your neurons takes its three numbers one place after the one before. How far on does
    the next neuron begin?"""
    return layered(x, y, numbers, group=lambda k: (k, k + 1, k + 2))


def seven(x, y, numbers):
    """Seven neurons are in your sum, and eight are asked for. What does your loop count to?"""
    return layered(x, y, numbers, neurons=7)


def other_bias(x, y, numbers):
    """The bias of the neuron on top is the last weight in yours. At which place is the last of 33
    numbers?"""
    return layered(x, y, numbers, top=31)


for each in (strided, bias_first, overlapping):
    each.place = "network", "slices"
seven.place = "network", "loops"
other_bias.place = "network", "returns"
WRONG = (strided, bias_first, overlapping, seven, other_bias)


def same(some, others):
    return all(
        math.isclose(a, b, rel_tol=1e-6, abs_tol=1e-9) for a, b in zip(some, others, strict=True)
    )


def slip(arguments, right, found):
    """What a wrong training shows, as far as its numbers say it."""
    numbers = arguments[2]
    losses, after = found
    if same(after, numbers):
        return "No parameter has moved.", ("train", "moves data")
    if len(losses) == 1 and same(
        after, [2 * a - b for a, b in zip(numbers, right[1], strict=True)]
    ):
        return (
            "Each parameter moves as far as it should, but uphill: its gradient points to where "
            "the loss grows.",
            ("train", "moves data"),
        )
    if len(losses) > 1 and same(losses[:2], [right[0][0], right[0][0] + right[0][1]]):
        return (
            "The loss of your second step has that of the first in it. With what does the sum of "
            "a step begin?"
        )
    if len(losses) > 2 and same(losses[:2], right[0][:2]) and not same(losses[2:3], right[0][2:3]):
        return (
            "The losses before and after your first step are right, and the loss after the second "
            "is not. What is left in the parameters' "
            "`grad` when the second `backward()` begins? Clear it with `zero_grad`.",
            ("train", "runs backward"),
        )
    return ""


@check(points=1)
def test_network(grades):
    """The network is eight neurons and one neuron on top, in the order of the parameters."""
    for x, y in POINTS:
        grades.call("output", x, y, NUMBERS, like=output, given=THESE_NUMBERS, wrong=WRONG)


@check(points=2, after=test_network)
def test_one_step(grades):
    """One step has PyTorch's loss and moves every parameter as PyTorch does."""
    how = {"like": trained, "parts": BOTH, "given": THESE_NUMBERS, "reading": slip}
    grades.call("train", POINTS, LABELS, NUMBERS, 1, 0.05, **how)


@check(points=2, after=test_one_step)
def test_steps(grades):
    """Each of several steps: numbers of the step before, a new loss, gradients that begin at 0."""
    how = {"like": trained, "parts": BOTH, "reading": slip}
    grades.call("train", POINTS, LABELS, NUMBERS, 4, 0.05, **how, given=THESE_NUMBERS)
    how |= {"given": THESE_MOONS, "draws": "plane"}
    grades.call("train", MOONS, MOON_LABELS, START, 20, 0.02, **how)


@trap(points=3, after=test_steps)
def test_any_start(grades):
    """From any start, with any points, the losses and the parameters are PyTorch's."""
    numbers = grades.drawn(lambda rng: [round(rng.uniform(-0.9, 0.9), 3) for _ in range(33)])
    rate = grades.drawn(lambda rng: round(rng.uniform(0.01, 0.05), 4))
    points = [[DRAWN, DRAWN] for _ in range(6)]
    how = {"like": trained, "parts": BOTH, "reading": slip}
    grades.call("train", points, [1.0, -1.0] * 3, numbers, 5, rate, **how)
