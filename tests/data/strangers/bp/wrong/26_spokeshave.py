# The exam. There is no loop over the graph that resets it: every backward pass has a number,
# and a node knows the number of the pass that its gradient is of.

import math

_pass = 0


def add_to(node, amount):
    if node.of_pass != _pass:
        node.of_pass = _pass
        node.grad = amount
    else:
        node.grad += amount


def wrap(x):
    return x if isinstance(x, Value) else Value(x)


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self.of_pass = 0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value({self._op} {self.data})"

    def backward(self):
        global _pass
        _pass += 1
        order = []
        build_topo(self, set(), order)
        add_to(self, 1.0)
        while order:
            order.pop()._backward()

    def __add__(self, other, sign=1.0, op="+"):
        other = wrap(other)
        out = Value(self.data + sign * other.data, (self, other), op)

        def _backward():
            add_to(self, out.grad)
            add_to(other, sign * out.grad)

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = wrap(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            g = out.grad
            add_to(self, other.data * g)
            add_to(other, self.data * g)

        out._backward = _backward
        return out

    def __truediv__(self, other):
        other = wrap(other)
        out = Value(self.data / other.data, (self, other), "/")

        def _backward():
            g = out.grad / other.data
            add_to(self, g)
            add_to(other, -out.data * g)

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")

        def _backward():
            slope = n * self.data ** (n - 1) if n else 0.0
            add_to(self, slope * out.grad)

        out._backward = _backward
        return out

    def _function(self, value, slope, op):
        out = Value(value, (self,), op)
        out._backward = lambda: add_to(self, slope * out.grad)
        return out

    def tanh(self):
        t = math.tanh(self.data)
        return self._function(t, 1.0 - t * t, "tanh")

    def exp(self):
        e = math.exp(self.data)
        return self._function(e, e, "exp")

    def relu(self):
        return self._function(max(self.data, 0.0), float(self.data > 0), "relu")

    def __neg__(self):
        return self._function(-self.data, -1.0, "neg")

    def __sub__(self, other):
        return self.__add__(other, -1.0, "-")

    def __radd__(self, other):
        return wrap(other) + self

    def __rsub__(self, other):
        return wrap(other) - self

    def __rmul__(self, other):
        return wrap(other) * self

    def __rtruediv__(self, other):
        return wrap(other) / self


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, up = stack.pop()
        if up:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((p, False) for p in node._prev)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
