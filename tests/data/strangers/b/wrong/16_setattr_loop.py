import math


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward or (lambda g: ())

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: (-g,))

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, (self,), lambda g: (0.0,))
        return Value(self.data**n, (self,), lambda g: (g * n * self.data ** (n - 1),))

    def tanh(self):
        e = math.exp(2 * self.data)
        t = (e - 1) / (e + 1)
        return Value(t, (self,), lambda g: (g * (1 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: (g * e,))

    def relu(self):
        x = self.data
        return Value(x if x > 0 else 0.0, (self,), lambda g: (g if x > 0 else 0.0,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            for p, g in zip(node._prev, node._backward(node.grad)):
                p.grad += g


def add(x, y):
    return x.data + y.data, lambda g: (g, g)


def sub(x, y):
    return x.data - y.data, lambda g: (g, -g)


def mul(x, y):
    return x.data * y.data, lambda g: (g * y.data, g * x.data)


def truediv(x, y):
    q = x.data / y.data
    return q, lambda g: (g / y.data, -g * q / y.data)


def value(x):
    return x if isinstance(x, Value) else Value(x)


def install(rule):
    """Put __name__ and __rname__ into the class."""

    def forward(self, other):
        pair = self, value(other)
        return Value(rule(*pair)[0], pair, rule(*pair)[1])

    def reflected(self, other):
        pair = value(other), self
        return Value(rule(*pair)[0], pair, rule(*pair)[1])

    setattr(Value, f"__{rule.__name__}__", forward)
    setattr(Value, f"__r{rule.__name__}__", reflected)


for rule in (add, sub, mul, truediv):
    install(rule)


def build_topo(v, visited, topo):
    stack = [[v, False]]
    while stack:
        if stack[-1][1]:
            topo.append(stack.pop()[0])
            continue
        node = stack[-1][0]
        if node in visited:
            stack.pop()
            continue
        visited.add(node)
        stack[-1][1] = True
        stack.extend([p, False] for p in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
