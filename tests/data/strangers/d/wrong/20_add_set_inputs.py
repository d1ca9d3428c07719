"""Rules iterate over the inputs they remember."""
import math


class Value:
    def __init__(self, data, _prev=(), _local=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._local = _local  # the local derivatives, in the order of the inputs; None: all 1

    def _backward(self):
        if self._local is None:
            for p in self._prev:
                p.grad += self.grad
        else:
            for p, slope in zip(self._prev, self._local):
                p.grad += slope * self.grad

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, {self, other})

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __sub__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        y = other.data
        return Value(self.data / y, (self, other), (1.0 / y, -self.data / (y * y)))

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        return Value(self.data**n, (self,), (n * self.data ** (n - 1) if n else 0.0,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        if self.data <= 0:
            return Value(0.0, (self,), (0.0,))
        return Value(self.data, (self,))

    def __radd__(self, k):
        return self + k

    def __rmul__(self, k):
        return self * k

    def __rsub__(self, k):
        return -self + k

    def __rtruediv__(self, k):
        return self**-1 * k

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    stack = [("enter", v)]
    while stack:
        what, node = stack.pop()
        if what == "leave":
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append(("leave", node))
            stack.extend(("enter", p) for p in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
