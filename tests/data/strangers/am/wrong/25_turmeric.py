import math


class Value:
    side = False

    def __init__(self, data, _prev=(), _slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes
        self._side = None

    def _receive(self, share):
        # The first share of a call finds an inner node on the other side: it restarts.
        if self._prev and self._side is not Value.side:
            self._side = Value.side
            self.grad = 0.0
        self.grad += share

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node._receive(slope * self.grad)

    def backward(self):
        Value.side = not Value.side
        topo = []
        build_topo(self, set(), topo)
        self._receive(1.0)
        for node in reversed(topo):
            node._backward()

    def __add__(self, other):
        other = enter(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = enter(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = enter(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = enter(other)
        q = self.data / other.data
        return Value(q, (self, other), (1.0 / other.data, -q / other.data))

    def __radd__(self, other):
        return enter(other) + self

    def __rsub__(self, other):
        return enter(other) - self

    def __rmul__(self, other):
        return enter(other) * self

    def __rtruediv__(self, other):
        return enter(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        return Value(self.data**n, (self,), (n * self.data ** (n - 1) if n else 0.0,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        return Value(max(self.data, 0.0), (self,), (1.0 if self.data > 0 else 0.0,))


def enter(thing):
    return thing if isinstance(thing, Value) else Value(thing)


def build_topo(v, visited, topo):
    notes = [v, None]
    while notes:
        note = notes.pop()
        if note is None:
            node = notes.pop()
            if node not in visited:
                visited.add(node)
                notes.append(node)
                for below in node._prev:
                    notes += [below, None]
        else:
            topo.append(note)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
