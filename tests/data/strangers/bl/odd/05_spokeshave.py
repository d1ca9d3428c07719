"""A metaclass reads a table and gives both kinds of nodes their operators."""

import math

TABLE = """
    add      2  x + y             1.0          1.0
    sub      2  x - y             1.0          -1.0
    mul      2  x * y             y            x
    truediv  2  x / y             1.0/y        -z/y
    neg      1  -x                -1.0
    tanh     1  tanh(x)           1.0-z*z
    exp      1  exp(x)            z
    relu     1  x*(x>0)           float(x>0)
"""


class Workshop(type):
    def __new__(meta, name, bases, space):
        cls = super().__new__(meta, name, bases, space)
        for line in TABLE.strip().splitlines():
            op, inputs, rest = line.split(None, 2)
            value, *slopes = (part for part in rest.split("  ") if part.strip())
            f = eval(f"lambda x, y: ({value})", vars(math))
            slope = eval(f"lambda x, y, z: ({', '.join(slopes)},)", vars(math))
            if inputs == "2":
                setattr(cls, f"__{op}__", meta.two(f, slope, False))
                setattr(cls, f"__r{op}__", meta.two(f, slope, True))
            else:
                setattr(cls, "__neg__" if op == "neg" else op, meta.one(f, slope))
        return cls

    @staticmethod
    def two(f, slope, turned):
        def operator(self, other):
            if not isinstance(other, (Value, Made)):
                other = Value(float(other))
            a, b = (other, self) if turned else (self, other)
            x, y = a.data, b.data
            z = f(x, y)
            return Made(z, [a, b], slope(x, y, z))

        return operator

    @staticmethod
    def one(f, slope):
        def operator(self):
            x = self.data
            z = f(x, None)
            return Made(z, [self], slope(x, None, z))

        return operator

    def __call__(cls, *arguments):
        node = cls.__new__(cls)
        node.grad = 0.0
        node.data, node._prev, node._slopes = (*arguments, [], ())[:3]
        return node


def power(self, n):
    x = self.data
    return Made(x**n, [self], (n * x ** (n - 1) if n else 0.0,))


def rule(self):
    for inp, slope in zip(self._prev, self._slopes):
        inp.grad += slope * self.grad


def backward(self):
    topo = []
    build_topo(self, set(), topo)
    for node in topo:
        node.restart()
    self.grad += 1.0
    for node in reversed(topo):
        node._backward()


class Value(metaclass=Workshop):
    __slots__ = ("data", "grad", "_prev", "_slopes")
    __pow__ = power
    _backward = rule
    backward = backward

    def restart(self):
        """A leaf keeps what it has."""


class Made(metaclass=Workshop):
    __slots__ = ("data", "grad", "_prev", "_slopes")
    __pow__ = power
    _backward = rule
    backward = backward

    def restart(self):
        self.grad = 0.0


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
            continue
        size = len(stack)
        stack += [inp for inp in node._prev if inp not in visited]
        if len(stack) == size:
            visited.add(node)
            topo.append(stack.pop())


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
