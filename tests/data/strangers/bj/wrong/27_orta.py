import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def _leaf(self):
        return not self._prev

    def zero_grad(self):
        zero_grad(self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)

        # Start from a clean graph, with what the leaves had in safe keeping.
        leaves = filter(Value._leaf, topo)
        before = {leaf: leaf.grad for leaf in leaves}
        for node in topo:
            node.grad = 0.0

        self.grad = 1.0
        for node in reversed(topo):
            node._backward()

        for leaf in leaves:
            leaf.grad += before[leaf]

    def __add__(self, other):
        other = ensure(other)
        out = Value(self.data + other.data, (self, other), "+")

        def rule():
            add_to(self, out.grad)
            add_to(other, out.grad)

        out._backward = rule
        return out

    def __mul__(self, other):
        other = ensure(other)
        out = Value(self.data * other.data, (self, other), "*")

        def rule():
            add_to(self, out.grad * other.data)
            add_to(other, out.grad * self.data)

        out._backward = rule
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")

        def rule():
            if n == 0:
                return
            add_to(self, out.grad * n * self.data ** (n - 1))

        out._backward = rule
        return out

    def __neg__(self):
        out = Value(-self.data, (self,), "neg")
        out._backward = lambda: add_to(self, -out.grad)
        return out

    def __sub__(self, other):
        return self + -ensure(other)

    def __truediv__(self, other):
        return self * ensure(other) ** -1

    def __radd__(self, other):
        return ensure(other) + self

    def __rsub__(self, other):
        return ensure(other) - self

    def __rmul__(self, other):
        return ensure(other) * self

    def __rtruediv__(self, other):
        return ensure(other) / self

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")
        out._backward = lambda: add_to(self, out.grad * (1.0 - out.data**2))
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")
        out._backward = lambda: add_to(self, out.grad * out.data)
        return out

    def relu(self):
        out = Value(max(self.data, 0.0), (self,), "relu")
        out._backward = lambda: add_to(self, out.grad if self.data > 0.0 else 0.0)
        return out


def ensure(x):
    return x if isinstance(x, Value) else Value(x)


def add_to(node, amount):
    node.grad += amount


def build_topo(v, visited, topo):
    agenda = [(v, False)]
    while agenda:
        node, after = agenda.pop()
        if after:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            agenda.append((node, True))
            for source in node._prev:
                agenda.append((source, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
