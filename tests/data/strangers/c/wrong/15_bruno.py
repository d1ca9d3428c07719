import functools
import math


def differentiable(forward):
    """Make a method out of a function that gives (value, slope for each input)."""

    @functools.wraps(forward)
    def method(*args):
        inputs = tuple(x if isinstance(x, Value) else Value(x) for x in args)
        value, *slopes = forward(*(node.data for node in inputs))
        return Value(value, inputs, forward.__name__, slopes)

    return method


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _op="", _slopes=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._slopes = _slopes

    def __repr__(self):
        return f"Value({self.data})"

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * self.grad

    @differentiable
    def __add__(x, y):
        return x + y, 1.0, 1.0

    @differentiable
    def __sub__(x, y):
        return x - y, 1.0, -1.0

    @differentiable
    def __mul__(x, y):
        return x * y, y, x

    @differentiable
    def __truediv__(x, y):
        return x / y, 1.0 / y, -x / (y * y)

    @differentiable
    def __neg__(x):
        return -x, -1.0

    @differentiable
    def tanh(x):
        t = math.tanh(x)
        return t, 1.0 - t * t

    @differentiable
    def exp(x):
        e = math.exp(x)
        return e, e

    @differentiable
    def relu(x):
        return (x, 1.0) if x > 0 else (0.0, 0.0)

    def __pow__(self, n):
        x = self.data
        slope = n * x ** (n - 1) if n != 0 else 0.0
        return Value(x**n, (self,), "__pow__", [slope])

    def backward(self):
        order = topological(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


# 5 - a, 5 / a and so on: the same operator with the operands the other way round
for _name in ("add", "sub", "mul", "truediv"):
    _operator = getattr(Value, f"__{_name}__")
    setattr(Value, f"__r{_name}__", lambda self, left: _operator(left, self))


def topological(root):
    order, seen, stack = [], set(), [root]
    while stack:
        node = stack.pop()
        if node is None:  # the node below is finished
            order.append(stack.pop())
        elif node not in seen:
            seen.add(node)
            stack += [node, None]
            stack += [p for p in node._prev if p not in seen]
    return order


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    topo.extend(topological(v))
    visited.update(topo)


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    for node in topological(root):
        node.grad = 0.0
