import math


class Value:
    """Each node has a mark for the walk, so I need no sets of nodes."""

    def __init__(self, data, prev=(), rule=None):
        self.data = data
        self.grad = 0.0
        self.mark = False
        self._prev = prev
        self._backward = rule

    def backward(self):
        nodes = in_order(self)
        for n in nodes:
            if n._prev:
                n.grad = 0.0
        self.grad += 1.0
        for n in reversed(nodes):
            if n._prev:
                n._backward(n)

    def __add__(self, b):
        return add(self, val(b))

    def __radd__(self, b):
        return add(val(b), self)

    def __sub__(self, b):
        return add(self, neg(val(b)))

    def __rsub__(self, b):
        return add(val(b), neg(self))

    def __mul__(self, b):
        return mul(self, val(b))

    def __rmul__(self, b):
        return mul(val(b), self)

    def __truediv__(self, b):
        return div(self, val(b))

    def __rtruediv__(self, b):
        return div(val(b), self)

    def __neg__(self):
        return neg(self)

    def __pow__(self, n):
        def rule(out):
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad
        return Value(self.data ** n, (self,), rule)

    def tanh(self):
        def rule(out):
            self.grad += (1 - out.data ** 2) * out.grad
        return Value(math.tanh(self.data), (self,), rule)

    def exp(self):
        def rule(out):
            self.grad += out.data * out.grad
        return Value(math.exp(self.data), (self,), rule)

    def relu(self):
        def rule(out):
            if out.data > 0:
                self.grad += out.grad
        return Value(max(0.0, self.data), (self,), rule)


def val(x):
    return x if isinstance(x, Value) else Value(x)


def add(a, b):
    def rule(out):
        a.grad += out.grad
        b.grad += out.grad
    return Value(a.data + b.data, (a, b), rule)


def neg(a):
    def rule(out):
        a.grad -= out.grad
    return Value(-a.data, (a,), rule)


def mul(a, b):
    def rule(out):
        a.grad += b.data * out.grad
        b.grad += a.data * out.grad
    return Value(a.data * b.data, (a, b), rule)


def div(a, b):
    def rule(out):
        a.grad += out.grad / b.data
        b.grad -= a.data * out.grad / b.data ** 2
    return Value(a.data / b.data, (a, b), rule)


def in_order(root):
    nodes = []
    stack = [(root, True)]
    while stack:
        n, first_time = stack.pop()
        if not first_time:
            nodes.append(n)
        elif not n.mark:
            n.mark = True
            stack.append((n, False))
            for p in n._prev:
                stack.append((p, True))
    # leave the graph as it was
    for n, _ in stack:
        n.mark = False
    return nodes


def build_topo(v, visited, topo):
    topo.extend(in_order(v))


def zero_grad(root):
    for n in in_order(root):
        n.grad = 0.0
