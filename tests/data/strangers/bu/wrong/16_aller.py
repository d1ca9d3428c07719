# exercise 13 - engine
# backward: count how often a node is waited for, run it when nobody is left
import math
from collections import deque


class Value:

    def __init__(self, data, _prev=(), _op=''):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._backward = lambda: None
        self._op = _op

    def __repr__(self):
        return f"Value({self.data}, grad={self.grad})"

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), '+')

        def _backward():
            self.grad += out.grad
            other.grad += out.grad
        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), '*')

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        out._backward = _backward
        return out

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data / other.data, (self, other), '/')

        def _backward():
            self.grad += out.grad / other.data
            other.grad -= out.grad * self.data / (other.data * other.data)
        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Value(self.data ** n, (self,), f'**{n}')

        def _backward():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad
        out._backward = _backward
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return (-self) + other

    def __rtruediv__(self, other):
        return Value(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,), 'tanh')

        def _backward():
            self.grad += (1 - t * t) * out.grad
        out._backward = _backward
        return out

    def exp(self):
        e = math.exp(self.data)
        out = Value(e, (self,), 'exp')

        def _backward():
            self.grad += e * out.grad
        out._backward = _backward
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,), 'relu')

        def _backward():
            if self.data > 0:
                self.grad += out.grad
        out._backward = _backward
        return out

    def _waiting(self):
        """For every node below me: how many uses have to be done before it may run."""
        waiting = {self: 0}
        todo = [self]
        while todo:
            node = todo.pop()
            for p in set(node._prev):
                if p not in waiting:
                    waiting[p] = 0
                    todo.append(p)
                waiting[p] += 1
        return waiting

    def backward(self):
        waiting = self._waiting()
        for node in waiting:
            if node._prev:
                node.grad = 0.0
        if self._prev:
            self.grad = 1.0
        else:
            self.grad += 1.0
        ready = deque([self])
        while ready:
            node = ready.popleft()
            node._backward()
            for p in node._prev:
                waiting[p] -= 1
                if waiting[p] == 0:
                    ready.append(p)


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        node, i = stack.pop()
        if i < len(node._prev):
            stack.append((node, i + 1))
            child = node._prev[i]
            if child not in visited:
                visited.add(child)
                stack.append((child, 0))
        else:
            topo.append(node)


def zero_grad(root):
    for node in root._waiting():
        node.grad = 0.0
