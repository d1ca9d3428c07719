import math


class Value:
    def __init__(self, data, _prev=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = lambda: None

    def __add__(self, other):
        a, b = self, _const(other)
        c = Value(a.data + b.data, (a, b))

        def _backward():
            a.grad += c.grad
            b.grad += c.grad

        c._backward = _backward
        return c

    def __sub__(self, other):
        a, b = self, _const(other)
        c = Value(a.data - b.data, (a, b))

        def _backward():
            a.grad += c.grad
            b.grad -= c.grad

        c._backward = _backward
        return c

    def __mul__(self, other):
        a, b = self, _const(other)
        c = Value(a.data * b.data, (a, b))

        def _backward():
            a.grad += b.data * c.grad
            b.grad += a.data * c.grad

        c._backward = _backward
        return c

    def __truediv__(self, other):
        a, b = self, _const(other)
        c = Value(a.data / b.data, (a, b))

        def _backward():
            a.grad += c.grad / b.data
            b.grad -= c.grad * c.data / b.data

        c._backward = _backward
        return c

    def __pow__(self, n):
        c = Value(self.data**n, (self,))

        def _backward():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * c.grad

        c._backward = _backward
        return c

    def __neg__(self):
        return _const(0.0) - self

    def __radd__(self, other):
        return _const(other) + self

    def __rsub__(self, other):
        return _const(other) - self

    def __rmul__(self, other):
        return _const(other) * self

    def __rtruediv__(self, other):
        return _const(other) / self

    def tanh(self):
        c = Value(math.tanh(self.data), (self,))

        def _backward():
            self.grad += (1.0 - c.data**2) * c.grad

        c._backward = _backward
        return c

    def exp(self):
        c = Value(math.exp(self.data), (self,))

        def _backward():
            self.grad += c.data * c.grad

        c._backward = _backward
        return c

    def relu(self):
        c = Value(self.data if self.data > 0 else 0.0, (self,))

        def _backward():
            self.grad += c.grad if self.data > 0 else 0.0

        c._backward = _backward
        return c

    def backward(self):
        order = _order(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def _const(x):
    if isinstance(x, Value):
        return x
    return Value(x)


def _order(root, seen=set()):
    """The nodes that lead to root, inputs first."""
    order = []
    stack = [(root, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            order.append(node)
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            for p in node._prev:
                stack.append((p, False))
    return order


def build_topo(v, visited, topo):
    topo.extend(_order(v, visited))


def zero_grad(root):
    waiting, done = [root], {root}
    while waiting:
        node = waiting.pop()
        node.grad = 0.0
        for p in node._prev:
            if p not in done:
                done.add(p)
                waiting.append(p)
