"""Exercise 13: the whole engine. Closures, and a flag on each node instead of a big set."""

import math


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._backward = lambda: None
        self._seen = False

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    # ---- arithmetic ----

    def __add__(self, other):
        other = ensure(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __sub__(self, other):
        other = ensure(other)
        out = Value(self.data - other.data, (self, other), "-")

        def _backward():
            self.grad += out.grad
            other.grad -= out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = ensure(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = _backward
        return out

    def __truediv__(self, other):
        other = ensure(other)
        out = Value(self.data / other.data, (self, other), "/")

        def _backward():
            self.grad += out.grad / other.data
            other.grad -= out.grad * self.data / (other.data * other.data)

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")

        def _backward():
            if n == 0:
                return
            self.grad += out.grad * n * self.data ** (n - 1)

        out._backward = _backward
        return out

    def __neg__(self):
        out = Value(-self.data, (self,), "neg")

        def _backward():
            self.grad -= out.grad

        out._backward = _backward
        return out

    def __radd__(self, other):
        return ensure(other) + self

    def __rsub__(self, other):
        return ensure(other) - self

    def __rmul__(self, other):
        return ensure(other) * self

    def __rtruediv__(self, other):
        return ensure(other) / self

    # ---- functions ----

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def _backward():
            self.grad += out.grad * (1.0 - out.data * out.data)

        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def _backward():
            self.grad += out.grad * out.data

        out._backward = _backward
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

        def _backward():
            self.grad += out.grad if self.data > 0 else 0.0

        out._backward = _backward
        return out

    # ---- backward ----

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            node._seen = False
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def ensure(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first.

    The flag is a good deal quicker than asking the set.
    """
    if v in visited:
        return
    v._seen = True
    stack = [(v, 0)]
    while stack:
        node, position = stack.pop()
        if position < len(node._prev):
            stack.append((node, position + 1))
            below = node._prev[position]
            if not below._seen:
                below._seen = True
                stack.append((below, 0))
        else:
            topo.append(node)
            visited.add(node)


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    reached = {root}
    stack = [root]
    while stack:
        node = stack.pop()
        node.grad = 0.0
        fresh = set(node._prev) - reached
        reached |= fresh
        stack.extend(fresh)


if __name__ == "__main__":
    a, b, c = Value(2.0), Value(3.0), Value(1.0)
    L = (a * b + c) * (a + b)
    L.backward()
    print(a.grad, b.grad, c.grad, "expected 22 17 5")
    L.backward()
    print(a.grad, b.grad, c.grad, "expected 44 34 10")
    zero_grad(L)
    print(a.grad, b.grad, c.grad, L.grad, "expected 0 0 0 0")
    order = []
    build_topo(L, set(), order)
    print([node.data for node in order], "expected each after its inputs")
