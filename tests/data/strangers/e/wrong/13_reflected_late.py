import math


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = lambda: None

    def _node(self, data, *edges):
        """edges: (input, function that gives the slope)"""
        out = Value(data, tuple(e[0] for e in edges))

        def rule():
            for node, slope in edges:
                node.grad += slope() * out.grad
        out._backward = rule
        return out

    def __add__(self, other):
        other = to_value(other)
        return self._node(self.data + other.data, (self, lambda: 1), (other, lambda: 1))

    def __sub__(self, other):
        other = to_value(other)
        return self._node(self.data - other.data, (self, lambda: 1), (other, lambda: -1))

    def __mul__(self, other):
        other = to_value(other)
        a, b = self.data, other.data
        return self._node(a * b, (self, lambda: b), (other, lambda: a))

    def __truediv__(self, other):
        other = to_value(other)
        a, b = self.data, other.data
        return self._node(a / b, (self, lambda: 1 / b), (other, lambda: -a / b / b))

    def __pow__(self, n):
        a = self.data
        return self._node(a ** n, (self, lambda: n * a ** (n - 1) if n != 0 else 0.0))

    def __neg__(self):
        return self._node(-self.data, (self, lambda: -1))

    def tanh(self):
        t = math.tanh(self.data)
        return self._node(t, (self, lambda: 1 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return self._node(e, (self, lambda: e))

    def relu(self):
        a = self.data
        return self._node(max(0.0, a), (self, lambda: 1 if a > 0 else 0))

    __radd__ = __add__
    __rmul__ = __mul__

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def to_value(x):
    return x if isinstance(x, Value) else Value(x)


# The two that do not commute: number on the left.
for name in ("truediv", "sub"):
    setattr(Value, f"__r{name}__",
            lambda self, left: getattr(to_value(left), f"__{name}__")(self))


def build_topo(v, visited, topo):
    stack = [(v, None)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, True))
        stack.extend((p, False) for p in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
