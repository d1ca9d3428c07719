import math
import weakref


class Value:
    def __init__(self, data, inputs=(), rule=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(inputs)
        self._backward = rule
        self._users = weakref.WeakSet()       # who uses me, without keeping them alive
        for node in self._prev:
            node._users.add(self)

    def _new(self, value, inputs, rule):
        out = Value(value, inputs)
        me = weakref.ref(out)
        out._backward = lambda: rule(me().grad)
        return out

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)

        def rule(g):
            self.grad += g
            other.grad += g
        return self._new(self.data + other.data, (self, other), rule)

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)

        def rule(g):
            self.grad += g * other.data
            other.grad += g * self.data
        return self._new(self.data * other.data, (self, other), rule)

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)

        def rule(g):
            self.grad += g / other.data
            other.grad -= g * self.data / other.data ** 2
        return self._new(self.data / other.data, (self, other), rule)

    def __pow__(self, n):
        def rule(g):
            if n:
                self.grad += g * n * self.data ** (n - 1)
        return self._new(self.data ** n, (self,), rule)

    def tanh(self):
        t = math.tanh(self.data)

        def rule(g):
            self.grad += g * (1 - t * t)
        return self._new(t, (self,), rule)

    def exp(self):
        e = math.exp(self.data)

        def rule(g):
            self.grad += g * e
        return self._new(e, (self,), rule)

    def relu(self):
        on = self.data > 0

        def rule(g):
            if on:
                self.grad += g
        return self._new(self.data if on else 0.0, (self,), rule)

    def __neg__(self): return self * -1.0
    def __radd__(self, other): return self + other
    def __sub__(self, other): return self + (-other)
    def __rsub__(self, other): return -self + other
    def __rmul__(self, other): return self * other
    def __rtruediv__(self, other): return Value(other) / self

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            if node._backward is not None:
                node._backward()


def reach(root):
    found, stack = {root}, [root]
    while stack:
        for node in stack.pop()._prev:
            if node not in found:
                found.add(node)
                stack.append(node)
    return found


def build_topo(v, visited, topo):
    members = reach(v)
    missing = {}
    for node in members:
        missing[node] = len(node._users)
    ready, order = [v], []
    while ready:
        node = ready.pop()
        order.append(node)
        for child in set(node._prev):
            missing[child] -= 1
            if missing[child] == 0:
                ready.append(child)
    visited.update(order)
    topo.extend(order[::-1])


def zero_grad(root):
    for node in reach(root):
        node.grad = 0.0
