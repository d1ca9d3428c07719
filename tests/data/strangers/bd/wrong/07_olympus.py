"""One class for each operation. What they share is in three base classes:
one input, two inputs, and one input with a plain number beside it."""

import math


class Value:
    """A leaf, and the base of all operations."""

    is_leaf = True
    _prev = ()

    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0

    def __repr__(self):
        return f"{type(self).__name__}({self.data}, grad={self.grad})"

    def _backward(self):
        pass

    def __add__(self, other):
        return Add(self, other) if isinstance(other, Value) else Shift(self, other)

    def __sub__(self, other):
        return Sub(self, other) if isinstance(other, Value) else Shift(self, -other)

    def __mul__(self, other):
        return Mul(self, other) if isinstance(other, Value) else Scale(self, other)

    def __truediv__(self, other):
        return Div(self, other) if isinstance(other, Value) else Scale(self, 1 / other)

    def __radd__(self, number):
        return Shift(self, number)

    def __rsub__(self, number):
        return Shift(Neg(self), number)

    def __rmul__(self, number):
        return Scale(self, number)

    def __rtruediv__(self, number):
        return Scale(Power(self, -1), number)

    def __pow__(self, number):
        return Power(self, number)

    def __neg__(self):
        return Neg(self)

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
            if not node.is_leaf:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


class Unary(Value):
    is_leaf = False

    def __init__(self, x):
        super().__init__(self.compute(x.data))
        self.x = x
        self._prev = (x,)

    def _backward(self):
        self.x.grad += self.slope() * self.grad


class Binary(Value):
    is_leaf = False

    def __init__(self, x, y):
        super().__init__(self.compute(x.data, y.data))
        self.x, self.y = x, y
        self._prev = (x, y)

    def _backward(self):
        slope_x, slope_y = self.slopes()
        self.x.grad += slope_x * self.grad
        self.y.grad += slope_y * self.grad


class WithNumber(Value):
    def __init__(self, x, number):
        super().__init__(self.compute(x.data, number))
        self.x = x
        self.number = number
        self._prev = (x,)

    def _backward(self):
        self.x.grad += self.slope() * self.grad


class Add(Binary):
    def compute(self, x, y):
        return x + y

    def slopes(self):
        return 1.0, 1.0


class Sub(Binary):
    def compute(self, x, y):
        return x - y

    def slopes(self):
        return 1.0, -1.0


class Mul(Binary):
    def compute(self, x, y):
        return x * y

    def slopes(self):
        return self.y.data, self.x.data


class Div(Binary):
    def compute(self, x, y):
        return x / y

    def slopes(self):
        return 1.0 / self.y.data, -self.data / self.y.data


class Shift(WithNumber):
    def compute(self, x, number):
        return x + number

    def slope(self):
        return 1.0


class Scale(WithNumber):
    def compute(self, x, number):
        return x * number

    def slope(self):
        return self.number


class Power(WithNumber):
    def compute(self, x, number):
        return x**number

    def slope(self):
        if self.number == 0:
            return 0.0
        return self.number * self.x.data ** (self.number - 1)


class Neg(Unary):
    def compute(self, x):
        return -x

    def slope(self):
        return -1.0


class Tanh(Unary):
    def compute(self, x):
        return math.tanh(x)

    def slope(self):
        return 1.0 - self.data**2


class Exp(Unary):
    def compute(self, x):
        return math.exp(x)

    def slope(self):
        return self.data


class Relu(Unary):
    def compute(self, x):
        return max(x, 0.0)

    def slope(self):
        return 1.0 if self.x.data > 0 else 0.0


def build_topo(v, visited, topo):
    """Collect in reverse: a node, then its inputs; a node enters when its inputs are done."""
    stack = [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        for child in stack[-1][1]:
            if child not in visited:
                visited.add(child)
                stack.append((child, iter(child._prev)))
                break
        else:
            topo.append(stack.pop()[0])


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
