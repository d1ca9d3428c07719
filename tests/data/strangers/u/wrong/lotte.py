import math


class Value:
    """Every node knows how high it lies above the leaves; backward goes from high to low."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self.height = 1 + min((p.height for p in _prev), default=-1)
        self._backward = lambda: None

    def __add__(self, other):
        other = wrap(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            for p in (self, other):
                p.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = wrap(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            for p, q in ((self, other), (other, self)):
                p.grad += q.data * out.grad

        out._backward = _backward
        return out

    def _function(self, y, slope, name):
        out = Value(y, (self,), name)

        def _backward():
            self.grad += slope * out.grad

        out._backward = _backward
        return out

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return self._function(self.data**n, slope, "**")

    def tanh(self):
        t = math.tanh(self.data)
        return self._function(t, 1.0 - t**2, "tanh")

    def exp(self):
        e = math.exp(self.data)
        return self._function(e, e, "exp")

    def relu(self):
        positive = self.data > 0
        return self._function(self.data if positive else 0.0, 1.0 if positive else 0.0, "relu")

    def __neg__(self):
        return -1 * self

    def __sub__(self, other):
        return self + -1 * wrap(other)

    def __truediv__(self, other):
        return self * wrap(other) ** -1

    def __radd__(self, other):
        return wrap(other) + self

    def __rmul__(self, other):
        return wrap(other) * self

    def __rsub__(self, other):
        return wrap(other) - self

    def __rtruediv__(self, other):
        return wrap(other) / self

    def backward(self):
        nodes = reachable(self)
        for node in nodes:
            if node.height > 0:
                node.grad = 0.0
        self.grad += 1.0
        for node in sorted(nodes, key=lambda n: n.height, reverse=True):
            node._backward()


def wrap(x):
    return x if isinstance(x, Value) else Value(x)


def reachable(root):
    found = {root}
    front = [root]
    while front:
        front = [p for n in front for p in n._prev if p not in found and not found.add(p)]
    return found


def build_topo(v, visited, topo):
    topo += sorted(reachable(v), key=lambda n: n.height)


def zero_grad(root):
    for node in reachable(root):
        node.grad = 0.0


if __name__ == "__main__":
    a, b, c = Value(2.0), Value(3.0), Value(1.0)
    L = (a * b + c) * (a + b)
    L.backward()
    print(a.grad, b.grad, c.grad)  # 22 17 5
