import math


class Frame:
    """What a recursive call would have remembered: the node and how far it got."""

    def __init__(self, node):
        self.node = node
        self.i = 0


class Value:
    def __init__(self, data, _prev=(), _slope=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._slope = _slope

    def _backward(self):
        if self._slope is not None:
            slopes = self._slope(*[p.data for p in self._prev])
            for p, s in zip(self._prev, slopes):
                p.grad += s * self.grad

    def __add__(self, other):
        other = self.node(other)
        return Value(self.data + other.data, (self, other), lambda x, y: (1.0, 1.0))

    def __sub__(self, other):
        other = self.node(other)
        return Value(self.data - other.data, (self, other), lambda x, y: (1.0, -1.0))

    def __mul__(self, other):
        other = self.node(other)
        return Value(self.data * other.data, (self, other), lambda x, y: (y, x))

    def __truediv__(self, other):
        other = self.node(other)
        return Value(
            self.data / other.data, (self, other), lambda x, y: (1.0 / y, -(x / y) / y)
        )

    def __pow__(self, n):
        def slope(x):
            return (n * x ** (n - 1) if n != 0 else 0.0,)

        return Value(self.data**n, (self,), slope)

    def __neg__(self):
        return Value(-self.data, (self,), lambda x: (-1.0,))

    def __radd__(self, other):
        return self.node(other) + self

    def __rsub__(self, other):
        return self.node(other) - self

    def __rmul__(self, other):
        return self.node(other) * self

    def __rtruediv__(self, other):
        return self.node(other) / self

    def tanh(self):
        return Value(math.tanh(self.data), (self,), lambda x: (1.0 - math.tanh(x) ** 2,))

    def exp(self):
        return Value(math.exp(self.data), (self,), lambda x: (math.exp(x),))

    def relu(self):
        return Value(max(self.data, 0.0), (self,), lambda x: (1.0 if x > 0 else 0.0,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()

    @staticmethod
    def node(x):
        return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    visited.add(v)
    calls = [Frame(v)]
    while calls:
        frame = calls[-1]
        if frame.i < len(frame.node._prev) - 1:
            p = frame.node._prev[frame.i]
            frame.i += 1
            if p not in visited:
                visited.add(p)
                calls.append(Frame(p))
        else:
            topo.append(frame.node)
            calls.pop()


def zero_grad(root):
    seen = {root}
    todo = [root]
    while todo:
        node = todo.pop()
        node.grad = 0.0
        for p in node._prev:
            if p not in seen:
                seen.add(p)
                todo.append(p)
