"""The engine, with slopes that are read off the result wherever that is possible."""

from math import exp, tanh

FAR = 15.0


def _as_node(x):
    if isinstance(x, Value):
        return x
    return Value(x)


class Value:
    def __init__(self, data, _prev=(), _op="leaf"):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op

    # One method holds all the rules.
    def _backward(self):
        g, op = self.grad, self._op
        if op == "leaf":
            return
        if op == "+":
            a, b = self._prev
            a.grad += g
            b.grad += g
        elif op == "-":
            a, b = self._prev
            a.grad += g
            b.grad -= g
        elif op == "*":
            a, b = self._prev
            a.grad += g * b.data
            b.grad += g * a.data
        elif op == "/":
            a, b = self._prev
            a.grad += g / b.data
            b.grad -= g * self.data / b.data
        elif op == "tanh":
            (a,) = self._prev
            a.grad += g * (1.0 - self.data * self.data)
        elif op == "exp":
            (a,) = self._prev
            a.grad += g * self.data
        elif op == "relu":
            (a,) = self._prev
            if self.data > 0:
                a.grad += g
        else:
            (a,) = self._prev
            name, n = op
            if n != 0:
                a.grad += g * n * a.data ** (n - 1)

    def __add__(self, other):
        other = _as_node(other)
        return Value(self.data + other.data, [self, other], "+")

    def __sub__(self, other):
        other = _as_node(other)
        return Value(self.data - other.data, [self, other], "-")

    def __mul__(self, other):
        other = _as_node(other)
        return Value(self.data * other.data, [self, other], "*")

    def __truediv__(self, other):
        other = _as_node(other)
        return Value(self.data / other.data, [self, other], "/")

    def __radd__(self, other):
        return _as_node(other) + self

    def __rsub__(self, other):
        return _as_node(other) - self

    def __rmul__(self, other):
        return _as_node(other) * self

    def __rtruediv__(self, other):
        return _as_node(other) / self

    def __neg__(self):
        return _as_node(0.0) - self

    def __pow__(self, n):
        return Value(self.data**n, [self], ("pow", n))

    def tanh(self):
        x = min(max(self.data, -FAR), FAR)
        return Value(tanh(x), [self], "tanh")

    def exp(self):
        return Value(exp(self.data), [self], "exp")

    def relu(self):
        return Value(self.data if self.data > 0 else 0.0, [self], "relu")

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op != "leaf":
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        node, inputs = stack[-1]
        step = next(inputs, None)
        if step is None:
            stack.pop()
            topo.append(node)
        elif step not in visited:
            visited.add(step)
            stack.append((step, iter(step._prev)))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
