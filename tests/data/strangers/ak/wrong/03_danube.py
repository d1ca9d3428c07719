# One class per operation. Each says what its value is and what its slopes are.

import math


class Value:
    sort = "leaf"

    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = []

    def _backward(self):
        pass

    def __add__(self, o):
        return Plus(self, o)

    def __radd__(self, o):
        return Plus(o, self)

    def __sub__(self, o):
        return Minus(self, o)

    def __rsub__(self, o):
        return Minus(o, self)

    def __mul__(self, o):
        return Times(self, o)

    def __rmul__(self, o):
        return Times(o, self)

    def __truediv__(self, o):
        return Over(self, o)

    def __rtruediv__(self, o):
        return Over(o, self)

    def __neg__(self):
        return Minus(0.0, self)

    def __pow__(self, n):
        return Power(self, n=n)

    def tanh(self):
        return Tanh(self)

    def exp(self):
        return Exp(self)

    def relu(self):
        return Relu(self)

    def backward(self):
        line = []
        build_topo(self, set(), line)
        for node in line:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in line[::-1]:
            node._backward()


class Computed(Value):
    sort = "computed"

    def __init__(self, *inputs, n=None):
        inputs = [i if isinstance(i, Value) else Value(i) for i in inputs]
        self.n = n
        Value.__init__(self, self.value(*[i.data for i in inputs]))
        self._prev = inputs

    def _backward(self):
        slopes = self.slopes(*[i.data for i in self._prev])
        for node, slope in zip(self._prev, slopes):
            node.grad += slope * self.grad


class Plus(Computed):
    def value(self, a, b):
        return a + b

    def slopes(self, a, b):
        return 1.0, 1.0


class Minus(Computed):
    def value(self, a, b):
        return a - b

    def slopes(self, a, b):
        return 1.0, -1.0


class Times(Computed):
    def value(self, a, b):
        return a * b

    def slopes(self, a, b):
        return b, a


class Over(Computed):
    def value(self, a, b):
        return a / b

    def slopes(self, a, b):
        return 1.0 / b, -a / b / b


class Power(Computed):
    def value(self, a):
        return a**self.n

    def slopes(self, a):
        if self.n == 0:
            return (0.0,)
        return (self.n * a ** (self.n - 1),)


class Tanh(Computed):
    def value(self, a):
        return math.tanh(a)

    def slopes(self, a):
        return ((1.0 - self.data) * (1.0 + self.data),)


class Exp(Computed):
    def value(self, a):
        grown = math.exp(abs(a))
        return grown if a >= 0 else 1.0 / grown

    def slopes(self, a):
        return (self.data,)


class Relu(Computed):
    def value(self, a):
        return a if a > 0 else 0.0

    def slopes(self, a):
        return (1.0 if self.data > 0 else 0.0,)


def build_topo(v, visited, topo):
    agenda = [v]
    while agenda:
        node = agenda[-1]
        if node in visited:
            agenda.pop()
            continue
        waiting = [i for i in node._prev if i not in visited]
        if waiting:
            agenda.extend(waiting)
        else:
            visited.add(node)
            topo.append(node)
            agenda.pop()


def zero_grad(root):
    line = []
    build_topo(root, set(), line)
    for node in line:
        node.grad = 0.0
