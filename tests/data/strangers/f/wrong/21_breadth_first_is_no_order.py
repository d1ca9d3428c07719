import math
from collections import deque


class Value:
    def __init__(self, data, parents=(), grads=()):
        self.data = data
        self.grad = 0.0
        self._prev = parents
        self._grads = grads

    def _backward(self):
        for parent, grad_fn in zip(self._prev, self._grads):
            parent.grad += grad_fn(self.grad)

    def __add__(self, other):
        if isinstance(other, (int, float)):
            other = Value(float(other))
        return Value(self.data + other.data, (self, other), (lambda g: g, lambda g: g))

    def __sub__(self, other):
        if isinstance(other, (int, float)):
            other = Value(float(other))
        return Value(self.data - other.data, (self, other), (lambda g: g, lambda g: -g))

    def __mul__(self, other):
        if isinstance(other, (int, float)):
            other = Value(float(other))
        return Value(
            self.data * other.data,
            (self, other),
            (lambda g: g * other.data, lambda g: g * self.data),
        )

    def __truediv__(self, other):
        if isinstance(other, (int, float)):
            other = Value(float(other))
        result = self.data / other.data
        return Value(
            result,
            (self, other),
            (lambda g: g / other.data, lambda g: -g * result / other.data),
        )

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, (self,), (lambda g: 0.0,))
        return Value(self.data ** n, (self,), (lambda g: g * n * self.data ** (n - 1),))

    def __neg__(self):
        return Value(-self.data, (self,), (lambda g: -g,))

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return -self + other

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return Value(float(other)) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (lambda g: g * (1 - t ** 2),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (lambda g: g * e,))

    def relu(self):
        alive = self.data > 0
        return Value(self.data if alive else 0.0, (self,), (lambda g: g if alive else 0.0,))

    def backward(self):
        order = []
        queue = deque([self])
        queued = {self}
        while queue:
            node = queue.popleft()
            order.append(node)
            for parent in node._prev:
                if parent not in queued:
                    queued.add(parent)
                    queue.append(parent)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def build_topo(v, visited, topo):
    queue = deque([(v, False)])
    while queue:
        node, finished = queue.pop()
        if finished:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            queue.append((node, True))
            queue.extend((parent, False) for parent in node._prev)


def zero_grad(root):
    queue = deque([root])
    queued = {root}
    while queue:
        node = queue.popleft()
        node.grad = 0.0
        for parent in node._prev:
            if parent not in queued:
                queued.add(parent)
                queue.append(parent)
