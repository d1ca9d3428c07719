import math


class Value:
    def __init__(self, data, _prev=()):
        self.data, self.grad, self._prev = data, 0.0, _prev
        self._backward = lambda: None

    def _made_by(self, rule):
        self._backward = rule
        return self

    def __add__(a, b):
        b = a._const(b)
        c = Value(a.data + b.data, (a, b))

        def rule():
            for x in (a, b):
                x.grad += c.grad
        return c._made_by(rule)

    def __sub__(a, b):
        b = a._const(b)
        c = Value(a.data - b.data, (a, b))

        def rule():
            a.grad, b.grad = a.grad + c.grad, b.grad - c.grad
        return c._made_by(rule)

    def __mul__(a, b):
        b = a._const(b)
        c = Value(a.data * b.data, (a, b))

        def rule():
            for x, y in ((a, b), (b, a)):
                x.grad += y.data * c.grad
        return c._made_by(rule)

    def __truediv__(a, b):
        b = a._const(b)
        c = Value(a.data / b.data, (a, b))

        def rule():
            step = c.grad / b.data
            a.grad += step
            b.grad -= step * c.data
        return c._made_by(rule)

    def __pow__(a, n):
        c = Value(a.data ** n, (a,))

        def rule():
            a.grad += c.grad * (n * a.data ** (n - 1) if n else 0)
        return c._made_by(rule)

    def tanh(a):
        c = Value(math.tanh(a.data), (a,))

        def rule():
            a.grad += c.grad * (1 + c.data) * (1 - c.data)
        return c._made_by(rule)

    def exp(a):
        c = Value(math.exp(a.data), (a,))

        def rule():
            a.grad += c.grad * c.data
        return c._made_by(rule)

    def relu(a):
        c = Value(a.data if a.data > 0 else 0.0, (a,))

        def rule():
            a.grad += c.grad if a.data > 0 else 0.0
        return c._made_by(rule)

    def __neg__(a): return a * -1
    def __radd__(a, b): return a._const(b) + a
    def __rsub__(a, b): return a._const(b) - a
    def __rmul__(a, b): return a._const(b) * a
    def __rtruediv__(a, b): return a._const(b) / a

    @staticmethod
    def _const(x):
        return x if isinstance(x, Value) else Value(x)

    def backward(self):
        *before, last = order_of(self)
        for node in before + [last]:
            if node._prev:
                node.grad = 0.0
        last.grad += 1.0
        for node in [last] + before[::-1]:
            node._backward()


def order_of(root):
    topo = []
    build_topo(root, set(), topo)
    return topo


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, after = stack.pop()
        if after:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack += [(node, True)] + [(p, False) for p in node._prev]


def zero_grad(root):
    for node in order_of(root):
        node.grad = 0.0
