"""Scalar autograd with one class per operation."""
import math


class Operation:
    def __init__(self, *inputs):
        self.inputs = inputs

    def run(self):
        node = Value(self.forward(*[i.data for i in self.inputs]))
        node._prev = self.inputs
        node._backward = lambda: self.push(node.grad)
        return node

    def push(self, g):
        partials = self.partials(*[i.data for i in self.inputs])
        for source, partial in zip(self.inputs, partials):
            source.grad += partial * g


class Add(Operation):
    def forward(self, x, y):
        return x + y

    def partials(self, x, y):
        return 1.0, 1.0


class Sub(Operation):
    def forward(self, x, y):
        return x - y

    def partials(self, x, y):
        return 1.0, -1.0


class Mul(Operation):
    def forward(self, x, y):
        return x * y

    def partials(self, x, y):
        return y, x


class Div(Operation):
    def forward(self, x, y):
        return x / y

    def partials(self, x, y):
        return 1.0 / y, x / (y * y)


class Power(Operation):
    def __init__(self, base, n):
        super().__init__(base)
        self.n = n

    def forward(self, x):
        return x**self.n

    def partials(self, x):
        return (self.n * x ** (self.n - 1) if self.n else 0.0,)


class Neg(Operation):
    def forward(self, x):
        return -x

    def partials(self, x):
        return (-1.0,)


class Tanh(Operation):
    def forward(self, x):
        self.out = math.tanh(x)
        return self.out

    def partials(self, x):
        return (1.0 - self.out**2,)


class Exp(Operation):
    def forward(self, x):
        self.out = math.exp(x)
        return self.out

    def partials(self, x):
        return (self.out,)


class Relu(Operation):
    def forward(self, x):
        return max(0.0, x)

    def partials(self, x):
        return (1.0 if x > 0 else 0.0,)


def wrap(x):
    return x if isinstance(x, Value) else Value(float(x))


class Value:
    def __init__(self, data):
        self.data, self.grad = data, 0.0
        self._prev, self._backward = (), lambda: None
    def __add__(self, other): return Add(self, wrap(other)).run()
    def __radd__(self, other): return Add(wrap(other), self).run()
    def __sub__(self, other): return Sub(self, wrap(other)).run()
    def __rsub__(self, other): return Sub(wrap(other), self).run()
    def __mul__(self, other): return Mul(self, wrap(other)).run()
    def __rmul__(self, other): return Mul(wrap(other), self).run()
    def __truediv__(self, other): return Div(self, wrap(other)).run()
    def __rtruediv__(self, other): return Div(wrap(other), self).run()
    def __pow__(self, n): return Power(self, n).run()
    def __neg__(self): return Neg(self).run()
    def tanh(self): return Tanh(self).run()
    def exp(self): return Exp(self).run()
    def relu(self): return Relu(self).run()

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while order:
            order.pop()._backward()


def build_topo(v, visited, topo):
    visited.add(v)
    path = [(v, iter(v._prev))]
    while path:
        node, rest = path[-1]
        for child in rest:
            if child not in visited:
                visited.add(child)
                path.append((child, iter(child._prev)))
                break
        else:
            path.pop()
            topo.append(node)


def zero_grad(root):
    build_topo(root, set(), nodes := [])
    for n in nodes:
        n.grad = 0.0
