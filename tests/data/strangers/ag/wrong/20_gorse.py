import functools
import math


def lifted(operation):
    """Let an operation be called with a plain number as its second input."""

    @functools.wraps(operation)
    def with_nodes(self, other):
        return operation(self, other if isinstance(other, Value) else Value(other))

    return with_nodes


def swapped(operation):
    @functools.wraps(operation)
    def with_nodes(self, other):
        return operation(other if isinstance(other, Value) else Value(other), self)

    return with_nodes


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    @lifted
    def __add__(self, other):
        def rule(g):
            return g, g
        return Value(self.data + other.data, (self, other), rule)

    @lifted
    def __sub__(self, other):
        def rule(g):
            return g, -g
        return Value(self.data - other.data, (self, other), rule)

    @lifted
    def __mul__(self, other):
        rule = functools.partial(times, other.data, self.data)
        return Value(self.data * other.data, (self, other), rule)

    @lifted
    def __truediv__(self, other):
        q = self.data / other.data
        rule = functools.partial(times, 1 / other.data, -q / other.data)
        return Value(q, (self, other), rule)

    __radd__ = swapped(__add__)
    __rsub__ = swapped(__sub__)
    __rmul__ = swapped(__mul__)
    __rtruediv__ = swapped(__truediv__)

    def __neg__(self):
        return Value(-self.data, (self,), functools.partial(times, -1.0))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, (self,), functools.partial(times, slope))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), functools.partial(times, 1 - t * t))

    @functools.cache
    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), functools.partial(times, e))

    def relu(self):
        gate = 1.0 if self.data > 0 else 0.0
        return Value(self.data if gate else 0.0, (self,), functools.partial(times, gate))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        grads = {node: 0.0 for node in topo}
        grads[self] = 1.0
        for node in reversed(topo):
            if node._backward is None:
                node.grad += grads[node]
                continue
            node.grad = grads[node]
            for p, g in zip(node._prev, node._backward(node.grad)):
                grads[p] += g


def times(*slopes_and_gradient):
    *slopes, g = slopes_and_gradient
    return [slope * g for slope in slopes]


def build_topo(v, visited, topo):
    stack = [(v, True)]
    while stack:
        node, arriving = stack.pop()
        if not arriving:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, False))
            stack.extend((p, True) for p in reversed(node._prev))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    functools.reduce(lambda _, node: setattr(node, "grad", 0.0), topo, None)
