"""Engine: nodes store (input, slope) pairs, so there is one rule for all operations."""
import math


class Value:
    def __init__(self, data, edges=()):
        self.data = data
        self.grad = 0.0
        self._edges = tuple(edges)

    @property
    def _prev(self):
        return tuple(node for node, _ in self._edges)

    def _backward(self):
        for node, slope in self._edges:
            node.grad += slope * self.grad

    def __repr__(self):
        return f"Value({self.data})"

    # two inputs

    def __add__(self, other):
        other = node_of(other)
        return Value(self.data + other.data, [(self, 1.0), (other, 1.0)])

    def __sub__(self, other):
        other = node_of(other)
        return Value(self.data - other.data, [(self, 1.0), (other, -1.0)])

    def __mul__(self, other):
        other = node_of(other)
        return Value(self.data * other.data, [(self, other.data), (other, self.data)])

    def __truediv__(self, other):
        other = node_of(other)
        q = self.data / other.data
        return Value(q, [(self, 1.0 / other.data), (other, -q / other.data)])

    def __radd__(self, other):
        return node_of(other) + self

    def __rsub__(self, other):
        return node_of(other) - self

    def __rmul__(self, other):
        return node_of(other) * self

    def __rtruediv__(self, other):
        return node_of(other) / self

    # one input

    def __neg__(self):
        return Value(-self.data, [(self, -1.0)])

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, [(self, slope)])

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [(self, 1.0 - self.data**2)])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [(self, e)])

    def relu(self):
        if self.data > 0:
            return Value(self.data, [(self, 1.0)])
        return Value(0.0, [(self, 0.0)])

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._edges:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def node_of(x):
    if isinstance(x, Value):
        return x
    return Value(float(x))


def build_topo(v, visited, topo):
    """Depth first; a node is met open first and closed later."""
    OPEN, CLOSE = 0, 1
    notes = [(OPEN, v)]
    while notes:
        what, node = notes.pop()
        if what == CLOSE:
            topo.append(node)
            continue
        if id(node) in visited:
            continue
        visited.add(id(node))
        notes.append((CLOSE, node))
        for p in node._prev:
            notes.append((OPEN, p))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0


def demo():
    a, b = Value(2.0), Value(4.0)
    c = (a / b + 1) ** 2
    c.backward()
    print(c, a.grad, b.grad)


if __name__ == "__main__":
    demo()
