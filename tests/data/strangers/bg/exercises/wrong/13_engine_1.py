"""The whole engine. Sums are kept flat: a long sum is one node with many inputs."""

import math


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = list(_prev)
        self._op = _op
        self._backward = self._nothing

    def _nothing(self):
        pass

    def __repr__(self):
        return f"Value({self.data:g}, grad {self.grad:g})"

    # ---- sums ----

    def __add__(self, other):
        out = Value(self.data, [self], "sum")
        out._backward = out._share
        return out._take(other)

    def _take(self, other):
        other = other if isinstance(other, Value) else Value(other)
        self._prev.append(other)
        self.data += other.data
        return self

    def _share(self):
        for summand in self._prev:
            summand.grad += self.grad

    def __iadd__(self, other):
        # total += x, in a loop: one more summand for the sum that is there
        if self._op == "sum" and other is not self:
            return self._take(other)
        return self + other

    def __radd__(self, other):
        return Value(other) + self

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return Value(other) + (-self)

    # ---- products and powers ----

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, [self, other], "product")

        def rule():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = rule
        return out

    __rmul__ = __mul__

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return self._bend(self.data**n, slope, "power")

    def __truediv__(self, other):
        return self * other**-1

    def __rtruediv__(self, other):
        return other * self**-1

    # ---- functions ----

    def _bend(self, data, slope, name):
        out = Value(data, [self], name)

        def rule():
            self.grad += slope * out.grad

        out._backward = rule
        return out

    def tanh(self):
        t = math.tanh(self.data)
        return self._bend(t, 1.0 - t * t, "tanh")

    def exp(self):
        e = math.exp(self.data)
        return self._bend(e, e, "exp")

    def relu(self):
        if self.data > 0:
            return self._bend(self.data, 1.0, "relu")
        return self._bend(0.0, 0.0, "relu")

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    if v in visited:
        return
    visited.add(v)
    path = [(v, iter(v._prev))]
    while path:
        node, inputs = path[-1]
        for input_node in inputs:
            if input_node not in visited:
                visited.add(input_node)
                path.append((input_node, iter(input_node._prev)))
                break
        else:
            path.pop()
            topo.append(node)


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
