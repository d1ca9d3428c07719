"""CemAlpturk/Torchlet, test/test_engine.py at 2d49129 (MIT): one slope, by a difference."""

from tests.data.published_tests import one_leaf


def tests(Value):
    leaf = Value(-4.0)
    root = one_leaf(leaf)
    root.backward()
    slope, step = leaf.grad, 1e-9
    leaf.data += step
    numerical = (one_leaf(leaf).data - root.data) / step
    assert abs(slope - numerical) <= 1e-3 + 1e-5 * abs(numerical)
