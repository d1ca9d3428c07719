"""Final exam: engine with consumer counts (the second algorithm), no recursion."""

import math


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = lambda: None

    def __add__(self, other):
        other = V(other)
        out = Value(self.data + other.data, (self, other))
        def _backward():
            self.grad += out.grad
            other.grad += out.grad
        out._backward = _backward
        return out

    def __mul__(self, other):
        other = V(other)
        out = Value(self.data * other.data, (self, other))
        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Value(self.data ** n, (self,))
        def _backward():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad
        out._backward = _backward
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))
        def _backward():
            self.grad += (1 - out.data * out.data) * out.grad
        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,))
        def _backward():
            self.grad += out.data * out.grad
        out._backward = _backward
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,))
        def _backward():
            if out.data > 0:
                self.grad += out.grad
        out._backward = _backward
        return out

    def __neg__(self): return self * -1
    def __sub__(self, other): return self + V(other) * -1
    def __truediv__(self, other): return self * V(other) ** -1
    def __radd__(self, other): return V(other) + self
    def __rmul__(self, other): return V(other) * self
    def __rsub__(self, other): return V(other) - self
    def __rtruediv__(self, other): return V(other) / self

    def backward(self):
        order = consumers_first(self)
        for v in below(self):
            if v._prev:
                v.grad = 0.0
        self.grad += 1.0
        for v in order:
            v._backward()


def V(x):
    return x if isinstance(x, Value) else Value(x)


def below(root):
    found, todo = {root}, [root]
    while todo:
        for p in todo.pop()._prev:
            if p not in found:
                found.add(p)
                todo.append(p)
    return found


def consumers_first(root):
    waits = dict.fromkeys(below(root), 0)
    for v in list(waits):
        for p in v._prev:
            waits[p] += 1
    order, ready = [], [root]
    while ready:
        v = ready.pop()
        order.append(v)
        for p in set(v._prev):          # every input once
            waits[p] -= 1
            if waits[p] == 0:
                ready.append(p)
    return order


def build_topo(v, visited, topo):
    topo.extend(reversed(consumers_first(v)))


def zero_grad(root):
    for v in below(root):
        v.grad = 0.0
