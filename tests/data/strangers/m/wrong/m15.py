"""Subclasses of Value: the class of a node says how it was made."""
import math


class Value:
    def __init__(self, data, _prev=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev

    def _backward(self):
        pass

    def __add__(self, other):
        return Sum(self, as_node(other))

    def __radd__(self, other):
        return Sum(as_node(other), self)

    def __sub__(self, other):
        return Sum(self, Minus(as_node(other)))

    def __rsub__(self, other):
        return Sum(as_node(other), Minus(self))

    def __mul__(self, other):
        return Product(self, as_node(other))

    def __rmul__(self, other):
        return Product(as_node(other), self)

    def __truediv__(self, other):
        return Product(self, Power(as_node(other), -1))

    def __rtruediv__(self, other):
        return Product(as_node(other), Power(self, -1))

    def __neg__(self):
        return Minus(self)

    def __pow__(self, n):
        return Power(self, n)

    def tanh(self):
        return Tanh(self)

    def exp(self):
        return Exp(self)

    def relu(self):
        return Relu(self)

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        for node in nodes:
            if type(node) is not Value:
                node.grad = 0.0
        self.grad += 1.0
        for node in nodes[::-1]:
            node._backward()


class Sum(Value):
    def __init__(self, a, b):
        super().__init__(a.data + b.data, {a, b})

    def _backward(self):
        for term in self._prev:
            term.grad += self.grad


class Product(Value):
    def __init__(self, a, b):
        super().__init__(a.data * b.data, (a, b))
        self.factors = a.data, b.data

    def _backward(self):
        a, b = self._prev
        x, y = self.factors
        a.grad += y * self.grad
        b.grad += x * self.grad


class OneInput(Value):
    def __init__(self, a, data, slope):
        super().__init__(data, (a,))
        self.slope = slope

    def _backward(self):
        for a in self._prev:
            a.grad += self.slope * self.grad


class Minus(OneInput):
    def __init__(self, a):
        super().__init__(a, -a.data, -1.0)


class Power(OneInput):
    def __init__(self, a, n):
        super().__init__(a, a.data**n, n * a.data ** (n - 1) if n != 0 else 0.0)


class Tanh(OneInput):
    def __init__(self, a):
        t = math.tanh(a.data)
        super().__init__(a, t, 1.0 - t * t)


class Exp(OneInput):
    def __init__(self, a):
        e = math.exp(a.data)
        super().__init__(a, e, e)


class Relu(OneInput):
    def __init__(self, a):
        super().__init__(a, max(a.data, 0.0), 1.0 if a.data > 0 else 0.0)


def as_node(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(False, v)]
    while stack:
        leaving, node = stack.pop()
        if leaving:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((True, node))
            for p in node._prev:
                stack.append((False, p))


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
