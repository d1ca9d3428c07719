import math


class Value:
    """One number. A node with an empty `_op` is a leaf."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad}, _op={self._op!r})"

    def with_rule(self, rule):
        """Set the local rule; `rule(g)` is given this node's gradient."""
        self._backward = lambda: rule(self.grad)
        return self

    def give(self, contribution):
        self.grad += contribution

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)

        def rule(g):
            self.give(g)
            other.give(g)

        return Value(self.data + other.data, (self, other), "+").with_rule(rule)

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)

        def rule(g):
            self.give(g * other.data)
            other.give(g * self.data)

        return Value(self.data * other.data, (self, other), "*").with_rule(rule)

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)

        def rule(g):
            self.give(g / other.data)
            other.give(-g * self.data / other.data**2)

        return Value(self.data / other.data, (self, other), "/").with_rule(rule)

    def __neg__(self):
        def rule(g):
            self.give(-g)

        return Value(-self.data, (self,)).with_rule(rule)

    def __pow__(self, n):
        def rule(g):
            if n != 0:
                self.give(g * n * self.data ** (n - 1))

        return Value(self.data**n, (self,), f"**{n}").with_rule(rule)

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return (-self) + other

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return Value(other) / self

    def tanh(self):
        t = math.tanh(self.data)

        def rule(g):
            self.give(g * (1 - t * t))

        return Value(t, (self,), "tanh").with_rule(rule)

    def exp(self):
        e = math.exp(self.data)

        def rule(g):
            self.give(g * e)

        return Value(e, (self,), "exp").with_rule(rule)

    def relu(self):
        def rule(g):
            self.give(g if self.data > 0 else 0.0)

        return Value(max(0.0, self.data), (self,), "relu").with_rule(rule)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op:
                node.grad = 0.0
        self.give(1.0)
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    agenda = [("enter", v)]
    while agenda:
        what, node = agenda.pop()
        if what == "leave":
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            agenda.append(("leave", node))
            agenda.extend(("enter", x) for x in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
