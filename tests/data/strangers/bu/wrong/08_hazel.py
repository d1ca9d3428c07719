"""Each kind of node is a class of its own; Value itself is the leaf."""

from math import exp, tanh


class Value:
    def __init__(self, data, *inputs):
        self.data = float(data)
        self.grad = 0.0
        self._prev = inputs

    @property
    def is_leaf(self):
        return len(self._prev) <= 1

    def _backward(self):
        pass

    def __add__(self, other):
        return Sum(self, node(other))

    def __radd__(self, other):
        return Sum(node(other), self)

    def __sub__(self, other):
        return Difference(self, node(other))

    def __rsub__(self, other):
        return Difference(node(other), self)

    def __mul__(self, other):
        return Product(self, node(other))

    def __rmul__(self, other):
        return Product(node(other), self)

    def __truediv__(self, other):
        return Quotient(self, node(other))

    def __rtruediv__(self, other):
        return Quotient(node(other), self)

    def __neg__(self):
        return Negative(self)

    def __pow__(self, n):
        return Power(self, n)

    def tanh(self):
        return Tanh(self)

    def exp(self):
        return Exp(self)

    def relu(self):
        return Relu(self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for n in topo:
            if not n.is_leaf:
                n.grad = 0.0
        self.grad += 1.0
        for n in reversed(topo):
            n._backward()


class Sum(Value):
    def __init__(self, a, b):
        super().__init__(a.data + b.data, a, b)

    def _backward(self):
        for n in self._prev:
            n.grad += self.grad


class Difference(Value):
    def __init__(self, a, b):
        super().__init__(a.data - b.data, a, b)

    def _backward(self):
        self._prev[0].grad += self.grad
        self._prev[1].grad -= self.grad


class Product(Value):
    def __init__(self, a, b):
        super().__init__(a.data * b.data, a, b)

    def _backward(self):
        a, b = self._prev
        a.grad += b.data * self.grad
        b.grad += a.data * self.grad


class Quotient(Value):
    def __init__(self, a, b):
        super().__init__(a.data / b.data, a, b)

    def _backward(self):
        a, b = self._prev
        a.grad += self.grad / b.data
        b.grad -= self.grad * self.data / b.data


class Negative(Value):
    def __init__(self, a):
        super().__init__(-a.data, a)

    def _backward(self):
        self._prev[0].grad -= self.grad


class Power(Value):
    def __init__(self, a, n):
        super().__init__(a.data**n, a)
        self.n = n

    def _backward(self):
        a, n = self._prev[0], self.n
        if n:
            a.grad += n * a.data ** (n - 1) * self.grad


class Tanh(Value):
    def __init__(self, a):
        super().__init__(tanh(a.data), a)

    def _backward(self):
        self._prev[0].grad += (1 - self.data * self.data) * self.grad


class Exp(Value):
    def __init__(self, a):
        super().__init__(exp(a.data), a)

    def _backward(self):
        self._prev[0].grad += self.data * self.grad


class Relu(Value):
    def __init__(self, a):
        super().__init__(a.data * (a.data > 0), a)

    def _backward(self):
        if self._prev[0].data > 0:
            self._prev[0].grad += self.grad


def node(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    done = set()
    todo = [v]
    while todo:
        n = todo[-1]
        if n not in visited:
            visited.add(n)
            todo += [c for c in n._prev if c not in visited]
            continue
        todo.pop()
        if n not in done:
            done.add(n)
            topo.append(n)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for n in topo:
        n.grad = 0.0
