import math


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = None
        self._op = ""

    @staticmethod
    def _made(data, inputs, rule, op=""):
        out = Value(data)
        out._prev = tuple(inputs)
        out._backward = rule
        out._op = op
        return out

    @staticmethod
    def _wrapped(x):
        return x if isinstance(x, Value) else Value(float(x))

    def is_leaf(self):
        return self._op == ""

    def __repr__(self):
        return f"Value({self.data}, '{self._op}')"

    def __add__(self, other):
        a, b = self, Value._wrapped(other)

        def rule(g):
            a.grad += g
            b.grad += g

        return Value._made(a.data + b.data, (a, b), rule, op="+")

    def __sub__(self, other):
        a, b = self, Value._wrapped(other)

        def rule(g):
            a.grad += g
            b.grad -= g

        return Value._made(a.data - b.data, (a, b), rule, op="-")

    def __mul__(self, other):
        a, b = self, Value._wrapped(other)

        def rule(g):
            a.grad += g * b.data
            b.grad += g * a.data

        return Value._made(a.data * b.data, (a, b), rule, op="*")

    def __truediv__(self, other):
        a, b = self, Value._wrapped(other)

        def rule(g):
            a.grad += g / b.data
            b.grad -= g * a.data / b.data**2

        return Value._made(a.data / b.data, (a, b), rule, op="/")

    def __radd__(self, other):
        return Value._wrapped(other) + self

    def __rsub__(self, other):
        return Value._wrapped(other) - self

    def __rmul__(self, other):
        return Value._wrapped(other) * self

    def __rtruediv__(self, other):
        return Value._wrapped(other) / self

    def __pow__(self, n):
        def rule(g):
            if n != 0:
                self.grad += g * n * self.data ** (n - 1)

        return Value._made(self.data**n, (self,), rule, op="**")

    def __neg__(self):
        def rule(g):
            self.grad -= g

        return Value._made(-self.data, (self,), rule)

    def tanh(self):
        t = math.tanh(self.data)

        def rule(g):
            self.grad += g * (1 - t * t)

        return Value._made(t, (self,), rule, op="tanh")

    def exp(self):
        e = math.exp(self.data)

        def rule(g):
            self.grad += g * e

        return Value._made(e, (self,), rule, op="exp")

    def relu(self):
        def rule(g):
            if self.data > 0:
                self.grad += g

        return Value._made(max(self.data, 0.0), (self,), rule, op="relu")

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if not node.is_leaf():
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            if node._backward:
                node._backward(node.grad)

    def zero_grad(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            node.grad = 0.0


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if node is None:
            topo.append(stack.pop())
        elif node not in visited:
            visited.add(node)
            stack += [node, None]
            stack += [child for child in node._prev if child not in visited]


def zero_grad(root):
    root.zero_grad()
