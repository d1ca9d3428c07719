"""karpathy/micrograd, test/test_engine.py at c911406 (MIT): two expressions, beside PyTorch."""

from tests.data.published_tests import one_leaf, two_leaves


def tests(Value):
    leaf = Value(-4.0)
    root = one_leaf(leaf)
    root.backward()
    assert root.data == -20.0
    assert leaf.grad == 46.0

    left, right = Value(-4.0), Value(2.0)
    root = two_leaves(left, right)
    root.backward()
    assert abs(root.data - 24.70408163265306) < 1e-6
    assert abs(left.grad - 138.8338192419825) < 1e-6
    assert abs(right.grad - 645.5772594752186) < 1e-6
