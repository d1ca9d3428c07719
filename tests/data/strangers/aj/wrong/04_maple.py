from math import exp, tanh


class Sums:
    """Everything around plus and minus. A sum may have any number of inputs."""

    def _sum_of(self, *terms):
        terms = tuple(self._lift(t) for t in terms)
        out = self._new(sum(t.data for t in terms), terms, "sum")

        def _backward():
            for t in out._prev:
                t.grad += out.grad

        out._backward = _backward
        return out

    def __add__(self, other):
        return self._sum_of(self, other)

    def __radd__(self, other):
        return self._sum_of(other, self)

    def __iadd__(self, other):
        if self._op == "sum":
            other = self._lift(other)
            self._prev += (other,)
            self.data += other.data
            return self
        return self._sum_of(self, other)

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self._sum_of(self, -self._lift(other))

    def __rsub__(self, other):
        return self._sum_of(other, -self)


class Products:
    def __mul__(self, other):
        other = self._lift(other)
        out = self._new(self.data * other.data, (self, other), "mul")

        def _backward():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = _backward
        return out

    __rmul__ = __mul__

    def __pow__(self, n):
        out = self._new(self.data**n, (self,), "pow")

        def _backward():
            slope = n * self.data ** (n - 1) if n else 0.0
            self.grad += out.grad * slope

        out._backward = _backward
        return out

    def __truediv__(self, other):
        return self * self._lift(other) ** -1

    def __rtruediv__(self, other):
        return self**-1 * other


class Bends:
    def _bend(self, op, value, slope):
        out = self._new(value, (self,), op)

        def _backward():
            self.grad += slope * out.grad

        out._backward = _backward
        return out

    def tanh(self):
        t = tanh(self.data)
        return self._bend("tanh", t, 1.0 - t**2)

    def exp(self):
        e = exp(self.data)
        return self._bend("exp", e, e)

    def relu(self):
        if self.data > 0:
            return self._bend("relu", self.data, 1.0)
        return self._bend("relu", 0.0, 0.0)


class Value(Sums, Products, Bends):
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    @classmethod
    def _new(cls, *args):
        return cls(*args)

    @classmethod
    def _lift(cls, x):
        return x if isinstance(x, Value) else cls(x)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()

    def __repr__(self):
        return f"<{self._op or 'leaf'} {self.data}>"


def build_topo(v, visited, topo):
    work = [(v, 0)]
    while work:
        node, state = work.pop()
        if state == 1:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        work.append((node, 1))
        work += [(p, 0) for p in node._prev if p not in visited]


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
