import math


class Value:
    def __init__(self, data, *sources):
        self.data = data
        self.grad = 0.0
        self._prev = list(sources)
        self._backward = self._nothing

    def __repr__(self):
        return "Value(%.4f, grad %.4f)" % (self.data, self.grad)

    def _nothing(self):
        pass

    def receive(self, amount):
        self.grad = round(self.grad + amount, 6)

    def __add__(self, rhs):
        rhs = constant(rhs)
        res = Value(self.data + rhs.data, self, rhs)
        def step():
            self.receive(res.grad)
            rhs.receive(res.grad)
        res._backward = step
        return res

    def __mul__(self, rhs):
        rhs = constant(rhs)
        res = Value(self.data * rhs.data, self, rhs)
        def step():
            self.receive(res.grad * rhs.data)
            rhs.receive(res.grad * self.data)
        res._backward = step
        return res

    def __truediv__(self, rhs):
        rhs = constant(rhs)
        res = Value(self.data / rhs.data, self, rhs)
        def step():
            self.receive(res.grad / rhs.data)
            rhs.receive(-res.grad * res.data / rhs.data)
        res._backward = step
        return res

    def __neg__(self):
        res = Value(-self.data, self)
        def step():
            self.receive(-res.grad)
        res._backward = step
        return res

    def __pow__(self, n):
        res = Value(self.data ** n, self)
        def step():
            if n != 0:
                self.receive(res.grad * n * self.data ** (n - 1))
        res._backward = step
        return res

    def __sub__(self, rhs):
        return self + (-constant(rhs))

    def __radd__(self, lhs):
        return constant(lhs) + self

    def __rsub__(self, lhs):
        return constant(lhs) - self

    def __rmul__(self, lhs):
        return constant(lhs) * self

    def __rtruediv__(self, lhs):
        return constant(lhs) / self

    def tanh(self):
        res = Value(math.tanh(self.data), self)
        def step():
            self.receive(res.grad * (1 - res.data ** 2))
        res._backward = step
        return res

    def exp(self):
        res = Value(math.exp(self.data), self)
        def step():
            self.receive(res.grad * res.data)
        res._backward = step
        return res

    def relu(self):
        res = Value(max(self.data, 0.0), self)
        def step():
            if self.data > 0:
                self.receive(res.grad)
        res._backward = step
        return res

    def backward(self):
        way = []
        build_topo(self, set(), way)
        for node in way:
            if node._prev:
                node.grad = 0.0
        self.receive(1.0)
        for node in reversed(way):
            node._backward()


def constant(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    todo = [(v, False)]
    while todo:
        node, closing = todo.pop()
        if closing:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        todo.append((node, True))
        for source in reversed(node._prev):
            todo.append((source, False))


def zero_grad(root):
    way = []
    build_topo(root, set(), way)
    for node in way:
        node.grad = 0.0
