"""Engine, with the order kept on the root: a graph never changes once it is made."""
import math


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = lambda: None
        self._order = None

    def order(self):
        """The nodes below this one, inputs first; found at the first call."""
        if self._order is None:
            self._order = []
            build_topo(self, set(), self._order)
        return self._order

    def backward(self):
        order = self.order()
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        order.reverse()
        for node in order:
            node._backward()

    def _on(self, *inputs):
        """Decorator: the rule of a new node with these inputs."""
        self._prev = inputs

        def attach(rule):
            self._backward = rule
            return self

        return attach

    def __add__(self, other):
        other = value(other)
        out = Value(self.data + other.data)

        @out._on(self, other)
        def result():
            self.grad += out.grad
            other.grad += out.grad

        return result

    def __mul__(self, other):
        other = value(other)
        out = Value(self.data * other.data)

        @out._on(self, other)
        def result():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        return result

    def __truediv__(self, other):
        other = value(other)
        out = Value(self.data / other.data)

        @out._on(self, other)
        def result():
            self.grad += out.grad / other.data
            other.grad -= out.grad * out.data / other.data

        return result

    def __pow__(self, n):
        out = Value(self.data**n)

        @out._on(self)
        def result():
            self.grad += out.grad * n * self.data ** (n - 1) if n != 0 else 0.0

        return result

    def tanh(self):
        out = Value(math.tanh(self.data))

        @out._on(self)
        def result():
            self.grad += out.grad * (1.0 - out.data**2)

        return result

    def exp(self):
        out = Value(math.exp(self.data))

        @out._on(self)
        def result():
            self.grad += out.grad * out.data

        return result

    def relu(self):
        out = Value(max(0.0, self.data))

        @out._on(self)
        def result():
            if out.data > 0:
                self.grad += out.grad

        return result

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + value(other) * -1

    def __radd__(self, other):
        return value(other) + self

    def __rmul__(self, other):
        return value(other) * self

    def __rsub__(self, other):
        return value(other) - self

    def __rtruediv__(self, other):
        return value(other) / self


def value(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, finish = stack.pop()
        if finish:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for p in node._prev:
                if p not in visited:
                    stack.append((p, False))


def zero_grad(root):
    for node in root.order():
        node.grad = 0.0
