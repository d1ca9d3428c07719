from math import exp, tanh


class Value:
    """Local derivatives are worked out when the node is made."""

    def __init__(self, data, *edges):
        self.data = data
        self.grad = 0.0
        self.edges = edges

    @property
    def _prev(self):
        return [node for node, _ in self.edges]

    def _backward(self):
        g = self.grad
        for node, d in self.edges:
            node.grad += d * g

    def __add__(self, other):
        if not isinstance(other, Value):
            return Value(self.data + other, (self, 1.0))
        return Value(self.data + other.data, (self, 1.0), (other, 1.0))

    def __sub__(self, other):
        if not isinstance(other, Value):
            return Value(self.data - other, (self, 1.0))
        return Value(self.data - other.data, (self, 1.0), (other, -1.0))

    def __mul__(self, other):
        if not isinstance(other, Value):
            return Value(self.data * other, (self, other))
        return Value(self.data * other.data, (self, other.data), (other, self.data))

    def __truediv__(self, other):
        if not isinstance(other, Value):
            return Value(self.data / other, (self, 1.0 / other))
        q = self.data / other.data
        return Value(q, (self, 1.0 / other.data), (other, -q / other.data))

    def __rtruediv__(self, other):
        q = other / self.data
        return Value(q, (self, -q / self.data))

    def __rsub__(self, other):
        return Value(other - self.data, (self, -1.0))

    def __neg__(self):
        return Value(-self.data, (self, -1.0))

    def __pow__(self, n):
        return Value(self.data**n, (self, n * self.data ** (n - 1) if n else 0.0))

    __radd__ = __add__
    __rmul__ = __mul__

    def tanh(self):
        t = tanh(self.data)
        return Value(t, (self, 1.0 - t * t))

    def exp(self):
        e = exp(self.data)
        return Value(e, (self, e))

    def relu(self):
        on = float(self.data > 0.0)
        return Value(on * self.data, (self, on))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node.edges:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, finished = stack.pop()
        if finished:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, True))
        for p, _ in node.edges:
            if p not in visited:
                stack.append((p, False))


def zero_grad(root):
    seen = set()
    stack = [root]
    while stack:
        node = stack.pop()
        if node in seen or node.grad == 0.0:
            continue
        seen.add(node)
        node.grad = 0.0
        stack.extend(p for p, _ in node.edges)
