"""The class holds the bare node; `unary` and `binary` make the operators, and they are
put into the class at the end of the file."""

import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if len(node._prev) > 0:
                node.grad = 0.0
        self.grad += 1.0
        order.reverse()
        for node in order:
            node._backward()


def unary(name, compute, slope):
    """slope(x, result) is the slope at the number x."""

    def method(self):
        out = Value(compute(self.data), (self,), name)

        def _backward():
            self.grad += slope(self.data, out.data) * out.grad

        out._backward = _backward
        return out

    return method


def binary(name, compute, slope_left, slope_right, swapped=False):
    """The two slopes get the numbers on the left and on the right."""

    def method(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        left, right = (other, self) if swapped else (self, other)
        out = Value(compute(left.data, right.data), (left, right), name)

        def _backward():
            to_left = slope_left(left.data, right.data) * out.grad
            to_right = slope_right(left.data, right.data) * out.grad
            left.grad += to_left
            right.grad += to_right

        out._backward = _backward
        return out

    return method


def power(self, n):
    def slope(x, result):
        if n == 0:
            return 0.0
        return n * x ** (n - 1)

    return unary(f"**{n}", lambda x: x**n, slope)(self)


BINARIES = {
    "add": ("+", lambda x, y: x + y, lambda x, y: 1.0, lambda x, y: 1.0),
    "sub": ("-", lambda x, y: x - y, lambda x, y: 1.0, lambda x, y: -1.0),
    "mul": ("*", lambda x, y: x * y, lambda x, y: y, lambda x, y: x),
    "truediv": ("/", lambda x, y: x / y, lambda x, y: 1.0 / y, lambda x, y: -x / y / y),
}

for key, row in BINARIES.items():
    setattr(Value, f"__{key}__", binary(*row))
    setattr(Value, f"__r{key}__", binary(*row, swapped=True))

Value.__neg__ = unary("neg", lambda x: -x, lambda x, result: -1.0)
Value.__pow__ = power
Value.tanh = unary("tanh", math.tanh, lambda x, result: 1.0 - result**2)
Value.exp = unary("exp", math.exp, lambda x, result: result)
Value.relu = unary(
    "relu",
    lambda x: x if x > 0 else 0.0,
    lambda x, result: 1.0 if x > 0 else 0.0,
)


def build_topo(v, visited, topo):
    """Go down to the next input until there is none, then list the node and go back up."""
    visited.add(v)
    path = [(v, iter(v._prev))]
    while path:
        node, inputs = path[-1]
        child = next(inputs, None)
        if child is None or child in visited:
            topo.append(node)
            path.pop()
        else:
            visited.add(child)
            path.append((child, iter(child._prev)))


def zero_grad(root):
    found = {root}
    waiting = [root]
    while waiting:
        node = waiting.pop()
        node.grad = 0.0
        fresh = [child for child in node._prev if child not in found]
        found.update(fresh)
        waiting.extend(fresh)
