"""Checks of the neuron: the one of the notebook, and drawn ones."""

import math

from grader.checks import DRAWN, check, trap
from grader.programs.pytorch import load_torch

PARTS = (
    "The value",
    "The gradients of the inputs",
    "The gradients of the weights",
    "The gradient of the bias",
)


def answer(inputs, weights, bias, used=None, of_bias=1, bent=True):
    """What `run` gives if these inputs are used, and the bias is in the sum so often."""
    used = range(len(inputs)) if used is None else used
    total = of_bias * bias + math.fsum(inputs[i] * weights[i] for i in used)
    value = math.tanh(total) if bent else total
    slope = 1 - value * value if bent else 1.0
    of_inputs = [weights[i] * slope if i in used else 0.0 for i in range(len(inputs))]
    of_weights = [inputs[i] * slope if i in used else 0.0 for i in range(len(inputs))]
    return [value, of_inputs, of_weights, of_bias * slope]


def no_bias(inputs, weights, bias):
    """The bias is not in your sum. Which name holds it, and does a later line replace that?"""
    return answer(inputs, weights, bias, of_bias=0)


def not_bent(inputs, weights, bias):
    """Yours is the sum itself. What should tanh be asked of, and is its result returned?"""
    return answer(inputs, weights, bias, bent=False)


def first_alone(inputs, weights, bias):
    """Only the first input and its weight are in your sum. What ends the loop after one round?"""
    return answer(inputs, weights, bias, used=[0])


def last_alone(inputs, weights, bias):
    """Only the last input and its weight are in your sum. Does each round go on from the sum of
    the round before?"""
    return answer(inputs, weights, bias, used=[len(inputs) - 1])


def last_alone_without_bias(inputs, weights, bias):
    """Only the last product is in your sum, and no bias. Does each round go on from the sum of the
    round before?"""
    return answer(inputs, weights, bias, used=[len(inputs) - 1], of_bias=0)


def bias_in_each_round(inputs, weights, bias):
    """The bias is in your sum once for each input. How often should it be added?"""
    return answer(inputs, weights, bias, of_bias=len(inputs))


no_bias.place = "neuron", "begins"
not_bent.place = "neuron", "returns"
first_alone.place = "neuron", "returns in a loop"
for each in (last_alone, last_alone_without_bias, bias_in_each_round):
    each.place = "neuron", "adds"


def value_alone(inputs, weights, bias):
    """The value is right, and no gradient gets through it. Does tanh take a node, or the number in
    one?"""
    nothing = [0.0] * len(inputs)
    return [answer(inputs, weights, bias)[0], nothing, nothing, 0.0]


value_alone.place = "neuron", "returns"

WRONG = (
    value_alone,
    no_bias,
    not_bent,
    first_alone,
    last_alone,
    last_alone_without_bias,
    bias_in_each_round,
)


@check(points=1)
def test_known_neuron(grades):
    """The neuron with inputs 2 and 0 has the gradients -1.5, 1, 0.5 and 0."""
    out = [0.7071067811865476, [-1.5, 0.5], [1.0, 0.0], 0.5]
    asked = [2.0, 0.0], [-3.0, 1.0], 6.8813735870195432
    grades.call("run", *asked, gives=out, parts=PARTS, wrong=WRONG)


@trap(points=1, after=test_known_neuron)
def test_any_neuron(grades):
    """Any neuron of three inputs has PyTorch's value and gradients."""

    def reference(inputs, weights, bias):
        ### BEGIN SOLUTION
        # TODO: this is not handed out.
        torch = load_torch()
        x, w, b = (
            torch.tensor(each, dtype=torch.float64, requires_grad=True)
            for each in (inputs, weights, bias)
        )
        out = torch.tanh((x * w).sum() + b)
        out.backward()
        return [out.item(), x.grad.tolist(), w.grad.tolist(), b.grad.item()]
        ### END SOLUTION

    grades.call("run", [DRAWN] * 3, [DRAWN] * 3, DRAWN, like=reference, parts=PARTS, wrong=WRONG)
