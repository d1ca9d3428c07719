"""Exercise 13: engine. Nodes are numbered as they are made, so a sort gives the order."""
import math


class Value:
    made = 0

    def __init__(self, data):
        type(self).made += 1
        self.number = self.made
        self.data = data
        self.grad = 0.0
        self._prev = ()

    def __add__(self, other):
        return Op("+", self, other)

    def __radd__(self, other):
        return Op("+", other, self)

    def __sub__(self, other):
        return Op("-", self, other)

    def __rsub__(self, other):
        return Op("-", other, self)

    def __mul__(self, other):
        return Op("*", self, other)

    def __rmul__(self, other):
        return Op("*", other, self)

    def __truediv__(self, other):
        return Op("/", self, other)

    def __rtruediv__(self, other):
        return Op("/", other, self)

    def __neg__(self):
        return Op("neg", self)

    def __pow__(self, n):
        return Op("**", self, n)

    def tanh(self):
        return Function("tanh", self)

    def exp(self):
        return Function("exp", self)

    def relu(self):
        return Function("relu", self)

    def _backward(self):
        pass

    def restart(self):
        pass

    def backward(self):
        nodes = in_order(self)
        for node in nodes:
            node.restart()
        self.grad += 1.0
        for node in reversed(nodes):
            node._backward()


class Op(Value):
    """The result of an operation; `how` is its sign or its name."""

    def __init__(self, how, *operands):
        inputs = tuple(x if isinstance(x, Value) else Value(x) for x in operands)
        super().__init__(self.evaluate(how, *[p.data for p in inputs]))
        self.how = how
        self._prev = inputs

    def evaluate(self, how, a, b=None):
        if how == "+":
            return a + b
        if how == "-":
            return a - b
        if how == "*":
            return a * b
        if how == "/":
            return a / b
        if how == "**":
            return a**b
        return -a

    def restart(self):
        self.grad = 0.0

    def _backward(self):
        g = self.grad
        if self.how == "neg":
            self._prev[0].grad -= g
            return
        x, y = self._prev
        if self.how == "+":
            x.grad += g
            y.grad += g
        elif self.how == "-":
            x.grad += g
            y.grad -= g
        elif self.how == "*":
            x.grad += g * y.data
            y.grad += g * x.data
        elif self.how == "/":
            x.grad += g / y.data
            y.grad -= g * x.data / y.data**2
        elif y.data != 0:
            x.grad += g * y.data * x.data ** (y.data - 1)


class Function(Op):
    """tanh, exp and relu, which have a name in place of a sign."""

    def evaluate(self, how, a):
        if how == "relu":
            return a if a > 0 else 0.0
        return getattr(math, how)(a)

    def _backward(self):
        (x,) = self._prev
        if self.how == "tanh":
            slope = 1.0 - self.data**2
        elif self.how == "exp":
            slope = self.data
        else:
            slope = 1.0 if x.data > 0 else 0.0
        x.grad += slope * self.grad


def in_order(root):
    found = {root}
    stack = [root]
    while stack:
        new = set(stack.pop()._prev) - found
        found |= new
        stack.extend(new)
    return sorted(found, key=lambda node: node.number)


def build_topo(v, visited, topo):
    for node in in_order(v):
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    for node in in_order(root):
        node.grad = 0.0
