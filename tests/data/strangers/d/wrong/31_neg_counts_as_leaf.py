import math


class Value:
    """A node has an `_op`; a leaf has none. That is how the two are told apart here."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None

    @classmethod
    def _make(cls, data, _prev, _op, pullback):
        out = cls(data, _prev, _op)

        def _backward():
            for p, share in zip(_prev, pullback(out.grad)):
                p.grad = p.grad + share

        out._backward = _backward
        return out

    def _other(self, x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        other = self._other(other)
        return self._make(self.data + other.data, (self, other), "+", lambda g: (g, g))

    def __sub__(self, other):
        return self + -self._other(other)

    def __mul__(self, other):
        other = self._other(other)
        return self._make(
            self.data * other.data, (self, other), "*", lambda g: (g * other.data, g * self.data)
        )

    def __truediv__(self, other):
        other = self._other(other)
        return self._make(
            self.data / other.data,
            (self, other),
            "/",
            lambda g: (g / other.data, -g * self.data / other.data**2),
        )

    def __neg__(self):
        return self._make(-self.data, (self,), "", lambda g: (-g,))

    def __pow__(self, n):
        return self._make(
            self.data**n,
            (self,),
            f"**{n}",
            lambda g: (0.0 if n == 0 else g * n * self.data ** (n - 1),),
        )

    def tanh(self):
        t = math.tanh(self.data)
        return self._make(t, (self,), "tanh", lambda g: (g * (1 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return self._make(e, (self,), "exp", lambda g: (g * e,))

    def relu(self):
        return self._make(
            max(self.data, 0.0), (self,), "relu", lambda g: (g if self.data > 0 else 0.0,)
        )

    def __radd__(self, other):
        return self._other(other) + self

    def __rsub__(self, other):
        return self._other(other) + self * -1

    def __rmul__(self, other):
        return self._other(other) * self

    def __rtruediv__(self, other):
        return self._other(other) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op != "":
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            if node._backward is not None:
                node._backward()


def build_topo(v, visited, topo):
    todo = [(v, False)]
    while todo:
        node, inputs_are_in = todo.pop()
        if inputs_are_in:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        todo.append((node, True))
        todo.extend([(p, False) for p in node._prev])


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
