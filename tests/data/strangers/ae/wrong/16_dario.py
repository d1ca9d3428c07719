# Exercise 13
# the rules are methods (_rule_add etc.), a node knows the name of its rule

import math


class Value:
    def __init__(self, data, _prev=(), rule="leaf", extra=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = getattr(self, "_rule_" + rule)
        self._extra = extra

    def _rule_leaf(self):
        pass

    def _rule_add(self):
        a, b = self._prev
        a.grad += self.grad
        b.grad += self.grad

    def _rule_sub(self):
        a, b = self._prev
        a.grad += self.grad
        b.grad -= self.grad

    def _rule_mul(self):
        a, b = self._prev
        a.grad += b.data * self.grad
        b.grad += a.data * self.grad

    def _rule_div(self):
        a, b = self._prev
        a.grad += self.grad / b.data
        b.grad -= self.grad * self.data / b.data

    def _rule_pow(self):
        (a,) = self._prev
        n = self._extra
        if n != 0:
            a.grad += self.grad * n * a.data ** (n - 1)

    def _rule_tanh(self):
        (a,) = self._prev
        a.grad += self.grad * (1.0 - self.data * self.data)

    def _rule_exp(self):
        (a,) = self._prev
        a.grad += self.grad * self.data

    def _rule_relu(self):
        (a,) = self._prev
        if self.data > 0:
            a.grad += self.grad

    def __add__(self, other):
        other = make(other)
        return Value(self.data + other.data, (self, other), "add")

    def __sub__(self, other):
        other = make(other)
        return Value(self.data - other.data, (self, other), "sub")

    def __mul__(self, other):
        other = make(other)
        return Value(self.data * other.data, (self, other), "mul")

    def __truediv__(self, other):
        other = make(other)
        return Value(self.data / other.data, (self, other), "div")

    def __radd__(self, other):
        return make(other) + self

    def __rsub__(self, other):
        return make(other) - self

    def __rmul__(self, other):
        return make(other) * self

    def __rtruediv__(self, other):
        return make(other) / self

    def __pow__(self, n):
        return Value(self.data**n, (self,), "pow", n)

    def __neg__(self):
        return self * -1.0

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp")

    def relu(self):
        return Value(max(0.0, self.data), (self,), "relu")

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        topo.reverse()
        for node in topo:
            node._backward()


def make(x):
    if isinstance(x, Value):
        return x
    return Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, finished = stack.pop()
        if finished:
            topo.append(node)
            continue
        if node in visited:
            return
        visited.add(node)
        stack.append((node, True))
        for i in node._prev:
            stack.append((i, False))


def zero_grad(root):
    seen = set()
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node not in seen:
            seen.add(node)
            node.grad = 0.0
            waiting.extend(node._prev)
