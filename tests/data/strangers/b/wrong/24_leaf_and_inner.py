import math


class Value:
    """A leaf. What operations give is an Inner."""

    _prev = ()

    def __init__(self, data):
        self.data = data
        self.grad = 0.0

    def receive(self, amount):
        self.grad += amount

    def restart(self):
        pass

    def _backward(self):
        pass

    def __add__(self, other):
        other = constant(other)
        return Inner(self.data + other.data, {self: 1.0}, {other: 1.0})

    def __mul__(self, other):
        other = constant(other)
        return Inner(self.data * other.data, {self: other.data}, {other: self.data})

    def __sub__(self, other):
        other = constant(other)
        return Inner(self.data - other.data, {self: 1.0}, {other: -1.0})

    def __truediv__(self, other):
        other = constant(other)
        back = -self.data / other.data**2
        return Inner(self.data / other.data, {self: 1 / other.data}, {other: back})

    def __neg__(self):
        return Inner(-self.data, {self: -1.0})

    def __pow__(self, n):
        return Inner(self.data**n, {self: n * self.data ** (n - 1) if n else 0.0})

    def __radd__(self, other): return constant(other) + self
    def __rsub__(self, other): return constant(other) - self
    def __rmul__(self, other): return constant(other) * self
    def __rtruediv__(self, other): return constant(other) / self

    def tanh(self):
        th = math.tanh(self.data)
        return Inner(th, {self: 1 - th**2})

    def exp(self):
        ex = math.exp(self.data)
        return Inner(ex, {self: ex})

    def relu(self):
        return Inner(max(self.data, 0.0), {self: float(self.data > 0)})

    def backward(self):
        self.grad = 1.0


class Inner(Value):
    def __init__(self, data, *slopes):
        super().__init__(data)
        self.slopes = slopes
        self._prev = tuple(node for part in slopes for node in part)

    def restart(self):
        self.grad = 0.0

    def _backward(self):
        for part in self.slopes:
            for node, slope in part.items():
                node.receive(slope * self.grad)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            node.restart()
        self.grad = 1.0
        for node in reversed(topo):
            node._backward()


def constant(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [("open", v)]
    while stack:
        state, node = stack.pop()
        if state == "close":
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append(("close", node))
            stack.extend(("open", p) for p in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
