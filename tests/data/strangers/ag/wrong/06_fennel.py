import math


class Node:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()

    def _backward(self):
        """A leaf has nothing to pass on."""

    def __add__(self, other):
        return Add(self, node(other))

    def __mul__(self, other):
        return Mul(self, node(other))

    def __truediv__(self, other):
        return Mul(self, Power(node(other), -1))

    def __sub__(self, other):
        return Add(self, Neg(node(other)))

    def __neg__(self):
        return Neg(self)

    def __pow__(self, n):
        return Power(self, n)

    def __radd__(self, other):
        return Add(node(other), self)

    def __rmul__(self, other):
        return Mul(node(other), self)

    def __rsub__(self, other):
        return Add(node(other), Neg(self))

    def __rtruediv__(self, other):
        return Mul(node(other), Power(self, -1))

    def tanh(self):
        return Tanh(self)

    def exp(self):
        return Exp(self)

    def relu(self):
        return Relu(self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._prev:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            v._backward()


class Value(Node):
    pass


class Add(Value):
    def __init__(self, a, b):
        super().__init__(a.data + b.data)
        self._prev = (a, b)

    def _backward(self):
        for p in self._prev:
            p.grad += self.grad


class Mul(Value):
    def __init__(self, a, b):
        super().__init__(a.data * b.data)
        self._prev = (a, b)
        self.numbers = a.data, b.data

    def _backward(self):
        (a, b), (x, y) = self._prev, self.numbers
        a.grad += y * self.grad
        b.grad += x * self.grad


class Neg(Value):
    def __init__(self, a):
        super().__init__(-a.data)
        self._prev = (a,)

    def _backward(self):
        self._prev[0].grad -= self.grad


class Power(Value):
    def __init__(self, a, n):
        super().__init__(a.data ** n)
        self._prev = (a,)
        self.slope = n * a.data ** (n - 1) if n != 0 else 0.0

    def _backward(self):
        self._prev[0].grad += self.slope * self.grad


class Tanh(Value):
    def __init__(self, a):
        super().__init__(math.tanh(a.data))
        self._prev = (a,)

    def _backward(self):
        self._prev[0].grad += (1 - self.data ** 2) * self.grad


class Exp(Value):
    def __init__(self, a):
        super().__init__(math.exp(a.data))
        self._prev = (a,)

    def _backward(self):
        self._prev[0].grad += self.data * self.grad


class Relu(Value):
    def __init__(self, a):
        self._prev = (a,)
        super().__init__(a.data if a.data > 0 else 0.0)

    def _backward(self):
        for a in self._prev:
            if self.data > 0:
                a.grad += self.grad


def node(x):
    return x if isinstance(x, Node) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        n, i = stack.pop()
        if i == len(n._prev):
            topo.append(n)
            continue
        stack.append((n, i + 1))
        child = n._prev[i]
        if child not in visited:
            visited.add(child)
            stack.append((child, 0))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
