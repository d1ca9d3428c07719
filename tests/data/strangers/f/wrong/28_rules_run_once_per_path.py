import math


class Value:
    # kinds of nodes, and how each hands its gradient on
    def _leaf(self):
        pass

    def _plus(self):
        x, y = self._prev
        x.grad += self.grad
        y.grad += self.grad

    def _minus(self):
        x, y = self._prev
        x.grad += self.grad
        y.grad -= self.grad

    def _times(self):
        x, y = self._prev
        x.grad += self.grad * y.data
        y.grad += self.grad * x.data

    def _over(self):
        x, y = self._prev
        x.grad += self.grad / y.data
        y.grad -= self.grad * self.data / y.data

    def _power(self):
        x, = self._prev
        if self.n:
            x.grad += self.grad * self.n * x.data ** (self.n - 1)

    def _minus_sign(self):
        x, = self._prev
        x.grad -= self.grad

    def _tanh(self):
        x, = self._prev
        x.grad += self.grad * (1 - self.data * self.data)

    def _exp(self):
        x, = self._prev
        x.grad += self.grad * self.data

    def _relu(self):
        x, = self._prev
        if x.data > 0:
            x.grad += self.grad

    def __init__(self, data, kind="_leaf", *inputs, n=None):
        self.data = data
        self.grad = 0.0
        self.n = n
        self.kind = kind
        self._prev = inputs

    def _backward(self):
        getattr(self, self.kind)()

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(float(other))
        return Value(self.data + other.data, "_plus", self, other)

    def __sub__(self, other):
        other = other if isinstance(other, Value) else Value(float(other))
        return Value(self.data - other.data, "_minus", self, other)

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(float(other))
        return Value(self.data * other.data, "_times", self, other)

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(float(other))
        return Value(self.data / other.data, "_over", self, other)

    def __pow__(self, n):
        return Value(self.data ** n, "_power", self, n=n)

    def __neg__(self):
        return Value(-self.data, "_minus_sign", self)

    def __radd__(self, k):
        return Value(float(k)) + self

    def __rsub__(self, k):
        return Value(float(k)) - self

    def __rmul__(self, k):
        return Value(float(k)) * self

    def __rtruediv__(self, k):
        return Value(float(k)) / self

    def tanh(self):
        return Value(math.tanh(self.data), "_tanh", self)

    def exp(self):
        return Value(math.exp(self.data), "_exp", self)

    def relu(self):
        return Value(max(0.0, self.data), "_relu", self)

    def backward(self):
        everything = []
        build_topo(self, set(), everything)
        for node in everything:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        stack = [self]
        while stack:
            node = stack.pop()
            node._backward()
            stack.extend(node._prev)


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [[v, 0]]
    while stack:
        top = stack[-1]
        node, position = top
        if position == len(node._prev):
            topo.append(node)
            del stack[-1]
            continue
        top[1] += 1
        nxt = node._prev[position]
        if nxt not in visited:
            visited.add(nxt)
            stack.append([nxt, 0])


def zero_grad(root):
    everything = []
    build_topo(root, set(), everything)
    for node in everything:
        node.grad = 0.0
