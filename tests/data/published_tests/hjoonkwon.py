"""HJoonKwon/micrograd, test/test_engine.py at a7c34fe (MIT).

Values only: its comparisons of gradients are made and never asserted.
"""

import math


def tests(Value):
    a, b = Value(-4.0), Value(8.0)
    close((a + b).data, 4.0)
    close((a * b).data, -32.0)
    close((a**8.0).data, 65536.0)
    close((a.tanh() * b.exp()).data, math.tanh(-4.0) * math.exp(8.0))
    close(((5 + a) + (5 - b) * (6 * a)).data, 73.0)
    close(a.relu().data, 0.0)

    a, b, c, e = Value(-4.0), Value(8.0), Value(12.0), Value(4.0)
    d = (a * b) / c / e + (b / 12.0).relu() * e**2 / 36.0
    (d.tanh() + a.relu()).backward()


def close(found, wanted):
    assert abs(found - wanted) <= 1e-8 + 1e-5 * abs(wanted)
