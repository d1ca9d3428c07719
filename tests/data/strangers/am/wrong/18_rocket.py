import math


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._slopes = ()

    def _backward(self):
        g = self.grad
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * g

    def _with(self, *slopes):
        self._slopes = slopes
        return self

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), "+")._with(1.0, 1.0)

    def __sub__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data - other.data, (self, other), "-")._with(1.0, -1.0)

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), "*")._with(other.data, self.data)

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        x, y = self.data, other.data
        return Value(x / y, (self, other), "/")._with(1 / y, -x / y / y)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return Value(other) - self

    def __rtruediv__(self, other):
        return Value(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), "neg")._with(-1.0)

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return Value(self.data**n, (self,), "**")._with(slope)

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh")._with(1 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp")._with(e)

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, (self,), "relu")._with(float(on))

    def backward(self):
        if not self._prev:
            self.grad += 1.0
            return
        place = {self: 0}
        inner = [self]
        for node in inner:
            for below in node._prev:
                if below._prev and below not in place:
                    place[below] = len(inner)
                    inner.append(below)
        consumers = bytearray(len(inner))
        for node in inner:
            node.grad = 0.0
            for below in node._prev:
                if below._prev:
                    consumers[place[below]] += 1
        self.grad = 1.0
        ready = [self]
        while ready:
            node = ready.pop()
            node._backward()
            for below in node._prev:
                if below._prev:
                    k = place[below]
                    consumers[k] -= 1
                    if not consumers[k]:
                        ready.append(below)


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend([(below, False) for below in node._prev])


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
