import math


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = lambda: None

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other))

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other))

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        self.grad = 1.0
        for v in reversed(topo):
            v._backward()


def build_topo(v, visited, topo):
    if v not in visited:
        visited.add(v)
        for u in v._prev:
            build_topo(u, visited, topo)
        topo.append(v)


# train until it is good enough
p = Value(2.0)
loss = Value(9.0)
while loss.data > 0.001:
    loss = (p + -5) * (p + -5)
    loss.backward()
    p.grad = 0.0
    p.data -= 0.1 * p.grad
print("done", p.data)
