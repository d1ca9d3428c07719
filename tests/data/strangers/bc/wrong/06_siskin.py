"""Small and plain: each rule is a bound method chosen when the node is made."""

import math


class Value:
    def __init__(self, data, _prev=(), _op="", _rule=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = getattr(self, "_rule_" + _rule) if _rule else None

    # rules

    def _rule_add(self):
        for node in self._prev:
            node.grad += self.grad

    def _rule_mul(self):
        a, b = self._prev
        a.grad, x = a.grad + b.data * self.grad, a.data
        b.grad += x * self.grad

    def _rule_inv(self):
        self._prev[0].grad -= self.data * self.data * self.grad

    def _rule_pow(self):
        (a,) = self._prev
        if self._n:
            a.grad += self._n * a.data ** (self._n - 1) * self.grad

    def _rule_tanh(self):
        self._prev[0].grad += (1 - self.data**2) * self.grad

    def _rule_exp(self):
        self._prev[0].grad += self.data * self.grad

    def _rule_relu(self):
        if self.data > 1e-8:
            self._prev[0].grad += self.grad

    # operators

    def __add__(self, other):
        other = lift(other)
        return Value(self.data + other.data, (self, other), "+", "add")

    def __mul__(self, other):
        other = lift(other)
        return Value(self.data * other.data, (self, other), "*", "mul")

    def inverse(self):
        return Value(1.0 / self.data, (self,), "1/", "inv")

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**", "pow")
        out._n = n
        return out

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + (-lift(other))

    def __truediv__(self, other):
        return self * lift(other).inverse()

    def __radd__(self, other):
        return lift(other) + self

    def __rmul__(self, other):
        return lift(other) * self

    def __rsub__(self, other):
        return lift(other) - self

    def __rtruediv__(self, other):
        return lift(other) / self

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh", "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp", "exp")

    def relu(self):
        return Value(max(self.data, 0.0), (self,), "relu", "relu")

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._backward:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            if node._backward:
                node._backward()


def lift(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    down = [v]
    back = []
    # Down: note a node each time it is met. Back: the last meeting counts.
    pending = {v: 0}
    while down:
        node = down.pop()
        for below in node._prev:
            if below not in pending:
                pending[below] = 0
                down.append(below)
            pending[below] += 1
    down = [v]
    while down:
        node = down.pop()
        back.append(node)
        visited.add(node)
        for below in node._prev:
            pending[below] -= 1
            if pending[below] == 0:
                down.append(below)
    topo.extend(reversed(back))


def zero_grad(root):
    todo, seen = [root], set()
    while todo:
        node = todo.pop()
        if node not in seen:
            seen.add(node)
            node.grad = 0.0
            todo.extend(node._prev)
