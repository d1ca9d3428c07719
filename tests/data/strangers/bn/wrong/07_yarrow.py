import math


class Value:
    def __init__(self, data, _prev=(), _op="leaf", _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _backward

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), "add", lambda: (1.0, 1.0))

    def __sub__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data - other.data, (self, other), "sub", lambda: (1.0, -1.0))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        x, y = self.data, other.data
        return Value(x * y, (self, other), "mul", lambda: (y, x))

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        x, y = self.data, other.data
        return Value(x / y, (self, other), "div", lambda: (1.0 / y, -(x / y) / y))

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return Value(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), "neg", lambda: (-1.0,))

    def __pow__(self, n):
        x = self.data
        return Value(x**n, (self,), "pow", lambda: (n * x ** (n - 1) if n else 0.0,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh", lambda: (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp", lambda: (e,))

    def relu(self):
        x = self.data
        return Value(x if x > 0 else 0.0, (self,), "relu", lambda: (1.0 if x > 0 else 0.0,))

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        wires = wiring(nodes)
        flow = [0.0] * len(nodes)
        flow[-1] = 1.0
        for place in range(len(nodes) - 1, -1, -1):
            node = nodes[place]
            if node._backward is None:
                node.grad += flow[place]
            else:
                node.grad = flow[place]
                for target, slope in zip(wires[place], node._backward()):
                    flow[target] += slope * flow[place]


_programs = {}


def wiring(nodes):
    """For every node the places of its inputs; worked out once per program."""
    program = tuple(node._op for node in nodes)
    if program not in _programs:
        place = {node: i for i, node in enumerate(nodes)}
        _programs[program] = [tuple(place[p] for p in node._prev) for node in nodes]
    return _programs[program]


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        node, i = stack.pop()
        if i == len(node._prev):
            topo.append(node)
            continue
        stack.append((node, i + 1))
        child = node._prev[i]
        if child not in visited:
            visited.add(child)
            stack.append((child, 0))


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
