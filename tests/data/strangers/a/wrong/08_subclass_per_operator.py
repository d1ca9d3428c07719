import math


class Value:
    """A leaf. The results of operators are objects of the classes below."""

    _prev = ()

    def __init__(self, data):
        self.data = data
        self.grad = 0.0

    def _backward(self):
        pass

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

    def __pow__(self, n):
        return Power(self, n)

    def __neg__(self):
        return Negative(self)

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
            if isinstance(node, (Unary, Binary)):
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


class Binary(Value):
    def __init__(self, left, right):
        self.left = left if isinstance(left, Value) else Value(left)
        self.right = right if isinstance(right, Value) else Value(right)
        self._prev = (self.left, self.right)
        super().__init__(self.compute(self.left.data, self.right.data))


class Unary(Value):
    def __init__(self, arg):
        self.arg = arg
        self._prev = (arg,)
        super().__init__(self.compute(arg.data))


class Sum(Binary):
    def compute(self, x, y):
        return x + y

    def _backward(self):
        self.left.grad += self.grad
        self.right.grad += self.grad


class Difference(Binary):
    def compute(self, x, y):
        return x - y

    def _backward(self):
        self.left.grad += self.grad
        self.right.grad -= self.grad


class Product(Binary):
    def compute(self, x, y):
        return x * y

    def _backward(self):
        self.left.grad += self.grad * self.right.data
        self.right.grad += self.grad * self.left.data


class Quotient(Binary):
    def compute(self, x, y):
        return x / y

    def _backward(self):
        self.left.grad += self.grad / self.right.data
        self.right.grad -= self.grad * self.data / self.right.data


class Power(Unary):
    def __init__(self, arg, n):
        self.n = n
        super().__init__(arg)

    def compute(self, x):
        return x ** self.n

    def _backward(self):
        if self.n == 0:
            return
        self.arg.grad += self.grad * self.n * self.arg.data ** (self.n - 1)


class Negative(Unary):
    def compute(self, x):
        return -x

    def _backward(self):
        self.arg.grad -= self.grad


class Tanh(Unary):
    def compute(self, x):
        return math.tanh(x)

    def _backward(self):
        self.arg.grad += self.grad * (1 - self.data ** 2)


class Exp(Unary):
    def compute(self, x):
        return math.exp(x)

    def _backward(self):
        self.arg.grad = self.grad * self.data


class Relu(Unary):
    def compute(self, x):
        return x if x > 0 else 0.0

    def _backward(self):
        if self.arg.data > 0:
            self.arg.grad += self.grad


def build_topo(v, visited, topo):
    path = [(v, iter(v._prev))]
    visited.add(v)
    while path:
        node, rest = path[-1]
        nxt = next(rest, None)
        if nxt is None:
            topo.append(node)
            path.pop()
        elif nxt not in visited:
            visited.add(nxt)
            path.append((nxt, iter(nxt._prev)))


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
