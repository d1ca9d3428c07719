"""Exercise 13, the exam: the whole engine.

Forward rules and slopes sit in one table; `apply` looks them up by name. An operator method
only names its operands one after another (`take`) and then says which entry it wants.
"""

import math


def power_slopes(out, x, n):
    return (0.0 if n == 0 else n * x ** (n - 1),)


# name: (value from the numbers, slopes from the result and the numbers)
RULES = {
    "add": (lambda x, y: x + y, lambda out, x, y: (1.0, 1.0)),
    "sub": (lambda x, y: x - y, lambda out, x, y: (1.0, -1.0)),
    "mul": (lambda x, y: x * y, lambda out, x, y: (y, x)),
    "div": (lambda x, y: x / y, lambda out, x, y: (1.0 / y, -out / y)),
    "neg": (lambda x: -x, lambda out, x: (-1.0,)),
    "tanh": (math.tanh, lambda out, x: (1.0 - out * out,)),
    "exp": (math.exp, lambda out, x: (out,)),
    "relu": (lambda x: x if x > 0 else 0.0, lambda out, x: (1.0 if x > 0 else 0.0,)),
    "pow": (lambda x, n: x**n, power_slopes),
}

_operands = []  # named by take(), used up by apply()


def take(operand):
    """Put down one operand of the operation that is coming; numbers become leaves."""
    if not isinstance(operand, Value):
        operand = Value(operand)
    _operands.append(operand)


def apply(op, *extra):
    """Make the result of `op` from the operands that have been taken."""
    count = 1 if op in ("neg", "tanh", "exp", "relu", "pow") else 2
    inputs = tuple(_operands[:count])
    forward = RULES[op][0]
    out = Value(forward(*(v.data for v in inputs), *extra))
    del _operands[:count]
    out._prev = inputs
    out._op = op
    out._extra = extra
    return out


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._op = ""
        self._extra = ()

    def __repr__(self):
        return f"Value({self.data}, grad={self.grad})"

    def _backward(self):
        if not self._op:
            return
        numbers = [v.data for v in self._prev]
        slopes = RULES[self._op][1](self.data, *numbers, *self._extra)
        for v, slope in zip(self._prev, slopes):
            v.grad += slope * self.grad

    def _binary(self, op, other):
        take(self)
        take(other)
        return apply(op)

    def _swapped(self, op, other):
        take(other)
        take(self)
        return apply(op)

    def _unary(self, op, *extra):
        take(self)
        return apply(op, *extra)

    def __add__(self, other):
        return self._binary("add", other)

    def __radd__(self, other):
        return self._swapped("add", other)

    def __sub__(self, other):
        return self._binary("sub", other)

    def __rsub__(self, other):
        return self._swapped("sub", other)

    def __mul__(self, other):
        return self._binary("mul", other)

    def __rmul__(self, other):
        return self._swapped("mul", other)

    def __truediv__(self, other):
        return self._binary("div", other)

    def __rtruediv__(self, other):
        return self._swapped("div", other)

    def __pow__(self, n):
        return self._unary("pow", n)

    def __neg__(self):
        return self._unary("neg")

    def tanh(self):
        return self._unary("tanh")

    def exp(self):
        return self._unary("exp")

    def relu(self):
        return self._unary("relu")

    def backward(self):
        order = build_topo(self, set(), [])
        for v in order:
            if v._op:
                v.grad = 0.0
        self.grad += 1.0
        while order:
            order.pop()._backward()


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    stack = [(v, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for source in reversed(node._prev):
                stack.append((source, False))
    return topo


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    for v in build_topo(root, set(), []):
        v.grad = 0.0


if __name__ == "__main__":
    a, b = Value(2.0), Value(4.0)
    root = 5 - a + 6 / a + a / b - sum([a, b]) + 2 * a**3
    root.backward()
    print(a.grad, b.grad, "expected 20.75 -1.125")
    big = Value(1000.0)
    t = big.tanh()
    t.backward()
    print(t.data, big.grad, "expected 1 0")
