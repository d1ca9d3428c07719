import itertools
import math
import operator as op


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._mark = None
        self._backward = None

    def _binary(self, other, function, label, slopes):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(function(self.data, other.data), (self, other), label)
        left, right = slopes(self.data, other.data)

        def rule():
            self.grad += left * out.grad
            other.grad += right * out.grad

        out._backward = rule
        return out

    def _unary(self, data, label, slope):
        out = Value(data, (self,), label)

        def rule():
            self.grad += slope * out.grad

        out._backward = rule
        return out

    def __add__(self, other):
        return self._binary(other, op.add, "+", lambda x, y: (1.0, 1.0))

    def __sub__(self, other):
        return self._binary(other, op.sub, "-", lambda x, y: (1.0, -1.0))

    def __mul__(self, other):
        return self._binary(other, op.mul, "*", lambda x, y: (y, x))

    def __truediv__(self, other):
        return self._binary(other, op.truediv, "/", lambda x, y: (1.0 / y, -x / y / y))

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self

    def __neg__(self):
        return self._unary(-self.data, "neg", -1.0)

    def __pow__(self, n):
        if n == 0:
            return self._unary(1.0, "**", 0.0)
        return self._unary(self.data**n, "**", n * self.data ** (n - 1))

    def tanh(self):
        t = math.tanh(self.data)
        return self._unary(t, "tanh", (1 - t) * (1 + t))

    def exp(self):
        e = math.exp(self.data)
        return self._unary(e, "exp", e)

    def relu(self):
        if self.data > 0:
            return self._unary(self.data, "relu", 1.0)
        return self._unary(0.0, "relu", 0.0)

    def backward(self):
        order = []
        _walk(self, next(_tickets), order)
        for node in order:
            if node._backward is not None:
                node.grad = 0.0
        if self._backward is None:
            self.grad += 1.0
        else:
            self.grad = 1.0
        for node in reversed(order):
            if node._backward is not None:
                node._backward()


_tickets = itertools.count(1)


def _walk(start, ticket, order):
    """Depth first; a node that carries this ticket has been met already."""
    if start._mark == ticket:
        return
    start._mark = ticket
    path = [(start, iter(start._prev))]
    while path:
        node, rest = path[-1]
        for child in rest:
            if child._mark != ticket:
                child._mark = ticket
                path.append((child, iter(child._prev)))
                break
        else:
            path.pop()
            order.append(node)


def build_topo(v, visited, topo):
    _walk(v, id(visited), topo)


def zero_grad(root):
    order = []
    _walk(root, next(_tickets), order)
    for node in order:
        node.grad = 0.0
