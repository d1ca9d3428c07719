from itertools import chain
import math


class Value(object):

    def __init__(self, data, sources=(), slopes=()):
        self.data = data + 0.0
        self.grad = 0.0
        self._prev = frozenset(sources)
        self._backward = zip(sources, slopes)

    is_leaf = property(lambda self: not self._prev)

    def __add__(self, that):
        that = coerce(that)
        return Value(self.data + that.data, (self, that), (1, 1))

    def __sub__(self, that):
        that = coerce(that)
        return Value(self.data - that.data, (self, that), (1, -1))

    def __mul__(self, that):
        that = coerce(that)
        return Value(self.data * that.data, (self, that), (that.data, self.data))

    def __truediv__(self, that):
        return self * coerce(that) ** -1

    def __pow__(self, n):
        slope = 0 if n == 0 else n * self.data ** (n - 1)
        return Value(self.data ** n, (self,), (slope,))

    def __neg__(self):
        return Value(-self.data, [self], [-1])

    def __radd__(self, that):
        return coerce(that).__add__(self)

    def __rsub__(self, that):
        return coerce(that).__sub__(self)

    def __rmul__(self, that):
        return coerce(that).__mul__(self)

    def __rtruediv__(self, that):
        return coerce(that).__truediv__(self)

    def tanh(self):
        y = math.tanh(self.data)
        return Value(y, [self], [1 - y * y])

    def exp(self):
        y = math.exp(self.data)
        return Value(y, [self], [y])

    def relu(self):
        return Value(max(self.data, 0), [self], [self.data > 0])

    def backward(self):
        order = list(inputs_first(self))
        for node in order:
            if not node.is_leaf:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            for source, slope in node._backward:
                source.grad += slope * node.grad


def coerce(x):
    return x if isinstance(x, Value) else Value(x)


def inputs_first(root):
    """Yield what root is made of, then root."""
    started = {root}
    trail = [chain(root._prev, [root])]
    owners = [root]
    while trail:
        for node in trail[-1]:
            if node is owners[-1]:
                yield node
            elif node not in started:
                started.add(node)
                owners.append(node)
                trail.append(chain(node._prev, [node]))
                break
        else:
            trail.pop()
            owners.pop()


def build_topo(v, visited, topo):
    for node in inputs_first(v):
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    for node in inputs_first(root):
        node.grad = 0.0
