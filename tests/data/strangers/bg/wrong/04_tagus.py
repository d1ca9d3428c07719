"""One rule for all operations: a match on the name of the operation."""

import math


class Value:
    def __init__(self, data, _prev=(), _op="", _arg=None):
        self.data, self.grad = data, 0.0
        self._prev, self._op, self._arg = _prev, _op, _arg

    def _backward(self):
        g = self.grad
        match self._op:
            case "+":
                a, b = self._prev
                a.grad += g
                b.grad += g
            case "-":
                a, b = self._prev
                a.grad += g
                b.grad -= g
            case "*":
                a, b = self._prev
                a.grad, b_share = a.grad + g * b.data, g * a.data
                b.grad += b_share
            case "/":
                a, b = self._prev
                a.grad += g / b.data
                b.grad -= g * self.data / b.data
            case "neg":
                self._prev[0].grad -= g
            case "pow":
                (a,) = self._prev
                a.grad += g * power_slope(a.data, self._arg)
            case "tanh":
                self._prev[0].grad += g * (1.0 - self.data**2)
            case "exp":
                self._prev[0].grad += g * self.data
            case "relu":
                self._prev[0].grad += g if self.data > 0.0 else 0.0

    def _two(self, other, op, swap=False):
        if not isinstance(other, Value):
            if not isinstance(other, (int, float)):
                return NotImplemented
            other = Value(float(other))
        a, b = (other, self) if swap else (self, other)
        match op:
            case "+":
                data = a.data + b.data
            case "-":
                data = a.data - b.data
            case "*":
                data = a.data * b.data
            case "/":
                data = a.data / b.data
        return Value(data, (a, b), op)

    def __add__(self, other):
        return self._two(other, "+")

    def __radd__(self, other):
        return self._two(other, "+", swap=True)

    def __sub__(self, other):
        return self._two(other, "-")

    def __rsub__(self, other):
        return self._two(other, "-", swap=True)

    def __mul__(self, other):
        return self._two(other, "*")

    def __rmul__(self, other):
        return self._two(other, "*", swap=True)

    def __truediv__(self, other):
        return self._two(other, "/")

    def __rtruediv__(self, other):
        return self._two(other, "/", swap=True)

    def __neg__(self):
        return Value(-self.data, (self,), "neg")

    def __pow__(self, n):
        return Value(self.data**n, (self,), "pow", n)

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp")

    def relu(self):
        return Value(max(0.0, self.data), (self,), "relu")

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in filter(lambda n: n._prev, topo):
            node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            node._backward()


def power_slope(x, n):
    """How steep x ** n is at x."""
    if x == 0.0:
        return 0.0 if n >= 0 else math.inf
    return n * x ** (n - 1)


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        node, k = stack.pop()
        if k == len(node._prev):
            topo.append(node)
            continue
        stack.append((node, k + 1))
        source = node._prev[k]
        if source not in visited:
            visited.add(source)
            stack.append((source, 0))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
