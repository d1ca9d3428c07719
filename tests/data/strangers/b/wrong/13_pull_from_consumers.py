import math


class Value:
    """No node pushes: each one collects its gradient from its consumers."""

    def __init__(self, data, _prev=(), slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self.slopes = tuple(slopes)

    def _backward(self, consumers):
        total = 0.0
        for consumer, slope in consumers:
            total += consumer.grad * slope
        return total

    def __add__(self, o):
        o = Value.of(o)
        return Value(self.data + o.data, (self, o), (1.0, 1.0))

    def __mul__(self, o):
        o = Value.of(o)
        return Value(self.data * o.data, (self, o), (o.data, self.data))

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, (self,), (0.0,))
        return Value(self.data**n, (self,), (n * self.data ** (n - 1),))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        gate = 1.0 if self.data > 0 else 0.0
        return Value(self.data * gate, (self,), (gate,))

    def __neg__(self):
        return self * -1.0

    def __sub__(self, o):
        return self + -Value.of(o)

    def __truediv__(self, o):
        return self * Value.of(o) ** -1

    def __radd__(self, k):
        return Value.of(k) + self

    def __rsub__(self, k):
        return Value.of(k) - self

    def __rmul__(self, k):
        return Value.of(k) * self

    def __rtruediv__(self, k):
        return self / Value.of(k)

    @classmethod
    def of(cls, x):
        return x if isinstance(x, cls) else cls(x)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        consumers = {id(node): [] for node in topo}
        for node in topo:
            for p, slope in zip(node._prev, node.slopes):
                consumers[id(p)].append((node, slope))
        for node in reversed(topo):
            pulled = node._backward(consumers[id(node)])
            if node is self:
                pulled += 1.0
            if node._prev:
                node.grad = pulled
            else:
                node.grad += pulled


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(id(v))
    while stack:
        node, i = stack.pop()
        if i == len(node._prev):
            topo.append(node)
        else:
            stack.append((node, i + 1))
            p = node._prev[i]
            if id(p) not in visited:
                visited.add(id(p))
                stack.append((p, 0))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
