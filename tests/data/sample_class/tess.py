import heapq
import math

# Engine in the manner of PyTorch: every node has a sequence number, and backward() takes the node
# with the highest number from a heap. Gradients of inner nodes are handed on and then forgotten.


class Value:
    _next_number = 0

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self.number = Value._next_number
        Value._next_number += 1

    def _backward(self, g):
        """Pairs of (input, gradient for it)."""
        return ()

    def backward(self):
        pending = {self.number: (self, 1.0)}
        heap = [-self.number]
        while heap:
            node, g = pending.pop(-heapq.heappop(heap))
            if not node._prev:
                node.grad += g
                continue
            for source, share in node._backward(g):
                if source.number in pending:
                    pending[source.number] = (source, pending[source.number][1] + share)
                else:
                    pending[source.number] = (source, share)
                    heapq.heappush(heap, -source.number)

    def __add__(self, other):
        return Add(self, other)

    def __radd__(self, other):
        return Add(other, self)

    def __mul__(self, other):
        return Mul(self, other)

    def __rmul__(self, other):
        return Mul(other, self)

    def __neg__(self):
        return Mul(self, -1.0)

    def __sub__(self, other):
        return Add(self, Mul(other, -1.0))

    def __rsub__(self, other):
        return Add(other, Mul(self, -1.0))

    def __truediv__(self, other):
        return Mul(self, Pow(lift(other), -1))

    def __rtruediv__(self, other):
        return Mul(other, Pow(self, -1))

    def __pow__(self, n):
        return Pow(self, n)

    def tanh(self):
        return Tanh(self)

    def exp(self):
        return Exp(self)

    def relu(self):
        return Relu(self)


class Add(Value):
    def __init__(self, x, y):
        x, y = lift(x), lift(y)
        super().__init__(x.data + y.data, (x, y), "+")

    def _backward(self, g):
        x, y = self._prev
        return (x, g), (y, g)


class Mul(Value):
    def __init__(self, x, y):
        x, y = lift(x), lift(y)
        super().__init__(x.data * y.data, (x, y), "*")

    def _backward(self, g):
        x, y = self._prev
        return (x, g * y.data), (y, g * x.data)


class Pow(Value):
    def __init__(self, x, n):
        super().__init__(x.data**n, (x,), "**")
        self.n = n

    def _backward(self, g):
        (x,) = self._prev
        return ((x, g * self.n * x.data ** (self.n - 1) if self.n != 0 else 0.0),)


class Tanh(Value):
    def __init__(self, x):
        super().__init__(math.tanh(x.data), (x,), "tanh")

    def _backward(self, g):
        return ((self._prev[0], g * (1.0 - self.data**2)),)


class Exp(Value):
    def __init__(self, x):
        super().__init__(math.exp(x.data), (x,), "exp")

    def _backward(self, g):
        return ((self._prev[0], g * self.data),)


class Relu(Value):
    def __init__(self, x):
        super().__init__(max(0.0, x.data), (x,), "relu")

    def _backward(self, g):
        return ((self._prev[0], g if self.data > 0.0 else 0.0),)


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    found = {v.number: v}
    stack = [v]
    while stack:
        for source in stack.pop()._prev:
            if source.number not in found:
                found[source.number] = source
                stack.append(source)
    topo.extend(found[number] for number in sorted(found))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
