import math


def _nothing():
    pass


def lifted(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, listed):
    notes = [v]
    opened = set()
    while notes:
        node = notes[-1]
        if node in visited:
            notes.pop()
        elif node in opened:
            notes.pop()
            visited.add(node)
            listed.append(node)
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


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _nothing

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __pow__(self, exponent):
        out = Value(self.data**exponent, (self,), "**")

        def local():
            if exponent != 0:
                self.grad += exponent * self.data ** (exponent - 1) * out.grad

        out._backward = local
        return out

    def exp(self):
        out = Value(math.exp(min(self.data, 100.0)), (self,), "exp")

        def local():
            self.grad += out.data * out.grad

        out._backward = local
        return out

    def __mul__(self, that):
        that = lifted(that)
        out = Value(self.data * that.data, (self, that), "*")

        def local():
            self.grad += that.data * out.grad
            that.grad += self.data * out.grad

        out._backward = local
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def local():
            self.grad += (1 - out.data**2) * out.grad

        out._backward = local
        return out

    def backward(self):
        listed = []
        build_topo(self, set(), listed)
        for node in listed:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(listed):
            node._backward()

    def __sub__(self, that):
        that = lifted(that)
        out = Value(self.data - that.data, (self, that), "-")

        def local():
            self.grad += out.grad
            that.grad -= out.grad

        out._backward = local
        return out

    def __neg__(self):
        return Value(0.0) - self

    def __add__(self, that):
        that = lifted(that)
        out = Value(self.data + that.data, (self, that), "+")

        def local():
            self.grad += out.grad
            that.grad += out.grad

        out._backward = local
        return out

    def __radd__(self, that):
        return self + that

    def __rsub__(self, that):
        return Value(that) - self

    def __rtruediv__(self, that):
        return Value(that) / self

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

        def local():
            if out.data > 0:
                self.grad += out.grad

        out._backward = local
        return out

    def __truediv__(self, that):
        that = lifted(that)
        out = Value(self.data / that.data, (self, that), "/")

        def local():
            self.grad += out.grad / that.data
            that.grad -= out.grad * (out.data / that.data)

        out._backward = local
        return out

    def __rmul__(self, that):
        return self * that
