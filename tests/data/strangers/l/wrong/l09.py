from math import exp, tanh


class Value:
    def __init__(self, data, pairs=()):
        self.data = float(data)
        self.grad = 0.0
        self._backward = tuple(pairs)              # (input, slope)
        self._prev = [node for node, _ in self._backward]

    def __add__(a, b):
        b = V(b)
        return Value(a.data + b.data, [(a, 1.0), (b, 1.0)])

    def __sub__(a, b):
        b = V(b)
        return Value(a.data - b.data, [(a, 1.0), (b, -1.0)])

    def __mul__(a, b):
        b = V(b)
        return Value(a.data * b.data, {a: b.data, b: a.data}.items())

    def __truediv__(a, b):
        b = V(b)
        q = a.data / b.data
        return Value(q, [(a, 1 / b.data), (b, -q / b.data)])

    def __radd__(a, b):
        return V(b) + a

    def __rsub__(a, b):
        return V(b) - a

    def __rmul__(a, b):
        return V(b) * a

    def __rtruediv__(a, b):
        return V(b) / a

    def __neg__(a):
        return Value(-a.data, [(a, -1.0)])

    def __pow__(a, n):
        return Value(a.data ** n, [(a, n * a.data ** (n - 1))] if n else [(a, 0.0)])

    def tanh(a):
        t = tanh(a.data)
        return Value(t, [(a, 1 - t * t)])

    def exp(a):
        e = exp(a.data)
        return Value(e, [(a, e)])

    def relu(a):
        return Value(max(a.data, 0.0), [(a, float(a.data > 0))])

    def backward(root):
        order = []
        build_topo(root, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        root.grad += 1.0
        for node in reversed(order):
            for below, slope in node._backward:
                below.grad += slope * node.grad


def V(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [v]
    finished = set()
    while stack:
        node = stack[-1]
        if node not in visited:
            visited.add(node)
            stack += [p for p in node._prev if p not in visited]
        else:
            stack.pop()
            if node not in finished:
                finished.add(node)
                topo.append(node)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
