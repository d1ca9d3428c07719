import math


def _nothing():
    pass


def to_value(x):
    return x if isinstance(x, Value) else Value(x)


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _nothing

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __mul__(self, other):
        other = to_value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def spread():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = spread
        return out

    def __rtruediv__(self, other):
        return Value(other) / self

    def __rmul__(self, other):
        return self * other

    def _key(self):
        if not self._prev:
            return id(self)
        return self._op, self.data, *map(id, self._prev)

    def __rsub__(self, other):
        return Value(other) - self

    def __sub__(self, other):
        return self + -(to_value(other))

    def __eq__(self, other):
        return isinstance(other, Value) and self._key() == other._key()

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def spread():
            self.grad += (1 - out.data**2) * out.grad

        out._backward = spread
        return out

    def __radd__(self, other):
        return self + other

    def __truediv__(self, other):
        other = to_value(other)
        out = Value(self.data / other.data, (self, other), "/")

        def spread():
            self.grad += out.grad / other.data
            other.grad -= out.grad * (out.data / other.data)

        out._backward = spread
        return out

    def __hash__(self):
        return hash(self._key())

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

        def spread():
            if out.data > 0:
                self.grad += out.grad

        out._backward = spread
        return out

    def __pow__(self, exponent):
        out = Value(self.data**exponent, (self,), "**")

        def spread():
            if exponent != 0:
                self.grad += exponent * self.data ** (exponent - 1) * out.grad

        out._backward = spread
        return out

    def __neg__(self):
        return -1.0 * self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()

    def __add__(self, other):
        other = to_value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def spread():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = spread
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def spread():
            self.grad += out.data * out.grad

        out._backward = spread
        return out


def build_topo(v, visited, topo):
    notes = [v]
    opened = set()
    while notes:
        node = notes[-1]
        if node in visited:
            notes.pop()
        elif node in opened:
            notes.pop()
            visited.add(node)
            topo.append(node)
        else:
            opened.add(node)
            notes.extend(n for n in node._prev if n not in visited)


def zero_grad(root):
    seen = set()
    stack = [root]
    while stack:
        node = stack.pop()
        if node not in seen:
            seen.add(node)
            node.grad = 0.0
            stack.extend(node._prev)
