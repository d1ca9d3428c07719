import math


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = lambda: None

    def __iter__(self):
        """Going through a Value gives all nodes below it, inputs first."""
        return inputs_first(self, set())

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other))

        def bw():
            self.grad += out.grad
            other.grad += out.grad
        out._backward = bw
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other))

        def bw():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        out._backward = bw
        return out

    def __pow__(self, n):
        out = Value(self.data ** n, (self,))

        def bw():
            self.grad += (n * self.data ** (n - 1) if n != 0 else 0.0) * out.grad
        out._backward = bw
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))

        def bw():
            self.grad += (1 - out.data ** 2) * out.grad
        out._backward = bw
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,))

        def bw():
            self.grad += out.data * out.grad
        out._backward = bw
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,))

        def bw():
            self.grad += (out.data > 0) * out.grad
        out._backward = bw
        return out

    def __neg__(self): return self * -1
    def __sub__(self, other): return self + (other * -1)
    def __rsub__(self, other): return (self * -1) + other
    def __radd__(self, other): return self + other
    def __rmul__(self, other): return self * other
    def __truediv__(self, other): return self * (other ** -1)
    def __rtruediv__(self, other): return (self ** -1) * other

    def backward(self):
        nodes = list(self)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(nodes):
            node._backward()


def inputs_first(v, seen):
    seen.add(v)
    for p in v._prev:
        if p not in seen:
            yield from inputs_first(p, seen)
    yield v


def build_topo(v, visited, topo):
    for node in inputs_first(v, visited):
        topo.append(node)


def zero_grad(root):
    for node in root:
        node.grad = 0.0
