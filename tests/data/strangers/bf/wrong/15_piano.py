import math


class Value:
    """Operators return `self._new(data, inputs, pull)`; `pull(g)` gives the contributions."""

    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._pull = None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    @staticmethod
    def _new(data, inputs, pull):
        out = Value(data)
        out._prev = inputs
        out._pull = pull
        return out

    @staticmethod
    def _pair(a, b):
        a = a if isinstance(a, Value) else Value(a)
        b = b if isinstance(b, Value) else Value(b)
        return a, b

    def _backward(self):
        if self._pull is not None:
            for node, g in zip(self._prev, self._pull(self.grad)):
                node.grad += g

    @staticmethod
    def _add(a, b):
        a, b = Value._pair(a, b)
        return Value._new(a.data + b.data, (a, b), lambda g: (g, g))

    @staticmethod
    def _sub(a, b):
        a, b = Value._pair(a, b)
        return Value._new(a.data - b.data, (a, b), lambda g: (g, -g))

    @staticmethod
    def _mul(a, b):
        a, b = Value._pair(a, b)
        return Value._new(a.data * b.data, (a, b), lambda g: (g * b.data, g * a.data))

    @staticmethod
    def _div(a, b):
        a, b = Value._pair(a, b)
        out = a.data / b.data
        return Value._new(out, (a, b), lambda g: (g / b.data, -g * out / b.data))

    def __add__(self, other):
        return self._add(self, other)

    def __radd__(self, other):
        return self._add(other, self)

    def __sub__(self, other):
        return self._sub(self, other)

    def __rsub__(self, other):
        return self._sub(other, self)

    def __mul__(self, other):
        return self._mul(self, other)

    def __rmul__(self, other):
        return self._mul(other, self)

    def __truediv__(self, other):
        return self._div(self, other)

    def __rtruediv__(self, other):
        return self._div(other, self)

    def __neg__(self):
        return self._new(-self.data, (self,), lambda g: (-g,))

    def __pow__(self, n):
        x = self.data
        slope = n * x ** (n - 1) if n != 0 else 0.0
        return self._new(x**n, (self,), lambda g: (g * slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return self._new(t, (self,), lambda g: (g * (1 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return self._new(e, (self,), lambda g: (g * e,))

    def relu(self):
        on = self.data > 0
        return self._new(self.data * on, (self,), lambda g: (g * on,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._pull is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    """Depth first, with a stack of our own instead of recursion."""
    visited.add(v)
    stack = [(v, False)]
    while stack:
        node, inputs_done = stack.pop()
        if inputs_done:
            topo.append(node)
            continue
        stack.append((node, True))
        for x in node._prev:
            if x not in visited:
                visited.add(x)
                stack.append((x, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
