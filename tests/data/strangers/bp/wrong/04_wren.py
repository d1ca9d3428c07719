"""The exam, table driven: all two-sided operators are installed from one table."""

import math


class Value:
    """A number in a graph."""

    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _nothing

    def __repr__(self):
        return "Value(%r)" % self.data

    def __neg__(self):
        return _node(-self.data, [self], [-1.0])

    def __pow__(self, n):
        if n == 0:
            return _node(1.0, [self], [0.0])
        return _node(self.data**n, [self], [n * self.data ** (n - 1)])

    def tanh(self):
        y = math.tanh(self.data)
        return _node(y, [self], [1 - y * y])

    def exp(self):
        y = math.exp(self.data)
        return _node(y, [self], [y])

    def relu(self):
        return _node(max(0.0, self.data), [self], [float(self.data > 0)])

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        for n in nodes:
            if n._prev:
                n.grad = 0.0
        self.grad += 1.0
        for n in nodes[::-1]:
            n._backward()


def _nothing():
    pass


def _lift(x):
    return x if isinstance(x, Value) else Value(x)


def _node(data, inputs, slopes):
    out = Value(data, tuple(inputs))

    def chain():
        for inp, slope in zip(inputs, slopes):
            inp.grad += slope * out.grad

    out._backward = chain
    return out


#   name        value                 slopes
TABLE = {
    "add": (lambda x, y: x + y, lambda x, y: [1.0, 1.0]),
    "sub": (lambda x, y: x - y, lambda x, y: [1.0, -1.0]),
    "truediv": (lambda x, y: x / y, lambda x, y: [1.0 / y, -x / y**2]),
    "mul": (lambda x, y: x * y, lambda x, y: [y, x]),
}


def _direct(value, slopes):
    def op(left, right):
        left, right = _lift(left), _lift(right)
        return _node(value(left.data, right.data), [left, right], slopes(left.data, right.data))

    return op


def _install():
    for name, (value, slopes) in TABLE.items():
        op = _direct(value, slopes)
        setattr(Value, f"__{name}__", op)
        setattr(Value, f"__r{name}__", lambda self, other: op(other, self))


_install()


def build_topo(v, visited, topo):
    stack = [[v, 0]]
    visited.add(v)
    while stack:
        top = stack[-1]
        node, k = top
        if k < len(node._prev):
            top[1] += 1
            child = node._prev[k]
            if child not in visited:
                visited.add(child)
                stack.append([child, 0])
        else:
            topo.append(node)
            stack.pop()


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for n in nodes:
        n.grad = 0.0
