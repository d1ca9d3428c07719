import math


class Value:
    def __init__(self, data, _prev=(), _make_rule=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._backward = _make_rule(self) if _make_rule else lambda: None

    def __add__(self, other):
        other = as_value(other)

        def make(out):
            def rule():
                self.grad += out.grad
                other.grad += out.grad
            return rule

        return Value(self.data + other.data, (self, other), make)

    def __mul__(self, other):
        other = as_value(other)

        def make(out):
            def rule():
                self.grad += out.grad * other.data
                other.grad += out.grad * self.data
            return rule

        return Value(self.data * other.data, (self, other), make)

    def __pow__(self, n):
        def make(out):
            def rule():
                self.grad += 0.0 if n == 0 else n * self.data ** (n - 1) * out.grad
            return rule

        return Value(self.data**n, (self,), make)

    def tanh(self):
        def make(out):
            def rule():
                self.grad += (1.0 - out.data**2) * out.grad
            return rule

        return Value(math.tanh(self.data), (self,), make)

    def exp(self):
        def make(out):
            def rule():
                self.grad = out.data * out.grad
            return rule

        return Value(math.exp(self.data), (self,), make)

    def relu(self):
        def make(out):
            def rule():
                self.grad += out.grad if out.data > 0 else 0.0
            return rule

        return Value(max(0.0, self.data), (self,), make)

    __radd__ = __add__
    __rmul__ = __mul__
    __neg__ = lambda self: self * -1
    __sub__ = lambda self, other: self + as_value(other) * -1
    __rsub__ = lambda self, other: as_value(other) + self * -1
    __truediv__ = lambda self, other: self * as_value(other) ** -1
    __rtruediv__ = lambda self, other: as_value(other) * self**-1

    def backward(self):
        order = consumers_first(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def as_value(x):
    return x if isinstance(x, Value) else Value(x)


def consumers_first(root):
    count, todo = {root: 0}, [root]
    for node in todo:
        for p in node._prev:
            if p not in count:
                count[p] = 0
                todo.append(p)
            count[p] += 1
    order = [root]
    for node in order:
        for p in node._prev:
            count[p] -= 1
            if not count[p]:
                order.append(p)
    return order


def build_topo(v, visited, topo):
    topo.extend(consumers_first(v)[::-1])


def zero_grad(root):
    for node in consumers_first(root):
        node.grad = 0.0
