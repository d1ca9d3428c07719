"""Twelve checks of leaf gradients against live PyTorch: what every grader is given to run.

`wrong(Value, number)` is what an instructor would write by hand: build an expression twice, call
`backward` twice over, compare every leaf.
"""

from __future__ import annotations

import torch

torch.set_num_threads(1)


def _shared(a):
    b = a * 3
    return b * 2 + b * 5


def _unequal(a):
    b = a * a
    return b * ((b * 2) * 5)


CHECKS = [
    ("add", (2.0, 3.0), lambda a, b: a + b),
    ("mul", (2.0, 3.0), lambda a, b: a * b),
    ("same_operand_twice", (3.0,), lambda a: a + a),
    ("square", (3.0,), lambda a: a * a),
    ("constant", (3.0,), lambda a: a * 2 + 1),
    ("reflected", (3.0,), lambda a: 5 - a),
    ("division", (3.0, 4.0), lambda a, b: a / b),
    ("tanh", (0.5,), lambda a: a.tanh() * 3),
    ("exp_and_relu", (0.5, 2.0), lambda a, b: a.exp() + b.relu()),
    ("showcase", (2.0, 3.0, 1.0), lambda a, b, c: (a * b + c) * (a + b)),
    ("shared_inner_node", (2.0,), _shared),
    ("unequal_routes", (3.0,), _unequal),
]


def wrong(value_class, number):
    """What is wrong in check `number`, None if nothing is."""
    name, data, function = CHECKS[number]
    mine = [value_class(x) for x in data]
    function(*mine).backward()
    theirs = [torch.tensor(x, dtype=torch.float64, requires_grad=True) for x in data]
    function(*theirs).backward()
    for own, right in zip(mine, theirs, strict=True):
        if abs(own.grad - right.grad.item()) > 1e-9:
            return f"{name}: gradient {own.grad}, PyTorch {right.grad.item()}"
    return None
