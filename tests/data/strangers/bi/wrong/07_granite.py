"""Consumers are counted; a node's rule runs when its last consumer has run.

Each node has one small integer for the walk: the low bits count consumers, one bit above
them says that the node has been met.
"""

import math

MET = 1 << 10
COUNT = MET - 1


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._state = 0

    def _backward(self):
        pass

    def backward(self):
        members = [self]
        self._state = MET
        for node in members:
            for source in node._prev:
                if not source._state & MET:
                    source._state |= MET
                    members.append(source)
                source._state += 1
        for node in members:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        ready = [self]
        while ready:
            node = ready.pop()
            node._backward()
            for source in node._prev:
                source._state -= 1
                if not source._state & COUNT:
                    ready.append(source)
        for node in members:
            node._state = 0

    def __add__(self, other):
        return Sum(self, other)

    def __radd__(self, other):
        return Sum(other, self)

    def __sub__(self, other):
        return Difference(self, other)

    def __rsub__(self, other):
        return Difference(other, self)

    def __mul__(self, other):
        return Product(self, other)

    def __rmul__(self, other):
        return Product(other, self)

    def __truediv__(self, other):
        return Quotient(self, other)

    def __rtruediv__(self, other):
        return Quotient(other, self)

    def __neg__(self):
        return Difference(0.0, self)

    def __pow__(self, n):
        return Power(self, n)

    def tanh(self):
        return Tanh(self)

    def exp(self):
        return Exp(self)

    def relu(self):
        return Relu(self)


class Pair(Value):
    def __init__(self, a, b):
        a = a if isinstance(a, Value) else Value(float(a))
        b = b if isinstance(b, Value) else Value(float(b))
        super().__init__(self.compute(a.data, b.data), (a, b))


class Sum(Pair):
    def compute(self, a, b):
        return a + b

    def _backward(self):
        for source in self._prev:
            source.grad += self.grad


class Difference(Pair):
    def compute(self, a, b):
        return a - b

    def _backward(self):
        self._prev[0].grad += self.grad
        self._prev[1].grad -= self.grad


class Product(Pair):
    def compute(self, a, b):
        return a * b

    def _backward(self):
        a, b = self._prev
        a.grad += self.grad * b.data
        b.grad += self.grad * a.data


class Quotient(Pair):
    def compute(self, a, b):
        return a / b

    def _backward(self):
        a, b = self._prev
        a.grad += self.grad / b.data
        b.grad -= self.grad / b.data * self.data


class Power(Value):
    def __init__(self, a, n):
        super().__init__(a.data**n, (a,))
        self.n = n

    def _backward(self):
        if self.n:
            (a,) = self._prev
            a.grad += self.grad * self.n * a.data ** (self.n - 1)


class Tanh(Value):
    def __init__(self, a):
        super().__init__(math.tanh(a.data), (a,))

    def _backward(self):
        self._prev[0].grad += self.grad * (1 - self.data * self.data)


class Exp(Value):
    def __init__(self, a):
        super().__init__(math.exp(a.data), (a,))

    def _backward(self):
        self._prev[0].grad += self.grad * self.data


class Relu(Value):
    def __init__(self, a):
        super().__init__(a.data if a.data > 0 else 0.0, (a,))

    def _backward(self):
        if self.data > 0:
            self._prev[0].grad += self.grad


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if node is None:
            topo.append(stack.pop())
        elif node not in visited:
            visited.add(node)
            stack.extend((node, None))
            stack.extend(source for source in node._prev if source not in visited)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
