"""Exercise 13. The engine keeps inner nodes clean: their gradients are only needed while
backward() runs, so they are put back to zero at the end of each call.
"""

import math

NUMBERS = (int, float)


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None

    @classmethod
    def _result(cls, data, op, *inputs):
        return cls(data, inputs, op)

    def __repr__(self):
        return f"Value({self.data})"

    # -- plus and minus --

    def __add__(self, other):
        if isinstance(other, NUMBERS):
            other = Value(other)
        out = self._result(self.data + other.data, "+", self, other)

        def push():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = push
        return out

    def __neg__(self):
        out = self._result(-self.data, "neg", self)

        def push():
            self.grad += -out.grad

        out._backward = push
        return out

    def __radd__(self, other):
        return self + other

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return (-self) + other

    # -- times and over --

    def __mul__(self, other):
        if isinstance(other, NUMBERS):
            other = Value(other)
        out = self._result(self.data * other.data, "*", self, other)
        left, right = self.data, other.data

        def push():
            self.grad += right * out.grad
            other.grad += left * out.grad

        out._backward = push
        return out

    def __rmul__(self, other):
        return self * other

    def __truediv__(self, other):
        if isinstance(other, NUMBERS):
            other = Value(other)
        out = self._result(self.data / other.data, "/", self, other)
        top, bottom = self.data, other.data

        def push():
            self.grad += out.grad / bottom
            other.grad += -top / (bottom * bottom) * out.grad

        out._backward = push
        return out

    def __rtruediv__(self, other):
        return Value(other) / self

    def __pow__(self, n):
        out = self._result(self.data**n, f"**{n}", self)
        base = self.data

        def push():
            if n == 0:
                return
            self.grad += n * base ** (n - 1) * out.grad

        out._backward = push
        return out

    # -- functions --

    def tanh(self):
        t = math.tanh(self.data)
        out = self._result(t, "tanh", self)

        def push():
            self.grad += (1 - t * t) * out.grad

        out._backward = push
        return out

    def exp(self):
        e = math.exp(self.data)
        out = self._result(e, "exp", self)

        def push():
            self.grad += e * out.grad

        out._backward = push
        return out

    def relu(self):
        positive = self.data > 0
        out = self._result(self.data if positive else 0.0, "relu", self)

        def push():
            self.grad += out.grad if positive else 0.0

        out._backward = push
        return out

    # -- the walk --

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        if self._prev:
            self.grad = 1.0
        else:
            self.grad += 1.0
        for node in reversed(topo):
            if node._backward is not None:
                node._backward()
        self._tidy(topo)

    def _tidy(self, topo):
        """Leaves keep their gradients; everything between them and the end does not."""
        for node in topo[:-1]:
            if node._prev:
                node.grad = 0.0


def build_topo(v, visited, topo):
    """Depth first, without recursion: a node stays on the stack until its inputs are in."""
    stack = [v]
    placed = set()
    while stack:
        node = stack[-1]
        if node in placed:
            stack.pop()
            continue
        if node in visited:
            placed.add(node)
            topo.append(stack.pop())
            continue
        visited.add(node)
        for source in node._prev:
            if source not in visited:
                stack.append(source)


def zero_grad(root):
    everything = []
    build_topo(root, set(), everything)
    for node in everything:
        node.grad = 0.0
