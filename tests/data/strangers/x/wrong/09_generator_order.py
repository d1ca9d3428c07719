from math import exp, tanh


def postorder(root):
    """Yield every node below root once, inputs first."""
    met = {id(root)}
    trail = [(root, iter(root._prev))]
    while trail:
        node, todo = trail[-1]
        nxt = next(todo, None)
        if nxt is None:
            trail.pop()
            yield node
        elif id(nxt) not in met:
            met.add(id(nxt))
            trail.append((nxt, iter(nxt._prev)))


def build_topo(v, visited, topo):
    for node in postorder(v):
        topo.append(node)


def zero_grad(root):
    for node in postorder(root):
        node.grad = 0.0


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data, self.grad = data, 0.0
        self._prev, self._backward = _prev, _backward

    def _binary(self, other, value, rule):
        # rule(g, x, y) yields the two contributions
        return Value(value(self.data, other.data), (self, other),
                     lambda g: rule(g, self.data, other.data))

    def __add__(self, other):
        def rule(g, x, y):
            yield g
            yield g
        return self._binary(num(other), lambda x, y: x + y, rule)

    def __sub__(self, other):
        def rule(g, x, y):
            yield g
            yield -g
        return self._binary(num(other), lambda x, y: x - y, rule)

    def __mul__(self, other):
        def rule(g, x, y):
            yield g * y
            yield g * x
        return self._binary(num(other), lambda x, y: x * y, rule)

    def __truediv__(self, other):
        def rule(g, x, y):
            yield g / y
            yield -g * x / y / y
        return self._binary(num(other), lambda x, y: x / y, rule)

    def __neg__(self):
        return 0 - self

    def __radd__(self, other):
        return num(other) + self

    def __rsub__(self, other):
        return num(other) - self

    def __rmul__(self, other):
        return num(other) * self

    def __rtruediv__(self, other):
        return num(other) / self

    def __pow__(self, n):
        def rule(g):
            yield g * n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data ** n, (self,), rule)

    def tanh(self):
        t = tanh(self.data)

        def rule(g):
            yield g * (1 - t ** 2)
        return Value(t, (self,), rule)

    def exp(self):
        e = exp(self.data)

        def rule(g):
            yield g * e
        return Value(e, (self,), rule)

    def relu(self):
        def rule(g):
            yield g if self.data > 0 else 0.0
        return Value(self.data if self.data > 0 else 0.0, (self,), rule)

    def backward(self):
        order = list(postorder(self))
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad = 1.0
        for node in reversed(order):
            if node._prev:
                for child, part in zip(node._prev, node._backward(node.grad)):
                    child.grad += part


def num(x):
    return x if isinstance(x, Value) else Value(x)
