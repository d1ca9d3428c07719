import math


class Value:
    _round = 0

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._seen = 0
        self._backward = lambda: None

    def __repr__(self):
        return f"Value({self.data}, {self.grad})"

    def walk(self):
        """All nodes under this one, inputs first. Each walk has a number of its own."""
        self._round += 1
        now = self._round
        order = []
        self._seen = now
        stack = [(self, iter(self._prev))]
        while stack:
            node, inputs = stack[-1]
            for p in inputs:
                if p._seen != now:
                    p._seen = now
                    stack.append((p, iter(p._prev)))
                    break
            else:
                order.append(node)
                stack.pop()
        return order

    def backward(self):
        order = self.walk()
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")

        def _backward():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = _backward
        return out

    def _function(self, data, slope, name):
        out = Value(data, (self,), name)

        def _backward():
            self.grad += slope * out.grad

        out._backward = _backward
        return out

    def tanh(self):
        t = math.tanh(self.data)
        return self._function(t, (1 + t) * (1 - t), "tanh")

    def exp(self):
        e = math.exp(self.data)
        return self._function(e, e, "exp")

    def relu(self):
        if self.data > 0:
            return self._function(self.data, 1.0, "relu")
        return self._function(0.0, 0.0, "relu")

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return -self + other

    def __truediv__(self, other):
        if isinstance(other, Value):
            return self * other**-1
        return self * (1 / other)

    def __rtruediv__(self, other):
        return self**-1 * other


def build_topo(v, visited, topo):
    for node in v.walk():
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    for node in root.walk():
        node.grad = 0.0
