import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._slopes = ()

    def _backward(self):
        for k, node in enumerate(self._prev):
            node.grad += self._slopes[k] * self.grad

    def _out(self, number, op, inputs, slopes):
        out = Value(number, inputs, op)
        out._slopes = slopes
        return out

    def __add__(self, other):
        other = Value.of(other)
        return self._out(self.data + other.data, "+", (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = Value.of(other)
        return self._out(self.data - other.data, "-", (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = Value.of(other)
        return self._out(self.data * other.data, "*", (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = Value.of(other)
        ratio = self.data / other.data
        return self._out(ratio, "/", (self, other), (1.0 / other.data, -ratio / other.data))

    def __radd__(self, other):
        return Value.of(other) + self

    def __rsub__(self, other):
        return Value.of(other) - self

    def __rmul__(self, other):
        return Value.of(other) * self

    def __rtruediv__(self, other):
        return Value.of(other) / self

    def __itruediv__(self, other):
        if isinstance(other, Value) or self._prev:
            return self / other
        self.data = self.data / other
        return self

    def __neg__(self):
        return self._out(-self.data, "neg", (self,), (-1.0,))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return self._out(self.data**n, "**", (self,), (slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return self._out(t, "tanh", (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return self._out(e, "exp", (self,), (e,))

    def relu(self):
        on = 1.0 if self.data > 0 else 0.0
        return self._out(self.data if on else 0.0, "relu", (self,), (on,))

    @staticmethod
    def of(thing):
        return thing if isinstance(thing, Value) else Value(thing)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    pile = [(False, v)]
    while pile:
        closing, node = pile.pop()
        if closing:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            pile.append((True, node))
            pile.extend((False, below) for below in node._prev)


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
