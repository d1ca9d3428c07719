"""Exam engine with type dispatch.

operand() is the only place where plain numbers turn into nodes.
"""
import math
from numbers import Number


def operand(x):
    """The node of an operand: itself, or a leaf for a plain number."""
    if isinstance(x, Value):
        return x
    if isinstance(x, Number):
        return Value(int(x))
    raise TypeError(f"cannot compute with {type(x).__name__}")


class Value:
    def __init__(self, data, parents=()):
        self.data = data
        self.grad = 0.0
        self._prev = parents
        self._backward = lambda: None

    # The four that have a rule of their own, and the power.

    def __add__(self, other):
        other = operand(other)
        total = Value(self.data + other.data, (self, other))

        def pass_on():
            self.grad += total.grad
            other.grad += total.grad

        total._backward = pass_on
        return total

    def __sub__(self, other):
        other = operand(other)
        difference = Value(self.data - other.data, (self, other))

        def pass_on():
            self.grad += difference.grad
            other.grad -= difference.grad

        difference._backward = pass_on
        return difference

    def __mul__(self, other):
        other = operand(other)
        product = Value(self.data * other.data, (self, other))

        def pass_on():
            self.grad += product.grad * other.data
            other.grad += product.grad * self.data

        product._backward = pass_on
        return product

    def __truediv__(self, other):
        other = operand(other)
        quotient = Value(self.data / other.data, (self, other))

        def pass_on():
            self.grad += quotient.grad / other.data
            other.grad -= quotient.grad * quotient.data / other.data

        quotient._backward = pass_on
        return quotient

    def __pow__(self, n):
        power = Value(self.data**n, (self,))

        def pass_on():
            self.grad += 0.0 if n == 0 else power.grad * n * self.data ** (n - 1)

        power._backward = pass_on
        return power

    # Reflected: self is on the right.

    def __radd__(self, left):
        return operand(left) + self

    def __rsub__(self, left):
        return operand(left) - self

    def __rmul__(self, left):
        return operand(left) * self

    def __rtruediv__(self, left):
        return operand(left) / self

    def __neg__(self):
        return operand(0) - self

    def tanh(self):
        bent = Value(math.tanh(self.data), (self,))

        def pass_on():
            self.grad += bent.grad * (1.0 - bent.data * bent.data)

        bent._backward = pass_on
        return bent

    def exp(self):
        grown = Value(math.exp(self.data), (self,))

        def pass_on():
            self.grad += bent_free(grown)

        def bent_free(node):
            return node.grad * node.data

        grown._backward = pass_on
        return grown

    def relu(self):
        cut = Value(max(0.0, self.data), (self,))

        def pass_on():
            if self.data > 0:
                self.grad += cut.grad

        cut._backward = pass_on
        return cut

    def backward(self):
        line = []
        build_topo(self, set(), line)
        for node in line:
            if len(node._prev) > 0:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(line):
            node._backward()


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
            continue
        missing = [p for p in node._prev if p not in visited]
        if missing:
            stack += missing
        else:
            visited.add(node)
            topo.append(node)
            stack.pop()


def zero_grad(root):
    line = []
    build_topo(root, set(), line)
    for node in line:
        node.grad = 0.0
