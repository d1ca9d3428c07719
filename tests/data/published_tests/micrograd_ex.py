"""nshkrdotcom/micrograd_ex, test/value_test.exs at b9ce2c7 (MIT), written for Elixir."""

import operator

from tests.data.published_tests import one_leaf, two_leaves


def tests(Value):
    leaf = Value(-4.0)
    root = one_leaf(leaf)
    root.backward()
    assert (root.data, root.grad, leaf.grad) == (-20.0, 1.0, 46.0)

    left, right = Value(-4.0), Value(2.0)
    root = two_leaves(left, right, operator.add)
    root.backward()
    assert abs(root.data - 24.70408163265306) <= 1e-12
    assert abs(left.grad - 138.83381924198252) <= 1e-12
    assert abs(right.grad - 645.5772594752186) <= 1e-12

    x = Value(3.0)
    y = x * x + (x + x)
    y.backward()
    assert y.data == 15.0
    assert x.grad == 8.0

    below, at, above = Value(-2.0), Value(0.0), Value(2.0)
    sum([below.relu(), at.relu(), above.relu()]).backward()
    assert [below.grad, at.grad, above.grad] == [0.0, 0.0, 1.0]

    x, unrelated = Value(2.0), Value(10.0)
    (x**3).backward()
    assert x.grad == 12.0
    assert unrelated.grad == 0.0

    x = Value(5.0)
    y = x**2
    assert x.grad == 0.0
    y.backward()
    assert x.grad == 10.0
