import math

# name: (value, gradients of the inputs). x: numbers of the inputs, y: the result, g: its gradient
RULES = {
    "add": (lambda x: x[0] + x[1], lambda x, y, g: (g, g)),
    "sub": (lambda x: x[0] - x[1], lambda x, y, g: (g, -g)),
    "mul": (lambda x: x[0] * x[1], lambda x, y, g: (g * x[1], g * x[0])),
    "div": (lambda x: x[0] / x[1], lambda x, y, g: (g / x[1], -g * y / x[1])),
    "neg": (lambda x: -x[0], lambda x, y, g: (-g,)),
    "tanh": (lambda x: math.tanh(x[0]), lambda x, y, g: (g * (1 - y * y),)),
    "exp": (lambda x: math.exp(x[0]), lambda x, y, g: (g * y,)),
    "relu": (lambda x: max(x[0], 0.0), lambda x, y, g: (g if x[0] > 0 else 0.0,)),
}


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None
        self._order = None

    def __add__(self, other):
        return apply("add", self, other)

    def __radd__(self, other):
        return apply("add", other, self)

    def __sub__(self, other):
        return apply("sub", self, other)

    def __rsub__(self, other):
        return apply("sub", other, self)

    def __mul__(self, other):
        return apply("mul", self, other)

    def __rmul__(self, other):
        return apply("mul", other, self)

    def __truediv__(self, other):
        return apply("div", self, other)

    def __rtruediv__(self, other):
        return apply("div", other, self)

    def __neg__(self):
        return apply("neg", self)

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "pow")
        out._backward = lambda x, y, g: (g * n * x[0] ** (n - 1) if n else 0.0,)
        return out

    def tanh(self):
        return apply("tanh", self)

    def exp(self):
        return apply("exp", self)

    def relu(self):
        return apply("relu", self)

    def backward(self):
        # The graph below a node never changes, so the order is made only once.
        if self._order is None:
            self._order = []
            build_topo(self, set(), self._order)
        order = self._order
        for node in order:
            if node._backward:
                node.grad = 0.0
        self.grad += 1.0
        order.reverse()
        for node in order:
            if node._backward:
                numbers = [child.data for child in node._prev]
                parts = node._backward(numbers, node.data, node.grad)
                for child, part in zip(node._prev, parts):
                    child.grad += part


def apply(name, *args):
    args = tuple(a if isinstance(a, Value) else Value(a) for a in args)
    forward, rule = RULES[name]
    out = Value(forward([a.data for a in args]), args, name)
    out._backward = rule
    return out


def build_topo(v, visited, topo):
    work = [(v, 0)]
    visited.add(v)
    while work:
        node, i = work.pop()
        if i == len(node._prev):
            topo.append(node)
            continue
        work.append((node, i + 1))
        child = node._prev[i]
        if child not in visited:
            visited.add(child)
            work.append((child, 0))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
