import math


class Graph:
    """The part that knows about nodes and edges, not about arithmetic."""

    _prev = ()
    grad = 0.0

    def _backward(self):
        pass

    def ordered(self):
        topo = []
        build_topo(self, set(), topo)
        return topo

    def backward(self):
        order = self.ordered()
        for node in order[:-1]:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


class Arithmetic:
    """The part that knows about operators, not about graphs."""

    def __add__(self, other):
        return Sum(self, other)

    def __mul__(self, other):
        return Product(self, other)

    def __pow__(self, n):
        return Power(self, n)

    def __neg__(self):
        return Product(self, -1.0)

    def __sub__(self, other):
        return Sum(self, Product(other, -1.0))

    def __truediv__(self, other):
        return Product(self, Power(other, -1))

    def __radd__(self, other): return Sum(other, self)
    def __rmul__(self, other): return Product(other, self)
    def __rsub__(self, other): return Sum(other, Product(self, -1.0))
    def __rtruediv__(self, other): return Product(other, Power(self, -1))
    def tanh(self): return Tanh(self)
    def exp(self): return Exp(self)
    def relu(self): return Relu(self)


class Value(Graph, Arithmetic):
    def __init__(self, data):
        self.data = data


class Binary(Value):
    def __init__(self, a, b):
        a = a if isinstance(a, Value) else Value(a)
        b = b if isinstance(b, Value) else Value(b)
        self._prev = (a, b)
        super().__init__(self.compute(a.data, b.data))


class Sum(Binary):
    def compute(self, x, y):
        return x + y

    def _backward(self):
        for p in self._prev:
            p.grad += self.grad


class Product(Binary):
    def compute(self, x, y):
        return x * y

    def _backward(self):
        a, b = self._prev
        a.grad += b.data * self.grad
        b.grad += a.data * self.grad


class Unary(Value):
    def __init__(self, a):
        a = a if isinstance(a, Value) else Value(a)
        self._prev = (a,)
        super().__init__(self.compute(a.data))

    def _backward(self):
        a = self._prev[0]
        a.grad += self.slope(a.data) * self.grad


class Power(Unary):
    def __init__(self, a, n):
        self.n = n
        super().__init__(a)

    def compute(self, x):
        return x**self.n

    def slope(self, x):
        return self.n * x ** (self.n - 1) if self.n != 0 else 0.0


class Tanh(Unary):
    def compute(self, x):
        return math.tanh(x)

    def slope(self, x):
        return 1 - self.data**2


class Exp(Unary):
    def compute(self, x):
        return math.exp(x)

    def slope(self, x):
        return self.data


class Relu(Unary):
    def compute(self, x):
        return x if x > 0 else 0.0

    def slope(self, x):
        return 1.0 if x > 0 else 0.0


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if node is None:
            topo.append(stack.pop())
        elif node not in visited:
            visited.add(node)
            stack += [node, None, *node._prev]


def zero_grad(root):
    for node in root.ordered():
        node.grad = 0.0
