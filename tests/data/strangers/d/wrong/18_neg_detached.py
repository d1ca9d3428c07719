# few primitives (+, *, 1/x, **, tanh, exp, relu), the rest is built of them
import math


class Value:
    def __init__(self, data, came_from=()):
        self.data = float(data)
        self.grad = 0.0
        # pairs (input, function from my gradient to its share)
        self.came_from = list(came_from)

    @property
    def _prev(self):
        return tuple(node for node, _ in self.came_from)

    def _backward(self):
        g = self.grad
        for node, share in self.came_from:
            node.grad += share(g)

    # primitives
    def __add__(self, other):
        other = constant(other)
        return Value(self.data + other.data, [(self, lambda g: g), (other, lambda g: g)])

    def __mul__(self, other):
        other = constant(other)
        return Value(
            self.data * other.data,
            [(self, lambda g: g * other.data), (other, lambda g: g * self.data)],
        )

    def inverse(self):
        r = 1.0 / self.data
        return Value(r, [(self, lambda g: -g * r * r)])

    def __pow__(self, n):
        if n == 0:
            return self * 0.0 + 1.0
        return Value(self.data**n, [(self, lambda g: g * n * self.data ** (n - 1))])

    def tanh(self):
        y = math.tanh(self.data)
        return Value(y, [(self, lambda g: g * (1 - y**2))])

    def exp(self):
        y = math.exp(self.data)
        return Value(y, [(self, lambda g: g * y)])

    def relu(self):
        return Value(max(0.0, self.data), [(self, lambda g: g if self.data > 0 else 0.0)])

    # derived
    def __neg__(self):
        return Value(-self.data)

    def __sub__(self, other):
        return self + (-constant(other))

    def __truediv__(self, other):
        return self * constant(other).inverse()

    def __radd__(self, other):
        return constant(other) + self

    def __rsub__(self, other):
        return constant(other) + self * -1.0

    def __rmul__(self, other):
        return constant(other) * self

    def __rtruediv__(self, other):
        return constant(other) * self.inverse()

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node.came_from:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def constant(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    visited.add(v)
    frames = [(v, iter(v._prev))]
    while frames:
        node, rest = frames[-1]
        nxt = next((p for p in rest if p not in visited), None)
        if nxt is None:
            topo.append(node)
            frames.pop()
        else:
            visited.add(nxt)
            frames.append((nxt, iter(nxt._prev)))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
