from math import tanh, exp


class Value:
    left = None
    right = None

    def __init__(self, data):
        self.data = data
        self.grad = 0.0

    @property
    def _prev(self):
        if self.left is None:
            return ()
        if self.right is None:
            return (self.left,)
        return (self.left, self.right)

    def _backward(self):
        return None

    def join(self, other, data, dl, dr):
        res = Value(data)
        res.left, res.right = self, other
        def rule():
            self.grad += res.grad * dl
            other.grad += res.grad * dr
        res._backward = rule
        return res

    def apply(self, data, d):
        res = Value(data)
        res.left = self
        def rule():
            self.grad += res.grad * d
        res._backward = rule
        return res

    def __add__(self, other):
        other = ensure(other)
        return self.join(other, self.data + other.data, 1, 1)

    def __sub__(self, other):
        other = ensure(other)
        return self.join(other, self.data - other.data, 1, -1)

    def __mul__(self, other):
        other = ensure(other)
        return self.join(other, self.data * other.data, other.data, self.data)

    def __truediv__(self, other):
        other = ensure(other)
        inv = 1 / other.data
        return self.join(other, self.data / other.data, inv, -self.data * inv * inv)

    def __pow__(self, n):
        if n == 0:
            return self.apply(1.0, 0.0)
        return self.apply(self.data ** n, n * self.data ** (n - 1))

    def __neg__(self):
        return self.apply(-self.data, -1.0)

    def tanh(self):
        t = tanh(self.data)
        return self.apply(t, 1 - t * t)

    def exp(self):
        e = exp(self.data)
        return self.apply(e, e)

    def relu(self):
        if self.data <= 0:
            return self.apply(0.0, 0.0)
        return self.apply(self.data, 1.0)

    def __radd__(self, other):
        return ensure(other) + self

    def __rsub__(self, other):
        return ensure(other) - self

    def __rmul__(self, other):
        return ensure(other) * self

    def __rtruediv__(self, other):
        return ensure(other) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node.right is not None:
                node.grad = 0.0
        self.grad = self.grad + 1.0 if self.left is None else 1.0
        for node in reversed(topo):
            node._backward()


def ensure(x):
    if isinstance(x, Value):
        return x
    return Value(x)


def build_topo(v, visited, topo):
    # post-order with the famous "two stacks"
    first, second = [v], []
    seen = {}
    while first:
        node = first.pop()
        state = seen.get(node, 0)
        if state == 0:
            seen[node] = 1
            first.append(node)
            if node.right is not None and node.right not in seen:
                first.append(node.right)
            if node.left is not None and node.left not in seen:
                first.append(node.left)
        elif state == 1:
            seen[node] = 2
            second.append(node)
    visited.update(seen)
    topo.extend(second)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
