"""Operations as plain functions: numbers in, (result, pullback) out.

A pullback takes the gradient of the result and returns one contribution for each input.
"""

import math


def add(x, y):
    return x + y, lambda g: (g, g)


def sub(x, y):
    return x - y, lambda g: (g, -g)


def mul(x, y):
    return x * y, lambda g: (g * y, g * x)


def truediv(x, y):
    q = x / y
    return q, lambda g: (g / y, -g * q / y)


def neg(x):
    return -x, lambda g: (-g,)


def tanh(x):
    t = math.tanh(x)
    return t, lambda g: (g * (1 - t * t),)


def exp(x):
    e = math.exp(x)
    return e, lambda g: (g * e,)


def relu(x):
    if x > 0:
        return x, lambda g: (g,)
    return 0.0, lambda g: (0.0,)


def power(n):
    def raised(x):
        if n == 0:
            return 1.0, lambda g: (0.0,)
        return x**n, lambda g: (g * n * x ** (n - 1),)

    return raised


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value({self.data!r})"

    @classmethod
    def apply(cls, function, *operands):
        """Call `function` with the numbers of the operands and make a node of its result."""
        inputs = tuple(v if isinstance(v, cls) else cls(v) for v in operands)
        result, pullback = function(*(v.data for v in inputs))
        node = cls(result, inputs, function.__name__)

        def rule():
            for v, contribution in zip(inputs, pullback(node.grad)):
                v.grad += contribution

        node._backward = rule
        return node

    def __neg__(self):
        return self.apply(neg, self)

    def __pow__(self, n):
        return self.apply(power(n), self)

    def tanh(self):
        return self.apply(tanh, self)

    def exp(self):
        return self.apply(exp, self)

    def relu(self):
        return self.apply(relu, self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            node._backward()


def equip(function):
    """Give Value the operator of this function, the reflected one and the augmented one."""
    name = function.__name__

    def forward(self, other):
        return Value.apply(function, self, other)

    def reflected(self, other):
        return Value.apply(function, other, self)

    setattr(Value, f"__{name}__", forward)
    setattr(Value, f"__r{name}__", reflected)
    setattr(Value, f"__i{name}__", reflected)


for function in (add, sub, mul, truediv):
    equip(function)


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if node is None:
            topo.append(stack.pop())
        elif node not in visited:
            visited.add(node)
            stack.append(node)
            stack.append(None)
            stack.extend(node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
