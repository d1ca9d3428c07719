import math
import weakref


class Value:
    alive = weakref.WeakSet()       # all nodes there are

    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        Value.alive.add(self)

    def _backward(self):
        pass

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in list(Value.alive):
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()

    def __add__(self, other): return Sum(self, lifted(other))
    def __radd__(self, other): return Sum(lifted(other), self)
    def __sub__(self, other): return Sum(self, Minus(lifted(other)))
    def __rsub__(self, other): return Sum(lifted(other), Minus(self))
    def __mul__(self, other): return Product(self, lifted(other))
    def __rmul__(self, other): return Product(lifted(other), self)
    def __truediv__(self, other): return Quotient(self, lifted(other))
    def __rtruediv__(self, other): return Quotient(lifted(other), self)
    def __neg__(self): return Minus(self)
    def __pow__(self, n): return Power(self, n)
    def tanh(self): return Tanh(self)
    def exp(self): return Exp(self)
    def relu(self): return Relu(self)


class Sum(Value):
    def __init__(self, a, b):
        super().__init__(a.data + b.data, (a, b))

    def _backward(self):
        for p in self._prev:
            p.grad += self.grad


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


class Minus(Value):
    def __init__(self, a):
        super().__init__(-a.data, (a,))

    def _backward(self):
        self._prev[0].grad -= self.grad


class Power(Value):
    def __init__(self, a, n):
        super().__init__(a.data ** n, (a,))
        self.n = n

    def _backward(self):
        a, = self._prev
        if self.n != 0:
            a.grad += self.n * a.data ** (self.n - 1) * self.grad


class Tanh(Value):
    def __init__(self, a):
        super().__init__(math.tanh(a.data), (a,))

    def _backward(self):
        self._prev[0].grad += (1 - self.data ** 2) * self.grad


class Exp(Value):
    def __init__(self, a):
        super().__init__(math.exp(a.data), (a,))

    def _backward(self):
        self._prev[0].grad += self.data * self.grad


class Relu(Value):
    def __init__(self, a):
        super().__init__(max(0.0, a.data), (a,))

    def _backward(self):
        if self._prev[0].data > 0:
            self._prev[0].grad += self.grad


def lifted(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((p, False) for p in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
