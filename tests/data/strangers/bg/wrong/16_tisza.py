"""Nodes carry the stamp of the last walk that came by. A stamp is quicker than a set."""

import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = ()
        self._stamp = 0

    def _from(self, *edges):
        self._prev = tuple(source for source, _ in edges)
        self._backward = tuple(slope for _, slope in edges)
        return self

    def __add__(self, other):
        other = ensure(other)
        return Value(self.data + other.data, _op="+")._from((self, 1.0), (other, 1.0))

    def __sub__(self, other):
        other = ensure(other)
        return Value(self.data - other.data, _op="-")._from((self, 1.0), (other, -1.0))

    def __mul__(self, other):
        other = ensure(other)
        return Value(self.data * other.data, _op="*")._from(
            (self, other.data), (other, self.data)
        )

    def __truediv__(self, other):
        other = ensure(other)
        q = self.data / other.data
        return Value(q, _op="/")._from((self, 1.0 / other.data), (other, -q / other.data))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, _op="pow")._from((self, slope))

    def __neg__(self):
        return Value(-self.data, _op="neg")._from((self, -1.0))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, _op="tanh")._from((self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, _op="exp")._from((self, e))

    def relu(self):
        slope = 1.0 if self.data > 0.0 else 0.0
        return Value(self.data if slope else 0.0, _op="relu")._from((self, slope))

    def __radd__(self, other):
        return ensure(other) + self

    def __rsub__(self, other):
        return ensure(other) - self

    def __rmul__(self, other):
        return ensure(other) * self

    def __rtruediv__(self, other):
        return ensure(other) / self

    def backward(self):
        order = post_order(self)
        gradient = dict.fromkeys(order, 0.0)
        gradient[self] = 1.0
        while order:
            node = order.pop()
            g = gradient[node]
            node.grad = g if node._prev else node.grad + g
            for source, slope in zip(node._prev, node._backward):
                gradient[source] += slope * g


def ensure(x):
    return x if isinstance(x, Value) else Value(float(x))


def post_order(root):
    seen, order, stack = set(), [], [(root, False)]
    while stack:
        node, done = stack.pop()
        if done:
            order.append(node)
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            stack += [(source, False) for source in node._prev]
    return order


def build_topo(v, visited, topo):
    stamp = id(visited)
    v._stamp = stamp
    stack = [(v, iter(v._prev))]
    while stack:
        node, inputs = stack[-1]
        for source in inputs:
            if source._stamp != stamp:
                source._stamp = stamp
                stack.append((source, iter(source._prev)))
                break
        else:
            topo.append(node)
            stack.pop()


def zero_grad(root):
    for node in post_order(root):
        node.grad = 0.0
