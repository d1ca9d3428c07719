import math


class Gradient:
    """A descriptor: the gradients of all nodes, in one book."""

    def __init__(self):
        self.book = {}

    def __get__(self, node, owner=None):
        if node is None:
            return self
        return self.book.get(id(node), 0.0)

    def __set__(self, node, number):
        self.book[id(node)] = number


SLOPES = {
    "add": lambda y, a, b: (1.0, 1.0),
    "sub": lambda y, a, b: (1.0, -1.0),
    "mul": lambda y, a, b: (b, a),
    "div": lambda y, a, b: (1.0 / b, -y / b),
    "neg": lambda y, a: (-1.0,),
    "tanh": lambda y, a: (1.0 - y * y,),
    "exp": lambda y, a: (y,),
    "relu": lambda y, a: (1.0 if a > 0 else 0.0,),
}


class Value:
    grad = Gradient()

    def __init__(self, data, op=None, inputs=(), exponent=None):
        self.data = float(data)
        self._op = op
        self._prev = inputs
        self._exponent = exponent

    def _slopes(self):
        if self._op is None:
            return ()
        if self._op == "pow":
            n, x = self._exponent, self._prev[0].data
            return (n * x ** (n - 1) if n != 0 else 0.0,)
        return SLOPES[self._op](self.data, *(p.data for p in self._prev))

    def _backward(self):
        g = self.grad
        for p, slope in zip(self._prev, self._slopes()):
            p.grad += slope * g

    def __add__(self, other):
        other = node(other)
        return Value(self.data + other.data, "add", (self, other))

    def __sub__(self, other):
        other = node(other)
        return Value(self.data - other.data, "sub", (self, other))

    def __mul__(self, other):
        other = node(other)
        return Value(self.data * other.data, "mul", (self, other))

    def __truediv__(self, other):
        other = node(other)
        return Value(self.data / other.data, "div", (self, other))

    def __radd__(self, other):
        return node(other) + self

    def __rsub__(self, other):
        return node(other) - self

    def __rmul__(self, other):
        return node(other) * self

    def __rtruediv__(self, other):
        return node(other) / self

    def __neg__(self):
        return Value(-self.data, "neg", (self,))

    def __pow__(self, n):
        return Value(self.data**n, "pow", (self,), n)

    def tanh(self):
        return Value(math.tanh(self.data), "tanh", (self,))

    def exp(self):
        return Value(math.exp(self.data), "exp", (self,))

    def relu(self):
        return Value(self.data if self.data > 0 else 0.0, "relu", (self,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._op is not None:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            v._backward()


def node(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        n = stack[-1]
        waiting = [p for p in n._prev if p not in visited]
        if n in visited:
            stack.pop()
        elif waiting:
            stack.extend(waiting)
        else:
            visited.add(n)
            topo.append(n)
            stack.pop()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
