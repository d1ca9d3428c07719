import math


def value_of(x):
    return x.data if isinstance(x, Value) else x


def node_of(x):
    return x if isinstance(x, Value) else Value(x)


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = None

    @staticmethod
    def _result(data, inputs, rule):
        out = Value(data)
        out._prev = inputs

        def _backward():
            for source, share in zip(inputs, rule(out.grad)):
                source.grad += share

        out._backward = _backward
        return out

    def __add__(self, b):
        b = node_of(b)
        return Value._result(self.data + b.data, (self, b), lambda g: (g, g))

    def __sub__(self, b):
        b = node_of(b)
        return Value._result(self.data - b.data, (self, b), lambda g: (g, -g))

    def __mul__(self, b):
        b = node_of(b)
        x, y = self.data, b.data
        return Value._result(x * y, (self, b), lambda g: (g * y, g * x))

    def __truediv__(self, b):
        b = node_of(b)
        x, y = self.data, b.data
        return Value._result(x / y, (self, b), lambda g: (g / y, -g * x / y**2))

    def __radd__(self, k):
        return Value._result(k + self.data, (self,), lambda g: (g,))

    def __rsub__(self, k):
        return Value._result(k - self.data, (self,), lambda g: (-g,))

    def __rmul__(self, k):
        return Value._result(k * self.data, (self,), lambda g: (k * g,))

    def __rtruediv__(self, k):
        x = self.data
        return Value._result(k / x, (self,), lambda g: (-g * k / x**2,))

    def __neg__(self):
        return Value._result(-self.data, (self,), lambda g: (-g,))

    def __pow__(self, n):
        x = self.data
        if n == 0:
            return Value._result(1.0, (self,), lambda g: (0.0,))
        return Value._result(x**n, (self,), lambda g: (g * n * x ** (n - 1),))

    def tanh(self):
        t = math.tanh(self.data)
        return Value._result(t, (self,), lambda g: (g * (1 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value._result(e, (self,), lambda g: (g * e,))

    def relu(self):
        if self.data > 0:
            return Value._result(self.data, (self,), lambda g: (g,))
        return Value._result(0.0, (self,), lambda g: (0.0,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._backward:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            if node._backward:
                node._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, finished = stack.pop()
        if finished:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, True))
        stack.extend((source, False) for source in node._prev)


def zero_grad(root):
    stack = [root]
    while stack:
        node = stack.pop()
        if node.grad != 0.0:
            node.grad = 0.0
            stack.extend(node._prev)
