import math


def as_value(x):
    return x if isinstance(x, Value) else Value(x)


def _tanh(x):
    if abs(x) > 20:  # exp would be too large
        return 1.0
    e = math.exp(2 * x)
    return (e - 1) / (e + 1)


class Value:
    """A scalar with its gradient. `edges` has (input, local derivative) pairs."""

    def __init__(self, data, edges=()):
        self.data = data
        self.grad = 0.0
        self.edges = edges

    @property
    def _prev(self):
        return [node for node, _ in self.edges]

    @property
    def _backward(self):
        return self._push

    def _push(self):
        g = self.grad
        for node, d in self.edges:
            node.grad += g * d

    def __add__(a, b):
        b = as_value(b)
        return Value(a.data + b.data, [(a, 1.0), (b, 1.0)])

    def __sub__(a, b):
        b = as_value(b)
        return Value(a.data - b.data, [(a, 1.0), (b, -1.0)])

    def __mul__(a, b):
        b = as_value(b)
        return Value(a.data * b.data, [(a, b.data), (b, a.data)])

    def __truediv__(a, b):
        b = as_value(b)
        return Value(a.data / b.data, [(a, 1 / b.data), (b, -a.data / b.data**2)])

    def __pow__(a, n):
        d = n * a.data ** (n - 1) if n != 0 else 0.0
        return Value(a.data**n, [(a, d)])

    def __neg__(a):
        return Value(-a.data, [(a, -1.0)])

    def __radd__(b, a):
        return as_value(a) + b

    def __rsub__(b, a):
        return as_value(a) - b

    def __rmul__(b, a):
        return as_value(a) * b

    def __rtruediv__(b, a):
        return as_value(a) / b

    def exp(a):
        e = math.exp(a.data)
        return Value(e, [(a, e)])

    def tanh(a):
        t = _tanh(a.data)
        return Value(t, [(a, 1 - t * t)])

    def relu(a):
        if a.data > 0:
            return Value(a.data, [(a, 1.0)])
        return Value(0.0, [(a, 0.0)])

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            v.grad = 0.0 if v.edges else v.grad
        self.grad += 1.0
        for v in reversed(topo):
            v._push()


def build_topo(v, visited, topo):
    # consumers first with the right input before the left one, then turned round
    uses = {v: 0}
    todo = [v]
    while todo:
        for p in todo.pop()._prev:
            if p not in uses:
                uses[p] = 0
                todo.append(p)
            uses[p] += 1
    free = [v]
    found = []
    while free:
        node = free.pop()
        found.append(node)
        for p in node._prev:
            uses[p] -= 1
            if not uses[p]:
                free.append(p)
    topo.extend(found[::-1])


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
