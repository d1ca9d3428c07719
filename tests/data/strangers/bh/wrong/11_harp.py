import math


class Rule:
    """A local rule: an object that can be called."""

    def __init__(self, out):
        self.out = out

    def __call__(self):
        for node, part in zip(self.out._prev, self.parts(self.out.grad, *self.out._prev)):
            node.grad += part

    def parts(self, g, *inputs):
        return ()


class AddRule(Rule):
    def parts(self, g, a, b):
        return g, g


class MulRule(Rule):
    def parts(self, g, a, b):
        return g * b.data, g * a.data


class PowRule(Rule):
    def __init__(self, out, n):
        super().__init__(out)
        self.n = n

    def parts(self, g, a):
        return (0.0 if self.n == 0 else g * self.n * a.data ** (self.n - 1),)


class TanhRule(Rule):
    def parts(self, g, a):
        return (g - g * self.out.data**2,)


class ExpRule(Rule):
    def parts(self, g, a):
        return (g * self.out.data,)


class ReluRule(Rule):
    def parts(self, g, a):
        return (g if a.data > 0 else 0.0,)


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = Rule(self)

    def __add__(self, other):
        if isinstance(other, (int, float)):
            other = Value(other)
        out = Value(self.data + other.data, (self, other), "+")
        out._backward = AddRule(out)
        return out

    def __mul__(self, other):
        if isinstance(other, (int, float)):
            other = Value(other)
        out = Value(self.data * other.data, (self, other), "*")
        out._backward = MulRule(out)
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")
        out._backward = PowRule(out, n)
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")
        out._backward = TanhRule(out)
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")
        out._backward = ExpRule(out)
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,), "relu")
        out._backward = ReluRule(out)
        return out

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + (-other)

    def __truediv__(self, other):
        return self * other**-1.0

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return other + (-self)

    def __rtruediv__(self, other):
        return other * self**-1.0

    def backward(self):
        nodes = below(self)
        for node in nodes:
            if len(node._prev) > 0:
                node.grad = 0.0
        self.grad += 1.0
        for node in nodes[::-1]:
            node._backward()


def below(root):
    topo = []
    build_topo(root, set(), topo)
    return topo


def build_topo(v, visited, topo):
    agenda = [("visit", v)]
    while agenda:
        what, node = agenda.pop()
        if what == "emit":
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        agenda.append(("emit", node))
        for child in node._prev:
            agenda.append(("visit", child))


def zero_grad(root):
    for node in below(root):
        root.grad = 0.0
