"""My engine: nodes know their users, and a node is ready once all of these have spoken."""
import math
from collections import deque


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward
        self._users = []
        for p in _prev:
            p._users.append(self)

    def _binary(self, other, value, rule):
        return Value(value, (self, other), rule)

    def _unary(self, value, slope):
        def rule(g):
            self.grad += slope * g

        return Value(value, (self,), rule)

    def __add__(self, other):
        other = _value(other)

        def rule(g):
            self.grad += g
            other.grad += g

        return self._binary(other, self.data + other.data, rule)

    def __sub__(self, other):
        other = _value(other)

        def rule(g):
            self.grad += g
            other.grad -= g

        return self._binary(other, self.data - other.data, rule)

    def __mul__(self, other):
        other = _value(other)

        def rule(g):
            self.grad += g * other.data
            other.grad += g * self.data

        return self._binary(other, self.data * other.data, rule)

    def __truediv__(self, other):
        other = _value(other)
        q = self.data / other.data

        def rule(g):
            self.grad += g / other.data
            other.grad -= g * q / other.data

        return self._binary(other, q, rule)

    def __pow__(self, n):
        slope = 0.0
        if n != 0:
            slope = n * self.data ** (n - 1)
        return self._unary(self.data**n, slope)

    def __neg__(self):
        return self._unary(-self.data, -1.0)

    def tanh(self):
        t = math.tanh(self.data)
        return self._unary(t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._unary(e, e)

    def relu(self):
        if self.data > 0:
            return self._unary(self.data, 1.0)
        return self._unary(0.0, 0.0)

    def __radd__(self, other):
        return _value(other) + self

    def __rsub__(self, other):
        return _value(other) - self

    def __rmul__(self, other):
        return _value(other) * self

    def __rtruediv__(self, other):
        return _value(other) / self

    def backward(self):
        order = _order(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            if node._backward is not None:
                node._backward(node.grad)


def _value(x):
    if not isinstance(x, Value):
        x = Value(x)
    return x


def _below(root):
    graph = set()
    todo = deque([root])
    while todo:
        node = todo.popleft()
        if node not in graph:
            graph.add(node)
            todo.extend(node._prev)
    return graph


def _order(root):
    """The nodes of root's graph, users first."""
    graph = _below(root)
    open_users = {n: len(n._users) for n in graph}
    open_users[root] = 0
    ready, order = deque([root]), []
    while ready:
        node = ready.popleft()
        order.append(node)
        for p in node._prev:
            open_users[p] -= 1
            if open_users[p] == 0:
                ready.append(p)
    return order


def build_topo(v, visited, topo):
    stack = [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        node, rest = stack[-1]
        p = next(rest, None)
        if p is None:
            topo.append(node)
            stack.pop()
        elif p not in visited:
            visited.add(p)
            stack.append((p, iter(p._prev)))


def zero_grad(root):
    for node in _below(root):
        node.grad = 0.0
