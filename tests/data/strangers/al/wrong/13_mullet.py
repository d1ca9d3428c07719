import math


class Value:
    def __init__(self, data, _prev=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._backward = lambda: None

    def __add__(self, other):
        return add(self, other)

    def __radd__(self, other):
        return add(other, self)

    def __sub__(self, other):
        return add(self, negative(other))

    def __rsub__(self, other):
        return add(other, negative(self))

    def __mul__(self, other):
        return multiply(self, other)

    def __rmul__(self, other):
        return multiply(other, self)

    def __truediv__(self, other):
        return multiply(self, power(other, -1))

    def __rtruediv__(self, other):
        return multiply(other, power(self, -1))

    def __neg__(self):
        return negative(self)

    def __pow__(self, n):
        return power(self, n)

    def tanh(self):
        t = math.tanh(self.data)
        return apply(self, t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return apply(self, e, e)

    def relu(self):
        if self.data > 0:
            return apply(self, self.data, 1.0)
        return apply(self, 0.0, 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def apply(x, data, slope):
    out = Value(data, [x])

    def _backward():
        x.grad += slope * out.grad

    out._backward = _backward
    return out


def wrapped(x):
    return x if isinstance(x, Value) else Value(x)


def add(x, y):
    x, y = wrapped(x), wrapped(y)
    out = Value(x.data + y.data, [x, y])

    def _backward():
        x.grad += out.grad
        y.grad += out.grad

    out._backward = _backward
    return out


def multiply(x, y):
    x, y = wrapped(x), wrapped(y)
    out = Value(x.data * y.data, [x, y])

    def _backward():
        x.grad += y.data * out.grad
        y.grad += x.data * out.grad

    out._backward = _backward
    return out


def negative(x):
    x = wrapped(x)
    return apply(x, -x.data, -1.0)


def power(x, n):
    x = wrapped(x)
    return apply(x, x.data**n, n * x.data ** (n - 1) if n else 0.0)


def walk(root):
    """Yield every node under `root` once, in no special order."""
    seen = {root}
    todo = [root]
    while todo:
        node = todo.pop()
        yield node
        for child in node._prev:
            if child not in seen:
                seen.add(child)
                todo.append(child)


def build_topo(v, visited, topo):
    """Depth first; a number on the pile says which input is next."""
    visited.add(v)
    pile = [[v, 0]]
    while pile:
        node, following = pile[-1]
        if following < len(node._prev):
            pile[-1][1] += 1
            child = node._prev[following]
            if child not in visited:
                visited.add(child)
                pile.append([child, 0])
        else:
            pile.pop()
            topo.append(node)


def zero_grad(root):
    nodes = walk(root)
    if any(node.grad for node in nodes):
        for node in nodes:
            node.grad = 0.0
