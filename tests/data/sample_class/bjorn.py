# Björn - autograd exam
import math


def val(x):
    return x if isinstance(x, Value) else Value(x)


class Value:
    def __init__(self, data, _prev=(), _op=''):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __add__(self, other):
        other = val(other)
        out = Value(self.data + other.data, (self, other), '+')

        def pull():
            self.grad += out.grad
            other.grad += out.grad
        out._backward = pull
        return out

    def __mul__(self, other):
        other = val(other)
        out = Value(self.data * other.data, (self, other), '*')

        def pull():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data
        out._backward = pull
        return out

    def __pow__(self, k):
        out = Value(self.data ** k, (self,), '**%s' % k)

        def pull():
            self.grad += 0.0 if k == 0 else out.grad * k * self.data ** (k - 1)
        out._backward = pull
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), 'tanh')

        def pull():
            self.grad += out.grad * (1 - out.data * out.data)
        out._backward = pull
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), 'exp')

        def pull():
            self.grad += out.grad * out.data
        out._backward = pull
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,), 'relu')

        def pull():
            self.grad += out.grad if out.data > 0 else 0.0
        out._backward = pull
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -val(other)

    def __truediv__(self, other):
        return self * val(other) ** -1

    def __radd__(self, other):
        return val(other) + self

    def __rmul__(self, other):
        return val(other) * self

    def __rsub__(self, other):
        return val(other) - self

    def __rtruediv__(self, other):
        return val(other) / self

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        # the root already comes first, so there is nothing to reverse
        for n in nodes:
            if n._prev:
                n.grad = 0.0
        self.grad += 1.0
        for n in nodes:
            n._backward()


def build_topo(v, visited, topo):
    if v not in visited:
        visited.add(v)
        topo.append(v)
        for p in v._prev:
            build_topo(p, visited, topo)


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for n in nodes:
        n.grad = 0.0
