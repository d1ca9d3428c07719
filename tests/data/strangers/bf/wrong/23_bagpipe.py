"""A tape of three columns: the inputs, the results and the rules of all operations."""

import math

INPUTS = []
RESULTS = []
RULES = []


class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._row = None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad}, row={self._row})"

    @property
    def _prev(self):
        return () if self._row is None else INPUTS[self._row]

    def _backward(self):
        if self._row is None:
            return
        inputs = INPUTS[self._row]
        slopes = RULES[self._row](self.data, *[x.data for x in inputs])
        for x, slope in zip(inputs, slopes):
            x.grad += slope * self.grad

    def backward(self):
        nodes = below(self)
        rows = sorted((n._row for n in nodes if n._row is not None), reverse=True)
        for row in rows:
            RESULTS[row].grad = 0.0
        self.grad += 1.0
        for row in rows:
            RESULTS[row]._backward()

    def __add__(self, other):
        return write(lambda a, b: a + b, lambda y, a, b: (1.0, 1.0), self, other)

    def __radd__(self, other):
        return cell(other) + self

    def __sub__(self, other):
        return write(lambda a, b: a - b, lambda y, a, b: (1.0, -1.0), self, other)

    def __rsub__(self, other):
        return cell(other) - self

    def __mul__(self, other):
        return write(lambda a, b: a * b, lambda y, a, b: (b, a), self, other)

    def __rmul__(self, other):
        return cell(other) * self

    def __truediv__(self, other):
        return write(lambda a, b: a / b, lambda y, a, b: (1 / b, -y / b), self, other)

    def __rtruediv__(self, other):
        return cell(other) / self

    def __neg__(self):
        return write(lambda a: -a, lambda y, a: (-1.0,), self)

    def __pow__(self, n):
        def slopes(y, a):
            return (n * a ** (n - 1) if n != 0 else 0.0,)

        return write(lambda a: a**n, slopes, self)

    def tanh(self):
        return write(math.tanh, lambda y, a: (1.0 - y * y,), self)

    def exp(self):
        return write(math.exp, lambda y, a: (y,), self)

    def relu(self):
        return write(lambda a: max(0.0, a), lambda y, a: (float(a > 0),), self)


def cell(x):
    return x if isinstance(x, Value) else Value(x)


def write(compute, rule, *operands):
    """Do an operation and write it down as a new row of the tape."""
    inputs = tuple(cell(x) for x in operands)
    INPUTS.append(inputs)
    RULES.append(rule)
    out = Value(compute(*[x.data for x in inputs]))
    out._row = len(RESULTS)
    RESULTS.append(out)
    return out


def below(root):
    found = {root}
    stack = [root]
    while stack:
        for x in stack.pop()._prev:
            if x not in found:
                found.add(x)
                stack.append(x)
    return found


def build_topo(v, visited, topo):
    nodes = below(v)
    visited.update(nodes)
    topo.extend(n for n in nodes if n._row is None)
    topo.extend(sorted((n for n in nodes if n._row is not None), key=lambda n: n._row))


def zero_grad(root):
    for node in below(root):
        node.grad = 0.0
