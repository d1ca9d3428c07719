import math


class Value:
    """A node: a number, its gradient, its inputs and its operation."""

    def __init__(self, data, _prev=None, _op=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev or []
        self._op = _op

    def _backward(self):
        if self._op:
            self._op(self, *self._prev)

    # sums

    def __add__(self, other):
        other = as_value(other)
        return Value(self.data + other.data, [self, other], spread)

    def __radd__(self, other):
        other = as_value(other)
        return Value(other.data + self.data, [other, self], spread)

    def __iadd__(self, other):
        if self._op is not spread:
            return self + other
        other = as_value(other)
        self.data += other.data
        self._prev.append(other)
        return self

    def __neg__(self):
        return Value(-self.data, [self], turn)

    def __sub__(self, other):
        return self + -as_value(other)

    def __rsub__(self, other):
        return as_value(other) + -self

    # products

    def __mul__(self, other):
        other = as_value(other)
        return Value(self.data * other.data, [self, other], cross)

    def __rmul__(self, other):
        return as_value(other) * self

    def __truediv__(self, other):
        other = as_value(other)
        return Value(self.data / other.data, [self, other], share)

    def __rtruediv__(self, other):
        return as_value(other) / self

    def __pow__(self, n):
        def scale(out, base):
            if n != 0:
                base.grad += n * base.data ** (n - 1) * out.grad

        return Value(self.data**n, [self], scale)

    # functions

    def tanh(self):
        return Value(math.tanh(self.data), [self], bend)

    def exp(self):
        return Value(math.exp(self.data), [self], grow)

    def relu(self):
        return Value(self.data if self.data > 0 else 0.0, [self], gate)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def as_value(x):
    return x if isinstance(x, Value) else Value(x)


def spread(out, *terms):
    for term in terms:
        term.grad += out.grad


def turn(out, a):
    a.grad -= out.grad


def cross(out, a, b):
    a.grad += b.data * out.grad
    b.grad += a.data * out.grad


def share(out, a, b):
    a.grad += out.grad / b.data
    b.grad -= out.grad * out.data / b.data


def bend(out, a):
    a.grad += (1.0 - out.data * out.data) * out.grad


def grow(out, a):
    a.grad += out.data * out.grad


def gate(out, a):
    if out.data > 0:
        a.grad += out.grad


def build_topo(v, visited, topo):
    stack = [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        node, inputs = stack[-1]
        for i in inputs:
            if i not in visited:
                visited.add(i)
                stack.append((i, iter(i._prev)))
                break
        else:
            topo.append(node)
            stack.pop()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
