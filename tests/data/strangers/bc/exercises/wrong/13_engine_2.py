"""Exercise 13: the engine, with one class for each operation.

The order of a graph never changes, as nodes never change their inputs. So it is found once
for each root and kept.
"""

import math


class Operation:
    """Knows its number and, for each input, its slope."""

    @classmethod
    def apply(cls, *inputs, **settings):
        operation = cls()
        operation.inputs = tuple(x if isinstance(x, Value) else Value(x) for x in inputs)
        vars(operation).update(settings)
        operation.number = operation.compute(*(node.data for node in operation.inputs))
        out = Value(operation.number, operation.inputs, cls.__name__)
        operation.out = out
        out._backward = operation.pass_on
        return out

    def pass_on(self):
        slopes = self.slopes(*(node.data for node in self.inputs))
        for node, slope in zip(self.inputs, slopes):
            node.grad += slope * self.out.grad


class Sum(Operation):
    def compute(self, a, b):
        return a + b

    def slopes(self, a, b):
        return 1.0, 1.0


class Difference(Operation):
    def compute(self, a, b):
        return a - b

    def slopes(self, a, b):
        return 1.0, -1.0


class Product(Operation):
    def compute(self, a, b):
        return a * b

    def slopes(self, a, b):
        return b, a


class Quotient(Operation):
    def compute(self, a, b):
        return a / b

    def slopes(self, a, b):
        return 1.0 / b, -a / b / b


class Power(Operation):
    def compute(self, a):
        return a**self.exponent

    def slopes(self, a):
        n = self.exponent
        return (n * a ** (n - 1) if n else 0.0,)


class Tanh(Operation):
    def compute(self, a):
        return math.tanh(a)

    def slopes(self, a):
        return ((1.0 - self.number) * (1.0 + self.number),)


class Exp(Operation):
    def compute(self, a):
        return math.exp(a)

    def slopes(self, a):
        return (self.number,)


class Relu(Operation):
    def compute(self, a):
        return max(a, 0.0)

    def slopes(self, a):
        return (1.0 if self.number > 0 else 0.0,)


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None
        self._order = None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        return Sum.apply(self, other)

    def __radd__(self, other):
        return Sum.apply(other, self)

    def __sub__(self, other):
        return Difference.apply(self, other)

    def __rsub__(self, other):
        return Difference.apply(other, self)

    def __mul__(self, other):
        return Product.apply(self, other)

    def __rmul__(self, other):
        return Product.apply(other, self)

    def __truediv__(self, other):
        return Quotient.apply(self, other)

    def __rtruediv__(self, other):
        return Quotient.apply(other, self)

    def __neg__(self):
        return Product.apply(self, -1.0)

    def __pow__(self, exponent):
        return Power.apply(self, exponent=exponent)

    def tanh(self):
        return Tanh.apply(self)

    def exp(self):
        return Exp.apply(self)

    def relu(self):
        return Relu.apply(self)

    def backward(self):
        topo = order_of(self)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def order_of(root):
    if root._order is None:
        build_topo(root, set(), [])
    return root._order


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    if v._order is not None:
        topo.extend(v._order)
        return
    visited.add(v)
    stack = [(v, iter(v._prev))]
    while stack:
        node, inputs = stack[-1]
        for input_node in inputs:
            if input_node not in visited:
                visited.add(input_node)
                stack.append((input_node, iter(input_node._prev)))
                break
        else:
            topo.append(node)
            stack.pop()
    v._order = topo


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    waiting = [root]
    met = {root}
    while waiting:
        node = waiting.pop()
        node.grad = 0.0
        for input_node in node._prev:
            if input_node not in met:
                met.add(input_node)
                waiting.append(input_node)
