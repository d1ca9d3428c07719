"""0ut-lier/micrograd-from-scratch, tests/test_engine.py at 11acb9f (no licence stated)."""

import math


def tests(Value):
    x, y = Value(2), Value(3)
    z = x + y
    z.backward()
    assert (z.data, x.grad, y.grad) == (5, 1, 1)

    x, y = Value(2), Value(3)
    (x * y).backward()
    assert (x.grad, y.grad) == (3, 2)

    x = Value(3)
    (x**2).backward()
    assert math.isclose(x.grad, 6)

    x = Value(0)
    x.tanh().backward()
    assert math.isclose(x.grad, 1)

    x, y = Value(2), Value(3)
    (x * y + x**2).backward()
    assert math.isclose(x.grad, 7)
    assert math.isclose(y.grad, 2)

    x = Value(3)
    (x * x * x).backward()
    assert math.isclose(x.grad, 27)
