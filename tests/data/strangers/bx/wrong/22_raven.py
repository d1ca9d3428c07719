"""Exercise 13. The operators are installed from a table, the functions share one method."""

import math
import operator

FUNCTIONS = {
    "tanh": (math.tanh, lambda y: 1.0 - y * y),
    "exp": (math.exp, lambda y: y),
    "relu": (lambda x: x if x > 0.0 else 0.0, lambda y: 1.0 if y > 0.0 else 0.0),
}


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = lambda: None
        self._known = {}

    def _number(self, name):
        """The number that the function gives here."""
        key = name
        if key not in self._known:
            self._known[key] = FUNCTIONS[name][0](self.data)
        return self._known[key]

    def _function(self, name):
        out = Value(self._number(name), (self,))
        slope = FUNCTIONS[name][1]

        def back():
            self.grad += slope(out.data) * out.grad

        out._backward = back
        return out

    def tanh(self):
        return self._function("tanh")

    def exp(self):
        return self._function("exp")

    def relu(self):
        return self._function("relu")

    def __pow__(self, n):
        out = Value(self.data**n, (self,))

        def back():
            self.grad += (n * self.data ** (n - 1) if n else 0.0) * out.grad

        out._backward = back
        return out

    def __neg__(self):
        return 0.0 - self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            v.grad = 0.0 if v._prev else v.grad
        self.grad = self.grad + 1.0
        for v in topo[::-1]:
            v._backward()


def _install(symbol, compute, slopes):
    """Make `symbol` and its reflected twin a method of Value."""

    def method(left, right):
        left, right = _wrapped(left), _wrapped(right)
        out = Value(compute(left.data, right.data), (left, right))

        def back():
            to_left, to_right = slopes(left.data, right.data)
            left.grad += to_left * out.grad
            right.grad += to_right * out.grad

        out._backward = back
        return out

    setattr(Value, f"__{symbol}__", method)
    setattr(Value, f"__r{symbol}__", lambda self, other: method(other, self))


def _wrapped(x):
    return x if isinstance(x, Value) else Value(float(x))


_install("add", operator.add, lambda a, b: (1.0, 1.0))
_install("sub", operator.sub, lambda a, b: (1.0, -1.0))
_install("mul", operator.mul, lambda a, b: (b, a))
_install("truediv", operator.truediv, lambda a, b: (1.0 / b, -a / (b * b)))


def build_topo(v, visited, topo):
    stack = [v]
    open_nodes = set()
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
        elif node in open_nodes:
            visited.add(node)
            topo.append(stack.pop())
        else:
            open_nodes.add(node)
            stack.extend(n for n in node._prev if n not in visited)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
