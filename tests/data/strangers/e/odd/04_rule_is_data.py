"""`_backward` is no function: it is a list of [input, slope]. `_prev` is a list made from it."""
import math


class Value:
    def __init__(self, data, *_backward):
        self.data = data
        self.grad = 0.0
        self._backward = list(_backward)
        self._prev = [node for node, slope in _backward]

    def __add__(a, b):
        return Value(a.data + b.data, [a, 1], [b, 1]) if isinstance(b, Value) else Value(a.data + b, [a, 1])

    def __sub__(a, b):
        return Value(a.data - b.data, [a, 1], [b, -1]) if isinstance(b, Value) else Value(a.data - b, [a, 1])

    def __mul__(a, b):
        return Value(a.data * b.data, [a, b.data], [b, a.data]) if isinstance(b, Value) else Value(a.data * b, [a, b])

    def __truediv__(a, b):
        if isinstance(b, Value):
            return Value(a.data / b.data, [a, 1 / b.data], [b, -a.data / b.data ** 2])
        return Value(a.data / b, [a, 1 / b])

    def __radd__(a, b): return Value(b + a.data, [a, 1])
    def __rsub__(a, b): return Value(b - a.data, [a, -1])
    def __rmul__(a, b): return Value(b * a.data, [a, b])
    def __rtruediv__(a, b): return Value(b / a.data, [a, -b / a.data ** 2])
    def __neg__(a): return Value(-a.data, [a, -1])
    def __pow__(a, n): return Value(a.data ** n, [a, n * a.data ** (n - 1) if n else 0])

    def tanh(a):
        t = math.tanh(a.data)
        return Value(t, [a, (1 - t) * (1 + t)])

    def exp(a):
        e = math.exp(a.data)
        return Value(e, [a, e])

    def relu(a):
        return Value(*([a.data, [a, 1]] if a.data > 0 else [0.0, [a, 0]]))

    def backward(root):
        topo = []
        build_topo(root, set(), topo)
        inner = [n for n in topo if n._prev]
        for n in inner:
            n.grad = 0.0
        root.grad += 1.0
        for n in inner[::-1]:
            for node, slope in n._backward:
                node.grad += slope * n.grad


def build_topo(v, visited, topo):
    stack = [iter([v])]
    path = []
    while stack:
        node = next(stack[-1], None)
        if node is None:
            stack.pop()
            if path:
                topo.append(path.pop())
        elif node not in visited:
            visited.add(node)
            path.append(node)
            stack.append(iter(node._prev))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
