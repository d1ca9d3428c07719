from math import exp, tanh


class Value:
    __slots__ = ("data", "grad", "_prev", "_op", "_backward")

    def __init__(self, data, _prev=(), _op=""):
        self.data, self.grad = data, 0.0
        self._prev, self._op = _prev, _op
        self._backward = None

    @classmethod
    def of(cls, x):
        return x if isinstance(x, cls) else cls(x)

    # Rules get the node itself: they are plain functions of the output.
    @staticmethod
    def _made(data, prev, op, rule):
        node = Value(data, prev, op)
        node._backward = rule
        return node

    def __add__(self, other):
        other = Value.of(other)

        def rule(out):
            self.grad += out.grad
            other.grad += out.grad

        return Value._made(self.data + other.data, (self, other), "+", rule)

    def __radd__(self, other):
        return Value.of(other).__add__(self)

    def __sub__(self, other):
        return self + (-Value.of(other))

    def __rsub__(self, other):
        return Value.of(other) + (-self)

    def __neg__(self):
        def rule(out):
            self.grad -= out.grad

        return Value._made(-self.data, (self,), "neg", rule)

    def __mul__(self, other):
        other = Value.of(other)

        def rule(out):
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        return Value._made(self.data * other.data, (self, other), "*", rule)

    def __rmul__(self, other):
        return Value.of(other).__mul__(self)

    def __truediv__(self, other):
        other = Value.of(other)

        def rule(out):
            share = out.grad / other.data
            top, bottom = self.grad + share, other.grad - share * out.data
            self.grad, other.grad = top, bottom

        return Value._made(self.data / other.data, (self, other), "/", rule)

    def __rtruediv__(self, other):
        return Value.of(other) / self

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0

        def rule(out):
            self.grad += out.grad * slope

        return Value._made(self.data**n, (self,), "**", rule)

    def tanh(self):
        t = tanh(self.data)

        def rule(out):
            self.grad += out.grad * (1 - t * t)

        return Value._made(t, (self,), "tanh", rule)

    def exp(self):
        e = exp(self.data)

        def rule(out):
            self.grad += out.grad * e

        return Value._made(e, (self,), "exp", rule)

    def relu(self):
        on = self.data > 0

        def rule(out):
            if on:
                self.grad += out.grad

        return Value._made(self.data if on else 0.0, (self,), "relu", rule)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        inner = [node for node in order if node._backward is not None]
        for node in inner:
            node.grad = 0.0
        self.grad += 1.0
        while inner:
            node = inner.pop()
            node._backward(node)


def build_topo(v, visited, topo):
    todo = [(v, False)]
    while todo:
        node, ready = todo.pop()
        if ready:
            topo.append(node)
        elif id(node) not in visited:
            visited.add(id(node))
            todo.append((node, True))
            todo.extend((p, False) for p in node._prev if id(p) not in visited)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
