"""Exam, exercise 13.

Every node keeps a bound "rule". Sub has its own rule (no detour over -1).
"""
import math


def as_value(thing):
    if isinstance(thing, Value):
        return thing
    return Value(thing)


class Value:
    def __init__(self, data, inputs=()):
        self.data = data
        self.grad = 0.0
        self._prev = inputs
        self._backward = lambda: None

    def is_leaf(self):
        return len(self._prev) == 0

    def __add__(self, other):
        right = as_value(other)
        out = Value(self.data + right.data, (self, right))

        def add_rule():
            self.grad = self.grad + out.grad
            right.grad = right.grad + out.grad

        out._backward = add_rule
        return out

    def __sub__(self, other):
        right = as_value(other)
        out = Value(self.data - right.data, (self, right))

        def sub_rule():
            self.grad = self.grad + out.grad
            right.grad = self.grad - out.grad

        out._backward = sub_rule
        return out

    def __mul__(self, other):
        right = as_value(other)
        out = Value(self.data * right.data, (self, right))

        def mul_rule():
            self.grad = self.grad + out.grad * right.data
            right.grad = right.grad + out.grad * self.data

        out._backward = mul_rule
        return out

    def __truediv__(self, other):
        return self * as_value(other) ** -1

    def __pow__(self, exponent):
        out = Value(self.data**exponent, (self,))

        def pow_rule():
            if exponent == 0:
                return
            slope = exponent * self.data ** (exponent - 1)
            self.grad = self.grad + out.grad * slope

        out._backward = pow_rule
        return out

    def __neg__(self):
        return self * -1.0

    def __radd__(self, other):
        return as_value(other) + self

    def __rsub__(self, other):
        return as_value(other) - self

    def __rmul__(self, other):
        return as_value(other) * self

    def __rtruediv__(self, other):
        return as_value(other) / self

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))

        def tanh_rule():
            self.grad = self.grad + out.grad * (1 - out.data * out.data)

        out._backward = tanh_rule
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,))

        def exp_rule():
            self.grad = self.grad + out.grad * out.data

        out._backward = exp_rule
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,))

        def relu_rule():
            if out.data > 0:
                self.grad = self.grad + out.grad

        out._backward = relu_rule
        return out

    def backward(self):
        order = []
        build_topo(self, set(), order)
        order.reverse()
        for node in order:
            if not node.is_leaf():
                node.grad = 0.0
        self.grad = self.grad + 1.0
        for node in order:
            node._backward()


def build_topo(v, visited, topo):
    stack = [v]
    listed = set()
    while stack:
        node = stack[-1]
        if node not in visited:
            visited.add(node)
            stack.extend(p for p in node._prev if p not in visited)
        else:
            stack.pop()
            if node not in listed:
                listed.add(node)
                topo.append(node)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
