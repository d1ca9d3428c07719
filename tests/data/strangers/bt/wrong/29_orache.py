"""Exercise 13. An operation takes its operands to the workbench and is built from there."""

import math

bench = []


def take(*operands):
    """Put the operands (plain numbers as nodes) on the bench and say what their numbers are."""
    nodes = [x if isinstance(x, Value) else Value(float(x)) for x in operands]
    bench.extend(nodes)
    return [node.data for node in nodes]


def build(data, *slopes):
    """A node from what is on the bench."""
    out = Value(data)
    out._prev = tuple(bench)
    out._slopes = slopes
    bench.clear()
    return out


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._slopes = ()

    def __add__(self, other):
        a, b = take(self, other)
        return build(a + b, 1.0, 1.0)

    def __radd__(self, other):
        a, b = take(other, self)
        return build(a + b, 1.0, 1.0)

    def __sub__(self, other):
        a, b = take(self, other)
        return build(a - b, 1.0, -1.0)

    def __rsub__(self, other):
        a, b = take(other, self)
        return build(a - b, 1.0, -1.0)

    def __mul__(self, other):
        a, b = take(self, other)
        return build(a * b, b, a)

    def __rmul__(self, other):
        a, b = take(other, self)
        return build(a * b, b, a)

    def __truediv__(self, other):
        a, b = take(self, other)
        return build(a / b, 1.0 / b, -a / (b * b))

    def __rtruediv__(self, other):
        a, b = take(other, self)
        return build(a / b, 1.0 / b, -a / (b * b))

    def __neg__(self):
        (a,) = take(self)
        return build(-a, -1.0)

    def __pow__(self, n):
        (a,) = take(self)
        if n == 0:
            return build(1.0, 0.0)
        return build(a**n, n * a ** (n - 1))

    def tanh(self):
        (a,) = take(self)
        t = math.tanh(a)
        return build(t, 1.0 - t * t)

    def exp(self):
        (a,) = take(self)
        e = math.exp(a)
        return build(e, e)

    def relu(self):
        (a,) = take(self)
        return build(a, 1.0) if a > 0 else build(0.0, 0.0)

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * self.grad

    def backward(self):
        order = sorted_below(self)
        for node in order:
            node.grad = 0.0 if node._prev else node.grad
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def sorted_below(root, visited=None):
    """Depth first without recursion: None in the stack says that a node is complete."""
    visited = set() if visited is None else visited
    order, stack, open_nodes = [], [root], []
    while stack:
        node = stack.pop()
        if node is None:
            order.append(open_nodes.pop())
        elif node not in visited:
            visited.add(node)
            open_nodes.append(node)
            stack.append(None)
            stack.extend(node._prev)
    return order


def build_topo(v, visited, topo):
    topo.extend(sorted_below(v, visited))


def zero_grad(root):
    for node in sorted_below(root):
        node.grad = 0.0
