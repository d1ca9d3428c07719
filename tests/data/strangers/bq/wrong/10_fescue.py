"""Exercise 13. The rule of a node is the method named after its operation."""

import math


class Value:
    def __init__(self, data, _prev=(), kind="leaf", n=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self.kind = kind
        self.n = n
        self._backward = getattr(self, "rule_" + kind)

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad}, kind={self.kind})"

    # ---- rules

    def rule_leaf(self):
        pass

    def rule_add(self):
        a, b = self._prev
        a.grad += self.grad
        b.grad += self.grad

    def rule_mul(self):
        a, b = self._prev
        da, db = a.data, b.data
        a.grad += db * self.grad
        b.grad += da * self.grad

    def rule_power(self):
        (a,) = self._prev
        if self.n != 0:
            a.grad += self.n * a.data ** (self.n - 1) * self.grad

    def rule_tanh(self):
        (a,) = self._prev
        a.grad += (1.0 - self.data * self.data) * self.grad

    def rule_exp(self):
        (a,) = self._prev
        a.grad += self.data * self.grad

    def rule_relu(self):
        (a,) = self._prev
        if a.data > 0:
            a.grad += self.grad

    # ---- operators

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(float(other))
        return Value(self.data + other.data, (self, other), "add")

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(float(other))
        return Value(self.data * other.data, (self, other), "mul")

    def __pow__(self, n):
        return Value(self.data**n, (self,), "power", n)

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -other

    def __truediv__(self, other):
        if not isinstance(other, Value):
            return self * (1.0 / other)
        return self * other**-1

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return -self + other

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return self**-1 * other

    # ---- functions

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp")

    def relu(self):
        return Value(self.data if self.data > 0 else 0.0, (self,), "relu")

    # ---- backward

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node.kind != "leaf":
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        node, k = stack.pop()
        if k == len(node._prev):
            topo.append(node)
            continue
        stack.append((node, k + 1))
        child = node._prev[k]
        if child not in visited:
            visited.add(child)
            stack.append((child, 0))


def zero_grad(root):
    root.grad = 0.0
    todo = list(root._prev)
    while todo:
        node = todo.pop()
        if node.grad != 0.0:
            node.grad = 0.0
            todo.extend(node._prev)
