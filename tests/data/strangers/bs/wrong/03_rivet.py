"""Autograd in one file (exercise 13)."""
import math


def _node(data, inputs, slopes):
    """A new node whose rule hands slope * grad to every input."""
    out = Value(data)
    out._prev = inputs

    def rule():
        g = out.grad
        for node, slope in zip(inputs, slopes):
            node.grad += slope * g

    out._backward = rule
    return out


def _value(x):
    if isinstance(x, Value):
        return x
    return Value(x)


def _add(a, b):
    return _node(a.data + b.data, (a, b), (1.0, 1.0))


def _mul(a, b):
    return _node(a.data * b.data, (a, b), (b.data, a.data))


def _sub(a, b):
    return _node(a.data - b.data, (a, b), (1.0, -1.0))


def _div(a, b):
    q = a.data / b.data
    return _node(q, (a, b), (1.0 / b.data, -q / b.data))


class Value:

    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = None

    def __add__(self, other):
        return _add(self, _value(other))

    def __mul__(self, other):
        return _mul(self, _value(other))

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self):
        return _node(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        if n == 0:
            return _node(1.0, (self,), (0.0,))
        return _node(self.data**n, (self,), (n * self.data ** (n - 1),))

    def tanh(self):
        t = math.tanh(self.data)
        return _node(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return _node(e, (self,), (e,))

    def relu(self):
        return _node(max(self.data, 0.0), (self,), (float(self.data > 0),))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        inner = [n for n in topo if n._prev]
        for n in inner:
            n.grad = 0.0
        self.grad += 1.0
        for n in reversed(inner):
            n._backward()


# minus and divided by, in both directions
for name, make in (("sub", _sub), ("truediv", _div)):
    setattr(Value, f"__{name}__", lambda self, other, make=make: make(self, _value(other)))
    setattr(Value, f"__r{name}__", lambda self, other: make(_value(other), self))


def build_topo(v, visited, topo):
    todo = [v]
    while todo:
        node = todo[-1]
        if node in visited:
            todo.pop()
            continue
        missing = [p for p in node._prev if p not in visited]
        if missing:
            todo.extend(missing)
        else:
            visited.add(node)
            topo.append(node)
            todo.pop()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for n in topo:
        n.grad = 0.0
