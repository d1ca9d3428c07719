import math


class Value:
    """A scalar with a gradient."""

    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._rule = None

    def __repr__(self):
        return f"{type(self).__name__}({self.data})"

    @staticmethod
    def wrap(x):
        return x if isinstance(x, Value) else Constant(x)

    def receive(self, contribution):
        self.grad += contribution

    def _result(self, data, inputs, rule):
        out = type(self)(data)
        out._prev = inputs
        out._rule = rule
        return out

    def _backward(self):
        if self._rule:
            self._rule(self.grad)

    def __add__(self, other):
        other = self.wrap(other)

        def rule(g):
            self.receive(g)
            other.receive(g)

        return self._result(self.data + other.data, (self, other), rule)

    def __sub__(self, other):
        other = self.wrap(other)

        def rule(g):
            self.receive(g)
            other.receive(-g)

        return self._result(self.data - other.data, (self, other), rule)

    def __mul__(self, other):
        other = self.wrap(other)

        def rule(g):
            self.receive(g * other.data)
            other.receive(g * self.data)

        return self._result(self.data * other.data, (self, other), rule)

    def __truediv__(self, other):
        other = self.wrap(other)

        def rule(g):
            self.receive(g / other.data)
            other.receive(-g * self.data / other.data**2)

        return self._result(self.data / other.data, (self, other), rule)

    def __neg__(self):
        return self * -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return self.wrap(other) - self

    def __rtruediv__(self, other):
        return self.wrap(other) / self

    def _function(self, data, slope):
        return self._result(data, (self,), lambda g: self.receive(g * slope))

    def __pow__(self, n):
        return self._function(self.data**n, n * self.data ** (n - 1) if n else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return self._function(t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._function(e, e)

    def relu(self):
        return self._function(max(self.data, 0.0), 1.0 if self.data > 0 else 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


class Constant(Value):
    """A plain number in an expression. Nobody asks for its gradient."""

    def receive(self, contribution):
        pass


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, again = stack.pop()
        if again:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for x in node._prev:
                stack.append((x, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
