import math


class Arithmetic:
    """+ - * / ** for anything that has `node` and `coerce`."""

    def __add__(self, other):
        other = self.coerce(other)
        return self.node(self.data + other.data, (self, other), lambda: (1.0, 1.0))

    def __sub__(self, other):
        other = self.coerce(other)
        return self.node(self.data - other.data, (self, other), lambda: (1.0, -1.0))

    def __mul__(self, other):
        other = self.coerce(other)
        return self.node(self.data * other.data, (self, other), lambda: (other.data, self.data))

    def __truediv__(self, other):
        other = self.coerce(other)
        return self.node(
            self.data / other.data,
            (self, other),
            lambda: (1 / other.data, -self.data / other.data**2),
        )

    def __pow__(self, n):
        return self.node(self.data**n, (self,), lambda: (n * self.data ** (n - 1) if n else 0.0,))

    def __neg__(self):
        return self.node(-self.data, (self,), lambda: (-1.0,))


class Reflected:
    def __radd__(self, other):
        return self.coerce(other) + self

    def __rsub__(self, other):
        return self.coerce(other) - self

    def __rmul__(self, other):
        return self.coerce(other) * self

    def __rtruediv__(self, other):
        return self.coerce(other) / self


class Functions:
    def tanh(self):
        t = math.tanh(self.data)
        return self.node(t, (self,), lambda: (1 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return self.node(e, (self,), lambda: (e,))

    def relu(self):
        return self.node(
            max(self.data, 0.0),
            (self,),
            lambda: (1.0 if self.data < 0 else 0.0,),
        )


class Graph:
    def nodes(self):
        topo = []
        build_topo(self, set(), topo)
        return topo

    def backward(self):
        nodes = self.nodes()
        for n in nodes:
            n.grad = 0.0 if n._prev else n.grad
        self.grad += 1.0
        for n in reversed(nodes):
            for parent, slope in zip(n._prev, n._backward()):
                parent.grad += n.grad * slope

    def zero_grad(self):
        for n in self.nodes():
            n.grad = 0.0


class Value(Arithmetic, Reflected, Functions, Graph):
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = tuple

    @classmethod
    def coerce(cls, x):
        return x if isinstance(x, cls) else cls(x)

    @classmethod
    def node(cls, data, prev, slopes):
        out = cls(data)
        out._prev = prev
        out._backward = slopes
        return out


def build_topo(v, visited, topo):
    agenda = [("enter", v)]
    while agenda:
        what, n = agenda.pop()
        if what == "leave":
            topo.append(n)
        elif n not in visited:
            visited.add(n)
            agenda.append(("leave", n))
            agenda.extend(("enter", parent) for parent in n._prev)


def zero_grad(root):
    root.zero_grad()
