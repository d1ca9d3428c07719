"""Exercise 6: break my engine.

You know what can go wrong in an engine: some of it you have done yourself. Now you are the
one who looks for it. Write tests that are silent about right engines, and raise for wrong
ones.

Your task
---------
Write `tests(Value)`. It gets a class and tries it out:

    x = Value(3.0)
    L = x * x
    L.backward()
    assert close(x.grad, 6.0), "x * x: a contribution is missing"

An exception of any kind is an alarm. Returning is silence.

  * There are ten right engines. An alarm on one of them, and nothing that you find counts:
    who always cries has found nothing.
  * There are over seventy wrong ones, in seven families: seeding, order, accumulation,
    zeroing, operators, functions, construction. Each has an author who is sure of it, and
    you hear what the author says. A family counts if you find all of it.
  * You have half of the wrong ones. Your instructor's run asks about the others too.

What your tests can do
----------------------
`Value` only writes down what you ask. The engine works somewhere else, and you get numbers.

  * Make nodes: Value(2.0). Combine them: + - * / with nodes and numbers on either side,
    x ** 3, -x, sum([a, b]), x += y and its kin, x.tanh(), x.exp(), x.relu().
  * Call L.backward() and, as a method, L.zero_grad().
  * Read x.data and x.grad. They are Python floats: compare them as you like.
  * Set the `data` of a leaf, and build a new graph from it.
  * Nothing else: no `_prev`, no setting of `grad`. Asking for more raises, and that is an
    alarm.
  * At most 2000 steps, 400 numbers read, 200 calls of backward() and zero_grad(), and graphs
    100 operations deep. Each engine meets your tests in a new process, with 1 second.

What a right engine may do
--------------------------
Right is what the exam's contract says (exercises/13_engine.py). So do not rely on

  * the last digits: compare with a tolerance, 1e-9 of the number;
  * gradients of inner nodes after backward(): PyTorch keeps none. After zero_grad() they
    are 0.0 in every engine;
  * old graphs after you set `data`: build a new one before you call backward();
  * what divides by zero, or grows too large for a float.

Run this file to try your tests on your own engine:  python 06_break_my_engine.py
Stuck?  topograde hint break-my-engine        Ready?  topograde check break-my-engine
"""

import math


def close(found, wanted):
    """Given: equal, but for rounding."""
    return math.isclose(found, wanted, rel_tol=1e-9, abs_tol=1e-12)


def tests(Value):
    """Raise for a wrong engine; return for a right one."""
    ### BEGIN SOLUTION
    # TODO: try out everything that you can think of
    for function in GRAPHS:
        gradients_agree(Value, function, 2.0, -3.0)
    gradients_agree(Value, mixed, 0.5, 0.5)  # two nodes with one number are two nodes
    for x in (-2.0, 0.0, 0.5):
        for function in FUNCTIONS:
            gradients_agree(Value, function, x, 1.25)
    calls_add_up(Value)
    roots_add_up(Value)
    zero_grad_clears(Value)
    leaves_move(Value)
    doubling_is_fast(Value)
    ### END SOLUTION


### BEGIN SOLUTION
# TODO: functions of your own
# STUB:


class Dual:
    """A number and its slope, by the rules of exercise 4: another way to the same gradients."""

    def __init__(self, value, slope=0.0):
        self.value, self.slope = value, slope

    def __add__(self, other):
        other = dual(other)
        return Dual(self.value + other.value, self.slope + other.slope)

    def __mul__(self, other):
        other = dual(other)
        slope = self.slope * other.value + self.value * other.slope
        return Dual(self.value * other.value, slope)

    def __pow__(self, n):
        return Dual(self.value**n, n * self.value ** (n - 1) * self.slope)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -dual(other)

    def __rsub__(self, other):
        return dual(other) + -self

    def __truediv__(self, other):
        return self * dual(other) ** -1

    def __rtruediv__(self, other):
        return dual(other) * self**-1

    def tanh(self):
        t = math.tanh(self.value)
        return Dual(t, (1 - t * t) * self.slope)

    def exp(self):
        e = math.exp(self.value)
        return Dual(e, e * self.slope)

    def relu(self):
        return Dual(max(self.value, 0.0), self.slope if self.value > 0 else 0.0)


def dual(item):
    return item if isinstance(item, Dual) else Dual(item)


def slopes(function, *values):
    """The value of a function and its slope for each leaf, without an engine."""
    found = []
    for moving in range(len(values)):
        leaves = [Dual(value, float(n == moving)) for n, value in enumerate(values)]
        root = function(*leaves)
        found.append(root.slope)
    return root.value, found


def gradients_agree(Value, function, *values):
    value, wanted = slopes(function, *values)
    leaves = [Value(number) for number in values]
    root = function(*leaves)
    assert close(root.data, value), (function, values, root.data)
    root.backward()
    for leaf, slope in zip(leaves, wanted, strict=True):
        assert close(leaf.grad, slope), (function, values, leaf.grad, slope)


def squared(x):
    return x * x


def in_place(a, b):
    y = a * b
    old = y
    y += a
    y *= b
    y -= old * a
    y /= 4.0
    y += 1
    return y * old


def powers_in_place(a, b):
    y = a + b
    y **= 2
    return y * a


def mixed(a, b):
    x, y = a * b, a + b
    return (x * y) * (y + x * (x * a)) + (y * b) * y


def layers(a, b):
    x, y = a * b, a + 2 * b
    for _ in range(3):
        x, y = x * 0.5 + y, (x * y).tanh() + x
    return x * y + y


def long_way(a, b):
    x = a * b
    y = x
    for _ in range(4):
        y = y * b + 1
    return y * x + x


def two_inner(a, b):
    x = a * b
    y = x + b
    z = x * y
    return (z * x) * (y + z) + y


GRAPHS = [
    lambda a, b: a + b,
    lambda a, b: (a + b) * a,
    lambda a, b: a * (b + a),
    lambda a, b: a * b,
    lambda a, b: (a * b) * b,
    lambda a, b: a - b,
    lambda a, b: (a - b) * (b - a) * b,
    lambda a, b: a / b,
    lambda a, b: (a / b) * (b / a + 3) * b,
    lambda a, b: (-a) * b - (-b),
    lambda a, b: a + 2 + b * 3,
    lambda a, b: 2 + a + 3 * b,
    lambda a, b: (a - 2) * (b / 4),
    lambda a, b: (5 - a) * b,
    lambda a, b: (6 / b) * a,
    lambda a, b: sum([a, b, a * b]) * a,
    lambda a, b: a**3 * b,
    lambda a, b: a**2 + b**-1,
    lambda a, b: (a**1) * (b**-2) * 3,
    lambda a, b: -(a**2) * (-b) ** 3,
    lambda a, b: a + a,
    lambda a, b: (a + a) * b,
    lambda a, b: squared(a) * b,
    lambda a, b: a - a + b,
    lambda a, b: (a / a) * b,
    lambda a, b: squared(a * b),
    lambda a, b: squared(a + b),
    lambda a, b: (a * b) + (a * b),
    lambda a, b: squared(squared(a + b)),
    lambda a, b: (a * b).tanh() * (a + b).exp() + (a * b).relu() * b,
    lambda a, b: (a + b).tanh() * (a + b).tanh(),
    lambda a, b: a.tanh() + a.tanh() * b + a.exp() * a.relu() + a.exp() + a.relu() + a**2,
    in_place,
    powers_in_place,
    mixed,
    lambda a, b: mixed(b, a),
    layers,
    lambda a, b: layers(b, a),
    long_way,
    lambda a, b: long_way(b, a) + a,
    two_inner,
    lambda a, b: two_inner(b, a),
]

FUNCTIONS = [
    lambda x, k: x.tanh(),
    lambda x, k: x.exp() * k,
    lambda x, k: x.relu(),
    lambda x, k: k * (x.relu() * -2.0 + x),
    lambda x, k: (x.tanh() * k) * (x + k),
    lambda x, k: (x * k).relu().tanh() * -3,
]


def calls_add_up(Value):
    for function in (mixed, two_inner, lambda a, b: (a * b) * (a + b)):
        _, wanted = slopes(function, 2.0, -3.0)
        leaves = Value(2.0), Value(-3.0)
        root = function(*leaves)
        for times in (1, 2, 3):
            root.backward()
            for leaf, slope in zip(leaves, wanted, strict=True):
                assert close(leaf.grad, times * slope), f"after {times} calls: {leaf.grad}"
    x = Value(3.0)
    x.backward()
    assert x.grad == 1.0
    x.backward()
    assert x.grad == 2.0, "a root that is a leaf adds as well"


def roots_add_up(Value):
    a, b = Value(2.0), Value(3.0)
    shared = a * b
    first, second = shared + a, shared * shared
    first.backward()
    assert close(a.grad, 4.0)
    assert close(b.grad, 2.0)
    second.backward()
    assert close(a.grad, 40.0)
    assert close(b.grad, 26.0)
    shared.backward()
    assert close(a.grad, 43.0)
    assert close(b.grad, 28.0)


def zero_grad_clears(Value):
    a, b, c = Value(2.0), Value(3.0), Value(1.0)
    shared = a * b
    root = (shared + c) * (a + b)
    for _ in range(2):
        root.backward()
        for leaf, slope in ((a, 22.0), (b, 17.0), (c, 5.0)):
            assert close(leaf.grad, slope), leaf.grad
        root.zero_grad()
        for node in (a, b, c, shared, root):
            assert node.grad == 0.0
        assert close(root.data, 35.0)


def leaves_move(Value):
    p, x = Value(0.5), Value(2.0)
    number = 0.5
    for _ in range(3):
        loss = (p * x - 3) ** 2
        loss.zero_grad()
        loss.backward()
        assert close(p.grad, 4 * (2 * number - 3)), "a graph that was built after a step"
        number -= 0.05 * p.grad
        p.data = number


def doubling_is_fast(Value):
    x = start = Value(1.0)
    for _ in range(30):
        x = x + x
    x.backward()
    assert start.grad == 2.0**30


### END SOLUTION

# ---- Examples: run this file to see them. Nothing to do below this line. ----


def main():
    try:
        from engine import Value, zero_grad  # your exam, copied into this folder as engine.py
    except ImportError:
        print("Copy your exam into this folder as engine.py: your tests are tried on it.")
        return
    Value.zero_grad = zero_grad
    try:
        tests(Value)
        print("Your tests are silent about your own engine.")
    except NotImplementedError as error:
        print(f"There is still something to do:\n  {error}")
        return
    Value.backward = lambda self: None
    try:
        tests(Value)
        print("They are also silent about an engine whose backward() does nothing.")
    except Exception as error:
        print(f"And they find an engine whose backward() does nothing: {error}")


if __name__ == "__main__":
    main()
