import math


class Value:
    def __init__(self, data, _prev=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = list(_prev)

    def __float__(self):
        return self.data

    def __str__(self):
        return f"{type(self).__name__}({self.data:.4f})"

    def _backward(self):
        """Leaves have nothing to pass on."""

    def __add__(self, other):
        return Sum(self, lift(other))

    def __radd__(self, other):
        return Sum(lift(other), self)

    def __sub__(self, other):
        return Difference(self, lift(other))

    def __rsub__(self, other):
        return Difference(lift(other), self)

    def __mul__(self, other):
        return Product(self, lift(other))

    def __rmul__(self, other):
        return Product(lift(other), self)

    def __truediv__(self, other):
        return Quotient(self, lift(other))

    def __rtruediv__(self, other):
        return Quotient(lift(other), self)

    def __neg__(self):
        return Product(self, Value(-1.0))

    def __pow__(self, n):
        return Power(self, n)

    def tanh(self):
        return Tanh(self)

    def exp(self):
        return Exp(self)

    def relu(self):
        return Relu(self)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order[::-1]:
            node._backward()


def lift(x):
    return x if type(x) is Value else Value(x)


class Sum(Value):
    def __init__(self, a, b):
        super().__init__(a.data + b.data, (a, b))

    def _backward(self):
        for node in self._prev:
            node.grad += self.grad


class Difference(Value):
    def __init__(self, a, b):
        super().__init__(a.data - b.data, (a, b))

    def _backward(self):
        a, b = self._prev
        a.grad += self.grad
        b.grad -= self.grad


class Product(Value):
    def __init__(self, a, b):
        super().__init__(a.data * b.data, (a, b))

    def _backward(self):
        a, b = self._prev
        a.grad += b.data * self.grad
        b.grad += a.data * self.grad


class Quotient(Value):
    def __init__(self, a, b):
        super().__init__(a.data / b.data, (a, b))

    def _backward(self):
        a, b = self._prev
        a.grad += self.grad / b.data
        b.grad -= self.grad * self.data / b.data


class Power(Value):
    def __init__(self, a, n):
        super().__init__(a.data**n, (a,))
        self.n = n

    def _backward(self):
        if self.n:
            (a,) = self._prev
            a.grad += self.n * a.data ** (self.n - 1) * self.grad


class Tanh(Value):
    def __init__(self, a):
        super().__init__(math.tanh(a.data), (a,))

    def _backward(self):
        self._prev[0].grad += (1 - self.data**2) * self.grad


class Exp(Value):
    def __init__(self, a):
        super().__init__(math.exp(a.data), (a,))

    def _backward(self):
        self._prev[0].grad += self.data * self.grad


class Relu(Value):
    def __init__(self, a):
        super().__init__(a.data if a.data > 0 else 0.0, (a,))

    def _backward(self):
        if self.data > 0:
            self._prev[0].grad += self.grad


def build_topo(v, visited, topo):
    todo = [v]
    while todo:
        node = todo[-1]
        if node in visited:
            todo.pop()
            continue
        missing = [p for p in node._prev if p not in visited]
        if missing:
            todo.extend(missing)
        else:
            visited.add(node)
            topo.append(node)
            todo.pop()


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
