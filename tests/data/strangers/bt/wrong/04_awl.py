"""Every operation is a class with a forward and a backward, as in the big libraries."""

import math


class Operation:
    """forward(*numbers) gives the value; backward(g, out, *numbers) a gradient per number."""

    def __init__(self, extra=None):
        self.extra = extra

    def __call__(self, *operands):
        inputs = tuple(x if isinstance(x, Value) else Value(float(x)) for x in operands)
        out = Value(self.forward(*(x.data for x in inputs)))
        out._prev = inputs
        out._backward = self
        return out

    def pull(self, out):
        grads = self.backward(out.grad, out.data, *(x.data for x in out._prev))
        for x, g in zip(out._prev, grads):
            x.grad += g


class Add(Operation):
    def forward(self, x, y):
        return x + y

    def backward(self, g, out, x, y):
        return g, g


class Sub(Operation):
    def forward(self, x, y):
        return x - y

    def backward(self, g, out, x, y):
        return g, -g


class Mul(Operation):
    def forward(self, x, y):
        return x * y

    def backward(self, g, out, x, y):
        return g * y, g * x


class Div(Operation):
    def forward(self, x, y):
        return x / y

    def backward(self, g, out, x, y):
        return g / y, -g * out / y


class Neg(Operation):
    def forward(self, x):
        return -x

    def backward(self, g, out, x):
        return (-g,)


class Pow(Operation):
    def forward(self, x):
        return x**self.extra

    def backward(self, g, out, x):
        n = self.extra
        slope = n * out / x if x else 0.0
        return (g * slope,)


class Tanh(Operation):
    def forward(self, x):
        return math.tanh(x)

    def backward(self, g, out, x):
        return (g * (1.0 - out**2),)


class Exp(Operation):
    def forward(self, x):
        return math.exp(x)

    def backward(self, g, out, x):
        return (g * out,)


class Relu(Operation):
    def forward(self, x):
        return max(0.0, x)

    def backward(self, g, out, x):
        return (g if x > 0 else 0.0,)


class Value:
    def __init__(self, data):
        self.data, self.grad = data, 0.0
        self._prev, self._backward = (), None

    def __add__(self, other):
        return Add()(self, other)

    def __radd__(self, other):
        return Add()(other, self)

    def __sub__(self, other):
        return Sub()(self, other)

    def __rsub__(self, other):
        return Sub()(other, self)

    def __mul__(self, other):
        return Mul()(self, other)

    def __rmul__(self, other):
        return Mul()(other, self)

    def __truediv__(self, other):
        return Div()(self, other)

    def __rtruediv__(self, other):
        return Div()(other, self)

    def __neg__(self):
        return Neg()(self)

    def __pow__(self, n):
        return Pow(n)(self)

    def tanh(self):
        return Tanh()(self)

    def exp(self):
        return Exp()(self)

    def relu(self):
        return Relu()(self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        inner = [node for node in topo if node._backward]
        for node in inner:
            node.grad = 0.0
        self.grad += 1.0
        for node in inner[::-1]:
            node._backward.pull(node)


def build_topo(v, visited, topo):
    todo = [v]
    while todo:
        node = todo[-1]
        if node in visited:
            todo.pop()
            continue
        fresh = [p for p in node._prev if p not in visited]
        if fresh:
            todo += fresh
        else:
            visited.add(node)
            topo.append(todo.pop())


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
