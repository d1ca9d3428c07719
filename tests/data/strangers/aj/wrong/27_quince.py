import math


class Value:
    """A leaf. Results of operations are objects of the subclasses below."""

    _prev = ()

    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0

    def __float__(self):
        return self.data

    def __repr__(self):
        return f"{type(self).__name__}({self.data:g})"

    def _backward(self):
        pass

    def _operand(self, other):
        return other if isinstance(other, type(self)) else Value(other)

    def __add__(self, other):
        return Sum(self, self._operand(other))

    def __sub__(self, other):
        return Difference(self, self._operand(other))

    def __mul__(self, other):
        return Product(self, self._operand(other))

    def __truediv__(self, other):
        return Quotient(self, self._operand(other))

    def __radd__(self, other):
        return Sum(Value(other), self)

    def __rsub__(self, other):
        return Difference(Value(other), self)

    def __rmul__(self, other):
        return Product(Value(other), self)

    def __rtruediv__(self, other):
        return Quotient(Value(other), self)

    def __neg__(self):
        return Scaled(self, -1.0)

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
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


class Binary(Value):
    def __init__(self, left, right):
        super().__init__(self.compute(left.data, right.data))
        self._prev = (left, right)

    def _backward(self):
        left, right = self._prev
        dl, dr = self.slopes(left.data, right.data)
        left.grad += dl * self.grad
        right.grad += dr * self.grad


class Sum(Binary):
    def compute(self, l, r):
        return l + r

    def slopes(self, l, r):
        return 1.0, 1.0


class Difference(Binary):
    def compute(self, l, r):
        return l - r

    def slopes(self, l, r):
        return 1.0, -1.0


class Product(Binary):
    def compute(self, l, r):
        return l * r

    def slopes(self, l, r):
        return r, l


class Quotient(Binary):
    def compute(self, l, r):
        return l / r

    def slopes(self, l, r):
        return 1.0 / r, -l / (r * r)


class Unary(Value):
    def __init__(self, x, parameter=None):
        self.parameter = parameter
        super().__init__(self.compute(x.data))
        self._prev = (x,)

    def _backward(self):
        (x,) = self._prev
        x.grad += self.slope(x.data) * self.grad


class Scaled(Unary):
    def compute(self, x):
        return self.parameter * x

    def slope(self, x):
        return self.parameter


class Power(Unary):
    def compute(self, x):
        return x**self.parameter

    def slope(self, x):
        n = self.parameter
        return n * x ** (n - 1) if n != 0 else 0.0


class Tanh(Unary):
    def compute(self, x):
        return math.tanh(x)

    def slope(self, x):
        return 1.0 - self.data**2


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
    stack = [(v, False)]
    while stack:
        node, inputs_done = stack.pop()
        if inputs_done:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, True))
        for p in node._prev:
            if p not in visited:
                stack.append((p, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
