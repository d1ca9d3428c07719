import math


def _v(x):
    return x if isinstance(x, Value) else Value(x)


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None

    def _rule(self, *partials):
        """Set the rule from the partial derivatives, in the order of the inputs."""

        def run():
            g = self.grad
            for p, d in zip(self._prev, partials):
                p.grad += d * g

        self._backward = run
        return self

    def __add__(self, o):
        o = _v(o)
        return Value(self.data + o.data, (self, o), "+")._rule(1, 1)

    def __mul__(self, o):
        o = _v(o)
        return Value(self.data * o.data, (self, o), "*")._rule(o.data, self.data)

    def __neg__(self):
        return Value(-self.data, (self,), "-")._rule(-1)

    def __sub__(self, o):
        return self + -_v(o)

    def __truediv__(self, o):
        o = _v(o)
        return Value(self.data / o.data, (self, o), "/")._rule(
            1 / o.data, -self.data / o.data / o.data
        )

    def __pow__(self, n):
        d = n * self.data ** (n - 1) if n != 0 else 0
        return Value(self.data**n, (self,), "**")._rule(d)

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, o):
        return _v(o) + -self

    def __rtruediv__(self, o):
        return _v(o) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh")._rule(1 - t**2)

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp")._rule(e)

    def relu(self):
        return Value(max(0.0, self.data), (self,), "relu")._rule(1 if self.data > 0 else 0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        inner = [n for n in topo if n._prev]
        for n in inner:
            n.grad = 0.0
        self.grad += 1.0
        for n in reversed(inner):
            n._backward()


def build_topo(v, visited, topo):
    work = [(v, True)]
    while work:
        n, entering = work.pop()
        if not entering:
            topo.append(n)
            continue
        if n in visited:
            continue
        visited.add(n)
        work.append((n, False))
        for p in n._prev:
            work.append((p, True))


def zero_grad(root):
    """Walk down from the root; a node that is clean has been here already."""
    root.grad = 0.0
    work = list(root._prev)
    while work:
        n = work.pop()
        if n.grad == 0.0:
            continue
        n.grad = 0.0
        work.extend(n._prev)
