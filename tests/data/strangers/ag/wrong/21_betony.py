import math


def walk(root, seen=set()):
    """Nodes from which root is made, root last."""
    out = []
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, Done):
            out.append(node.node)
        elif node not in seen:
            seen.add(node)
            stack.append(Done(node))
            stack.extend(node._prev)
    return out


class Done:
    """A mark on the stack: all that lies below this node has been dealt with."""

    def __init__(self, node):
        self.node = node


class Op:
    """What an operation computes, and its derivatives by each input."""

    def __call__(self, *inputs):
        xs = [v.data for v in inputs]
        out = Value(self.forward(*xs))
        out._prev = inputs
        out._backward = self.derivatives(*xs)
        return out


class Add(Op):
    forward = staticmethod(lambda x, y: x + y)
    derivatives = staticmethod(lambda x, y: (1.0, 1.0))


class Mul(Op):
    forward = staticmethod(lambda x, y: x * y)
    derivatives = staticmethod(lambda x, y: (y, x))


class Pow(Op):

    def __init__(self, n):
        self.n = n

    def forward(self, x):
        return x ** self.n

    def derivatives(self, x):
        return (self.n * x ** (self.n - 1) if self.n else 0.0,)


class Tanh(Op):
    forward = staticmethod(math.tanh)

    def derivatives(self, x):
        return (1 - math.tanh(x) ** 2,)


class Exp(Op):
    forward = derivative = staticmethod(math.exp)

    def derivatives(self, x):
        return (self.derivative(x),)


class Relu(Op):
    forward = staticmethod(lambda x: x if x > 0 else 0)
    derivatives = staticmethod(lambda x: (1 if x > 0 else 0,))


class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._backward = ()

    def __add__(self, other):
        return Add()(self, as_value(other))

    def __mul__(self, other):
        return Mul()(self, as_value(other))

    def __pow__(self, n):
        return Pow(n)(self)

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + as_value(other) * -1.0

    def __truediv__(self, other):
        return self * as_value(other) ** -1

    def __radd__(self, other):
        return as_value(other) + self

    def __rsub__(self, other):
        return as_value(other) - self

    def __rmul__(self, other):
        return as_value(other) * self

    def __rtruediv__(self, other):
        return as_value(other) / self

    def tanh(self):
        return Tanh()(self)

    def exp(self):
        return Exp()(self)

    def relu(self):
        return Relu()(self)

    def backward(self):
        nodes = walk(self)
        for v in nodes:
            if v._prev:
                v.grad = 0.0
        self.grad += 1.0
        while nodes:
            v = nodes.pop()
            for p, d in zip(v._prev, v._backward):
                p.grad += d * v.grad


def as_value(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    topo.extend(walk(v, visited))


def zero_grad(root):
    for v in walk(root):
        v.grad = 0.0
