import math


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()

    def _backward(self):
        pass

    def __neg__(self):
        return Value(-self.data)

    def __add__(self, other):
        return Plus(self, other)

    def __radd__(self, other):
        return Plus(other, self)

    def __sub__(self, other):
        return Minus(self, other)

    def __rsub__(self, other):
        return Minus(other, self)

    def __mul__(self, other):
        return Times(self, other)

    def __rmul__(self, other):
        return Times(other, self)

    def __truediv__(self, other):
        return Over(self, other)

    def __rtruediv__(self, other):
        return Over(other, self)

    def __pow__(self, exponent):
        return Power(self, exponent)

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
            if isinstance(node, Operation):
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(nodes):
            node._backward()


class Operation(Value):
    pass


class Binary(Operation):
    def __init__(self, left, right):
        if not isinstance(left, Value):
            left = Value(float(left))
        if not isinstance(right, Value):
            right = Value(float(right))
        super().__init__(self.compute(left.data, right.data))
        self._prev = (left, right)


class Unary(Operation):
    def __init__(self, arg):
        super().__init__(self.compute(arg.data))
        self._prev = (arg,)

    def _backward(self):
        (arg,) = self._prev
        arg.grad += self.slope(arg.data) * self.grad


class Plus(Binary):
    def compute(self, x, y):
        return x + y

    def _backward(self):
        left, right = self._prev
        left.grad += self.grad
        right.grad += self.grad


class Minus(Binary):
    def compute(self, x, y):
        return x - y

    def _backward(self):
        left, right = self._prev
        left.grad += self.grad
        right.grad -= self.grad


class Times(Binary):
    def compute(self, x, y):
        return x * y

    def _backward(self):
        left, right = self._prev
        left.grad += self.grad * right.data
        right.grad += self.grad * left.data


class Over(Binary):
    def compute(self, x, y):
        return x / y

    def _backward(self):
        left, right = self._prev
        left.grad += self.grad / right.data
        right.grad -= self.grad * self.data / right.data


class Power(Unary):
    def __init__(self, arg, exponent):
        self.exponent = exponent
        super().__init__(arg)

    def compute(self, x):
        return x ** self.exponent

    def slope(self, x):
        if self.exponent == 0:
            return 0.0
        return self.exponent * x ** (self.exponent - 1)


class Negative(Unary):
    def compute(self, x):
        return -x

    def slope(self, x):
        return -1.0


class Tanh(Unary):
    def compute(self, x):
        return math.tanh(x)

    def slope(self, x):
        return 1 - self.data * self.data


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
    waiting = [v]
    while waiting:
        node = waiting[-1]
        fresh = None
        if node not in visited:
            for inp in node._prev:
                if inp not in visited:
                    fresh = inp
                    break
        if fresh is not None:
            waiting.append(fresh)
        else:
            waiting.pop()
            if node not in visited:
                visited.add(node)
                topo.append(node)


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
