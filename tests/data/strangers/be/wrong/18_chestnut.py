"""An engine in levels: a node stands one level above its highest input."""

import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._level = 1 + max((i._level for i in _prev), default=-1)
        self._local = ()

    def _backward(self):
        for i, factor in zip(self._prev, self._local):
            i.grad += self.grad * factor

    def _with(self, *local):
        self._local = local
        return self

    def __add__(self, other):
        other = wrapped(other)
        return Value(self.data + other.data, (self, other), "+")._with(1.0, 1.0)

    def __sub__(self, other):
        other = wrapped(other)
        return Value(self.data - other.data, (self, other), "-")._with(1.0, -1.0)

    def __mul__(self, other):
        other = wrapped(other)
        out = Value(self.data * other.data, (self, other), "*")
        return out._with(other.data, self.data)

    def __truediv__(self, other):
        other = wrapped(other)
        out = Value(self.data / other.data, (self, other), "/")
        return out._with(1.0 / other.data, -out.data / other.data)

    def __radd__(self, other):
        return wrapped(other) + self

    def __rsub__(self, other):
        return wrapped(other) - self

    def __rmul__(self, other):
        return wrapped(other) * self

    def __rtruediv__(self, other):
        return wrapped(other) / self

    def __neg__(self):
        out = Value(-self.data, (self,), "neg")._with(-1.0)
        out._level = self._level  # a sign is no step of its own
        return out

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, (self,), "**")._with(slope)

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh")._with(1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp")._with(e)

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, (self,), "relu")._with(1.0 if on else 0.0)

    def backward(self):
        nodes = found_below(self)
        nodes.sort(key=lambda node: node._level, reverse=True)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in nodes:
            node._backward()


def wrapped(x):
    return x if isinstance(x, Value) else Value(x)


def found_below(root):
    """Every node below root, from near to far."""
    nodes, seen = [root], {root}
    for node in nodes:
        for i in node._prev:
            if i not in seen:
                seen.add(i)
                nodes.append(i)
    return nodes


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((i, False) for i in node._prev)


def zero_grad(root):
    for node in found_below(root):
        node.grad = 0.0
