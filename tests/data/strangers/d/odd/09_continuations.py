"""Continuation-passing: the walk through the graph is written recursively, but each call only
returns what is to be done next, and a trampoline does it. Powers are made by squaring."""
import math


def bounce(thunk):
    while thunk is not None:
        thunk = thunk()


def visit(node, visited, out, then):
    """Visit the inputs of a node, then the node, then go on with `then`."""
    if node in visited:
        return then
    visited.add(node)

    def inputs(k):
        if k == len(node._prev):
            out.append(node)
            return then
        return lambda: visit(node._prev[k], visited, out, lambda: inputs(k + 1))

    return lambda: inputs(0)


def build_topo(v, visited, topo):
    bounce(lambda: visit(v, visited, topo, None))


def inputs_first(root):
    out = []
    build_topo(root, set(), out)
    return out


class Value:
    def __init__(self, data, _prev=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = lambda: None

    def backward(self):
        nodes = inputs_first(self)

        def restart(k):
            if k < 0:
                self.grad += 1.0
                return lambda: run(len(nodes) - 1)
            if nodes[k]._prev:
                nodes[k].grad = 0.0
            return lambda: restart(k - 1)

        def run(k):
            if k < 0:
                return None
            nodes[k]._backward()
            return lambda: run(k - 1)

        bounce(lambda: restart(len(nodes) - 1))

    def then(self, data, other=None, slopes=(1.0, 1.0)):
        """The node that comes of this one (and another)."""
        inputs = (self,) if other is None else (self, other)
        out = Value(data, inputs)

        def rule():
            for node, slope in zip(inputs, slopes):
                node.grad += slope * out.grad

        out._backward = rule
        return out

    def __add__(self, other):
        other = node_for(other)
        return self.then(self.data + other.data, other)

    def __sub__(self, other):
        other = node_for(other)
        return self.then(self.data - other.data, other, (1.0, -1.0))

    def __mul__(self, other):
        other = node_for(other)
        return self.then(self.data * other.data, other, (other.data, self.data))

    def __truediv__(self, other):
        other = node_for(other)
        q = self.data / other.data
        return self.then(q, other, (1.0 / other.data, -q / other.data))

    def __pow__(self, n):
        if n != int(n):
            return self.then(self.data**n, None, (n * self.data ** (n - 1),))
        if n < 0:
            return 1.0 / self ** -n
        result, square, n = self * 0.0 + 1.0, self, int(n)
        while n:
            if n % 2:
                result = result * square
            n //= 2
            if n:
                square = square * square
        return result

    def __neg__(self):
        return self.then(-self.data, None, (-1.0,))

    def __radd__(self, other):
        return node_for(other) + self

    def __rsub__(self, other):
        return node_for(other) - self

    def __rmul__(self, other):
        return node_for(other) * self

    def __rtruediv__(self, other):
        return node_for(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return self.then(t, None, (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return self.then(e, None, (e,))

    def relu(self):
        return self.then(max(self.data, 0.0), None, (float(self.data > 0),))


def node_for(x):
    return x if isinstance(x, Value) else Value(x)


def zero_grad(root):
    for node in inputs_first(root):
        node.grad = 0.0
