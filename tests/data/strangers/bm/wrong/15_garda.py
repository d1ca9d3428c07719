import math


class Value:
    def __init__(self, data, edges=()):
        self.data = data
        self.grad = 0.0
        self._links = list(edges)

    @property
    def _prev(self):
        return [node for node, slope in self._links]

    def _backward(self):
        for node, slope in self._links:
            node.grad += slope * self.grad

    def __repr__(self):
        return f"Value({self.data:g}; {self.grad:g})"

    @classmethod
    def of(cls, x):
        return x if isinstance(x, cls) else cls(x)

    def __add__(self, other):
        other = self.of(other)
        return Value(self.data + other.data, zip((self, other), (1.0, 1.0)))

    def __sub__(self, other):
        other = self.of(other)
        return Value(self.data - other.data, zip((self, other), (1.0, -1.0)))

    def __mul__(self, other):
        other = self.of(other)
        return Value(self.data * other.data, zip((self, other), (other.data, self.data)))

    def __truediv__(self, other):
        other = self.of(other)
        q = self.data / other.data
        return Value(q, zip((self, other), (1.0 / other.data, -q / other.data)))

    def __radd__(self, other):
        return self.of(other) + self

    def __rsub__(self, other):
        return self.of(other) - self

    def __rmul__(self, other):
        return self.of(other) * self

    def __rtruediv__(self, other):
        return other / self

    def __neg__(self):
        return Value(-self.data, [(self, -1.0)])

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, [(self, slope)])

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [(self, 1.0 - t * t)])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [(self, e)])

    def relu(self):
        slope = 1.0 if self.data > 0 else 0.0
        return Value(slope * self.data, [(self, slope)])

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._links:
                node.grad = 0.0
        self.grad += 1.0
        for i in range(len(order) - 1, -1, -1):
            order[i]._backward()


def build_topo(v, visited, order):
    pile = [v]
    while pile:
        node = pile[-1]
        if node in visited:
            pile.pop()
            continue
        open_inputs = [p for p in node._prev if p not in visited]
        if open_inputs:
            pile.extend(open_inputs)
        else:
            visited.add(node)
            order.append(node)
            pile.pop()


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
