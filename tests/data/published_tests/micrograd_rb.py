"""Thomascountz/micrograd_rb, spec/lib/value_spec.rb at 5e959d9 (no licence stated), for Ruby."""

import math


def tests(Value):
    assert Value(1).data == 1
    assert (Value(1) + Value(1)).data == 2
    assert (Value(1) * Value(2)).data == 2
    assert Value(1).tanh().data == math.tanh(1)

    a, b = Value(1), Value(1)
    (a + b).backward()
    assert a.grad == 1.0
    assert b.grad == 1.0

    a, b = Value(1), Value(2)
    (a * b * 2.0).backward()  # there the gradient of the product is set to 2 by hand
    assert a.grad == 4.0
    assert b.grad == 2.0

    a = Value(0.8814)
    a.tanh().backward()
    assert abs(a.grad - 0.5) <= 0.0001
