import math


class Value:
    def __init__(self, data, _prev=(), _slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes
        self._consumers = []

    def _backward(self):
        """Fetch this node's gradient from its consumers, which are complete."""
        incoming = math.fsum(slope * consumer.grad for consumer, slope in self._consumers)
        if self._prev:
            self.grad = incoming
        else:
            self.grad += incoming

    def backward(self):
        order = []
        build_topo(self, set(), order)
        order.reverse()
        for node in order:
            for p, slope in zip(node._prev, node._slopes):
                p._consumers.append((node, slope))
        self._consumers.append((Unit, 1.0))
        for node in order:
            node._backward()
        for node in order:
            node._consumers.clear()

    def __add__(self, other):
        other = node_from(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = node_from(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = node_from(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = node_from(other)
        q = self.data / other.data
        return Value(q, (self, other), (1.0 / other.data, -q / other.data))

    def __radd__(self, other):
        return node_from(other) + self

    def __rsub__(self, other):
        return node_from(other) - self

    def __rmul__(self, other):
        return node_from(other) * self

    def __rtruediv__(self, other):
        return node_from(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        return Value(self.data**n, (self,), (n * self.data ** (n - 1) if n else 0.0,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        on = 1.0 if self.data > 0 else 0.0
        return Value(max(0.0, self.data), (self,), (on,))


class Unit:
    """Stands above the root: a consumer with gradient 1."""

    grad = 1.0


def node_from(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [(v, iter(v._prev))]
    while stack:
        node, inputs = stack[-1]
        for p in inputs:
            if p not in visited:
                visited.add(p)
                stack.append((p, iter(p._prev)))
                break
        else:
            stack.pop()
            topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0


if __name__ == "__main__":
    x, y = Value(2.0), Value(3.0)
    z = x * y + x
    z.backward()
    print(z.data, x.grad, y.grad)
