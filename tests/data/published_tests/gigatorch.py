"""orifmilod/GigaTorch, tests/engine_test.py at 386ddf9 (no licence stated)."""

from tests.data.published_tests import micrograd


def tests(Value):
    a = Value(3.0)
    b = a + a
    b.backward()
    assert (b.grad, b.data, a.grad, a.data) == (1.0, 6.0, 2.0, 3.0)

    a, b = Value(2.0), Value(4.0)
    c = a * b
    c.backward()
    assert (c.data, c.grad, a.grad, b.grad) == (8.0, 1.0, 4.0, 2.0)

    a, b = Value(-2.0), Value(3.0)
    c, d = a + b, a * b
    e = c * d
    e.backward()
    assert (e.data, e.grad) == (-6.0, 1.0)
    assert (c.data, c.grad, d.data, d.grad) == (1.0, -6.0, -6.0, 1.0)
    assert (a.data, a.grad, b.data, b.grad) == (-2.0, -3.0, 3.0, -8.0)

    micrograd.tests(Value)

    a = Value(1.2)
    a -= 0.2
    assert a.data == 1.0
    a -= Value(0.5)
    assert a.data == 0.5
