"""Checks of the neuron: the one of the notebook, and drawn ones."""

from grader.checks import DRAWN, check, trap
from grader.programs.pytorch import load_torch

PARTS = (
    "The value",
    "The gradients of the inputs",
    "The gradients of the weights",
    "The gradient of the bias",
)


@check(points=1)
def test_known_neuron(grades):
    """The neuron with inputs 2 and 0 has the gradients -1.5, 1, 0.5 and 0."""
    out = [0.7071067811865476, [-1.5, 0.5], [1.0, 0.0], 0.5]
    grades.call("run", [2.0, 0.0], [-3.0, 1.0], 6.8813735870195432, gives=out, parts=PARTS)


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

    grades.call("run", [DRAWN] * 3, [DRAWN] * 3, DRAWN, like=reference, parts=PARTS)
