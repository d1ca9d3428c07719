import math


class Value:
    """value + grad + where it came from"""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = set(_prev)
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value({self.data:.4f} {self._op})"

    # so that nodes can be put in sets and looked up in lists

    def _key(self):
        return (self.data, self._op)

    def __hash__(self):
        return hash(self._key())

    def __eq__(self, other):
        return isinstance(other, Value) and self._key() == other._key()

    @classmethod
    def _from(cls, x):
        return x if isinstance(x, cls) else cls(x)

    def __add__(self, other):
        other = Value._from(other)
        out = Value(self.data + other.data, (self, other), "+")

        def f():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = f
        return out

    def __mul__(self, other):
        other = Value._from(other)
        out = Value(self.data * other.data, (self, other), "*")

        def f():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = f
        return out

    def __pow__(self, k):
        out = Value(self.data**k, (self,), "**")

        def f():
            if k == 0:
                return
            self.grad += k * self.data ** (k - 1) * out.grad

        out._backward = f
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-Value._from(other))

    def __truediv__(self, other):
        return self * Value._from(other) ** -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return Value._from(other) - self

    def __rtruediv__(self, other):
        return Value._from(other) / self

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def f():
            self.grad += (1 - out.data**2) * out.grad

        out._backward = f
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def f():
            self.grad += out.data * out.grad

        out._backward = f
        return out

    def relu(self):
        out = Value(0.0 if self.data <= 0 else self.data, (self,), "relu")

        def f():
            self.grad += (out.data > 0) * out.grad

        out._backward = f
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._prev:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            v._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, closed = stack.pop()
        if closed:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((p, False) for p in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
