import math


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def tanh(self):
        t = math.tanh(self.data)
        res = Value(t, (self,), "tanh")

        def _backward():
            self.grad += (1.0 - t * t) * res.grad

        res._backward = _backward
        return res

    def exp(self):
        e = math.exp(self.data)
        res = Value(e, (self,), "exp")

        def _backward():
            self.grad += e * res.grad

        res._backward = _backward
        return res

    def relu(self):
        res = Value(max(0.0, self.data), (self,), "relu")

        def _backward():
            if self.data > 0:
                self.grad += res.grad

        res._backward = _backward
        return res

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        res = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += res.grad
            other.grad += res.grad

        res._backward = _backward
        return res

    def __sub__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        res = Value(self.data - other.data, (self, other), "-")

        def _backward():
            self.grad += res.grad
            other.grad -= res.grad

        res._backward = _backward
        return res

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        res = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * res.grad
            other.grad = self.data * res.grad

        res._backward = _backward
        return res

    def __pow__(self, n):
        res = Value(self.data**n, (self,), "**")

        def _backward():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * res.grad

        res._backward = _backward
        return res

    def __neg__(self):
        return self * -1.0

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return self * other**-1

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return Value(other) - self

    def __rtruediv__(self, other):
        return Value(other) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for n in topo:
            if n._prev:
                n.grad = 0.0
        self.grad += 1.0
        for n in reversed(topo):
            n._backward()


def build_topo(v, visited, topo):
    """Append to `topo` every n reachable from `v`, each once, inputs first."""
    agenda = [(v, False)]
    while agenda:
        n, ready = agenda.pop()
        if ready:
            topo.append(n)
        elif n not in visited:
            visited.add(n)
            agenda.append((n, True))
            for input_node in n._prev:
                agenda.append((input_node, False))


def zero_grad(root):
    """Set the gradient of every n reachable from `root` to 0.0."""
    topo = []
    build_topo(root, set(), topo)
    for n in topo:
        n.grad = 0.0


if __name__ == "__main__":
    a, b, c = Value(2.0), Value(3.0), Value(1.0)
    L = (a * b + c) * (a + b)
    L.backward()
    print(a.grad, b.grad, c.grad)  # 22 17 5
