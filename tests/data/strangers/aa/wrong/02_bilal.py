# Exam: the engine.  Bilal's version, with __slots__ and an explicit stack.
import math

NUMBER = (int, float)


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward", "label")

    def __init__(self, data, parents=(), label="leaf"):
        self.data, self.grad = data, 0.0
        self._prev = tuple(parents)
        self._backward = nothing
        self.label = label

    def __repr__(self):
        return "<{} {:g} | {:g}>".format(self.label, self.data, self.grad)

    # ---------------------------------------------------------- arithmetic

    def __add__(self, o):
        o = lift(o)
        r = Value(self.data + o.data, (self, o), "add")

        def rule():
            self.grad += r.grad
            o.grad += r.grad

        r._backward = rule
        return r

    def __sub__(self, o):
        o = lift(o)
        r = Value(self.data - o.data, (self, o), "sub")

        def rule():
            self.grad += r.grad
            o.grad -= r.grad

        r._backward = rule
        return r

    def __mul__(self, o):
        o = lift(o)
        r = Value(self.data * o.data, (self, o), "mul")

        def rule():
            self.grad += r.grad * o.data
            o.grad += r.grad * self.data

        r._backward = rule
        return r

    def __pow__(self, k):
        r = Value(self.data ** k, (self,), "pow")

        def rule():
            if k:
                self.grad += r.grad * k * self.data ** k - 1

        r._backward = rule
        return r

    def __truediv__(self, o):
        o = lift(o)
        r = Value(self.data / o.data, (self, o), "div")

        def rule():
            self.grad += r.grad / o.data
            o.grad -= r.grad * r.data / o.data

        r._backward = rule
        return r

    def __neg__(self):
        return 0.0 - self

    def __rsub__(self, o):
        return lift(o) - self

    def __rtruediv__(self, o):
        return lift(o) / self

    __radd__ = __add__
    __rmul__ = __mul__

    # ----------------------------------------------------------- functions

    def tanh(self):
        t = math.tanh(self.data)
        r = Value(t, (self,), "tanh")

        def rule():
            self.grad += r.grad * (1.0 - t * t)

        r._backward = rule
        return r

    def exp(self):
        r = Value(math.exp(self.data), (self,), "exp")

        def rule():
            self.grad += r.grad * r.data

        r._backward = rule
        return r

    def relu(self):
        r = Value(max(0.0, self.data), (self,), "relu")

        def rule():
            if self.data > 0:
                self.grad += r.grad

        r._backward = rule
        return r

    # ------------------------------------------------------------ backward

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        for n in nodes:
            n.grad = 0.0 if n._prev else n.grad
        self.grad += 1.0
        while nodes:
            nodes.pop()._backward()


def nothing():
    """The rule of a leaf."""


def lift(x):
    return Value(float(x), (), "const") if isinstance(x, NUMBER) else x


def build_topo(v, visited, topo):
    visited.add(v)
    path = [(v, iter(v._prev))]
    while path:
        node, todo = path[-1]
        for p in todo:
            if p not in visited:
                visited.add(p)
                path.append((p, iter(p._prev)))
                break
        else:
            path.pop()
            topo.append(node)


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for n in nodes:
        n.grad = 0.0
