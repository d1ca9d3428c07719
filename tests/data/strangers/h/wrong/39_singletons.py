"""Operators are objects with forward and backward; __call__ makes the node."""

import math


class Operator:
    def __call__(self, *inputs):
        return Value(self.forward(*(i.data for i in inputs)), inputs, self)

    def forward(self, *numbers):
        raise NotImplementedError

    def backward(self, out, *inputs):
        raise NotImplementedError


class Add(Operator):
    def forward(self, x, y):
        return x + y

    def backward(self, out, a, b):
        a.grad += out.grad
        b.grad += out.grad


class Sub(Operator):
    def forward(self, x, y):
        return x - y

    def backward(self, out, a, b):
        a.grad += out.grad
        b.grad -= out.grad


class Mul(Operator):
    def forward(self, x, y):
        return x * y

    def backward(self, out, a, b):
        a.grad += out.grad * b.data
        b.grad += out.grad * a.data


class Div(Operator):
    def forward(self, x, y):
        return x / y

    def backward(self, out, a, b):
        a.grad += out.grad / b.data
        b.grad -= out.grad * a.data / b.data**2


class Neg(Operator):
    def forward(self, x):
        return -x

    def backward(self, out, a):
        a.grad -= out.grad


class Power(Operator):
    def to(self, n):
        self.n = n
        return self

    def forward(self, x):
        return x**self.n

    def backward(self, out, a):
        if self.n != 0:
            a.grad += out.grad * self.n * a.data ** (self.n - 1)


class Tanh(Operator):
    def forward(self, x):
        return math.tanh(x)

    def backward(self, out, a):
        a.grad += out.grad * (1.0 - out.data**2)


class Exp(Operator):
    def forward(self, x):
        return math.exp(x)

    def backward(self, out, a):
        a.grad += out.grad * out.data


class Relu(Operator):
    def forward(self, x):
        return x if x > 0 else 0.0

    def backward(self, out, a):
        if a.data > 0:
            a.grad += out.grad


add, sub, mul, div = Add(), Sub(), Mul(), Div()
neg, power, tanh, exp, relu = Neg(), Power(), Tanh(), Exp(), Relu()


class Value:
    def __init__(self, data, _prev=(), _operator=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._operator = _operator

    def _backward(self):
        if self._operator is not None:
            self._operator.backward(self, *self._prev)

    def __add__(self, other):
        return add(self, value(other))

    def __radd__(self, other):
        return add(value(other), self)

    def __sub__(self, other):
        return sub(self, value(other))

    def __rsub__(self, other):
        return sub(value(other), self)

    def __mul__(self, other):
        return mul(self, value(other))

    def __rmul__(self, other):
        return mul(value(other), self)

    def __truediv__(self, other):
        return div(self, value(other))

    def __rtruediv__(self, other):
        return div(value(other), self)

    def __neg__(self):
        return neg(self)

    def __pow__(self, n):
        return power.to(n)(self)

    def tanh(self):
        return tanh(self)

    def exp(self):
        return exp(self)

    def relu(self):
        return relu(self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._operator is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def value(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
            continue
        ready = True
        for p in node._prev:
            if p not in visited:
                stack.append(p)
                ready = False
        if ready:
            topo.append(stack.pop())
            visited.add(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
