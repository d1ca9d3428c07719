"""Backward without a backward order: waves. In each wave all nodes whose consumers are through
pass on together; how many consumers are missing is found out by a first run of waves."""

from math import exp, tanh


class Node(list):
    """A list of pairs (input, slope), which happens to be the node itself."""

    __hash__ = object.__hash__

    def __eq__(self, other):
        return self is other

    def __ne__(self, other):
        return self is not other

    def __bool__(self):
        return True

    def __len__(self):
        raise TypeError("a node has no length")

    def __getitem__(self, k):
        raise TypeError("a node has no parts")

    def __contains__(self, x):
        raise TypeError("a node contains nothing")

    def edges(self):
        return list.__iter__(self)

    __iter__ = None
    __imul__ = None


class Value(Node):
    def __init__(self, data, _prev=(), _op=""):
        super().__init__()
        self.data, self.grad, self._op = data, 0.0, _op

    @property
    def _prev(self):
        return tuple(node for node, _ in self.edges())

    def _backward(self):
        for node, slope in self.edges():
            node.grad += slope * self.grad

    def __repr__(self):
        return f"Value({self.data!r})"

    def __add__(self, other):
        other = planted(other)
        return grow(self.data + other.data, (self, 1.0), (other, 1.0))

    def __sub__(self, other):
        other = planted(other)
        return grow(self.data - other.data, (self, 1.0), (other, -1.0))

    def __mul__(self, other):
        other = planted(other)
        return grow(self.data * other.data, (self, other.data), (other, self.data))

    def __truediv__(self, other):
        other = planted(other)
        q = self.data / other.data
        return grow(q, (self, 1.0 / other.data), (other, -q / other.data))

    def __radd__(self, other):
        return planted(other) + self

    def __rsub__(self, other):
        return planted(other) - self

    def __rmul__(self, other):
        return planted(other) * self

    def __rtruediv__(self, other):
        return planted(other) / self

    # A list would extend itself here; a node must not.
    __iadd__ = __add__
    __imul__ = __mul__

    def __neg__(self):
        return grow(-self.data, (self, -1.0))

    def __pow__(self, n):
        return grow(self.data**n, (self, n * self.data ** (n - 1) if n != 0 else 0.0))

    def tanh(self):
        t = tanh(self.data)
        return grow(t, (self, 1.0 - t * t))

    def exp(self):
        e = exp(self.data)
        return grow(e, (self, e))

    def relu(self):
        return grow(self.data, (self, 1.0)) if self.data > 0 else grow(0.0, (self, 0.0))

    def backward(self):
        waves = list(in_waves(self))
        for wave in waves:
            for node in wave:
                if any(True for _ in node.edges()):
                    node.grad = 0.0
        self.grad += 1.0
        for wave in waves:
            for node in wave:
                node._backward()


def planted(x):
    return x if isinstance(x, Value) else Value(x)


def grow(data, *edges):
    out = Value(data)
    list.extend(out, edges)
    return out


def in_waves(root):
    missing = {root: 0}
    wave = [root]
    while wave:
        further = []
        for node in wave:
            for i, _ in node.edges():
                if i not in missing:
                    missing[i] = 0
                    further.append(i)
                missing[i] += 1
        wave = further
    wave = [root]
    while wave:
        yield wave
        further = []
        for node in wave:
            for i, _ in node.edges():
                missing[i] -= 1
                if missing[i] == 0:
                    further.append(i)
        wave = further


def build_topo(v, visited, topo):
    nodes = [node for wave in in_waves(v) for node in wave]
    visited.update(nodes)
    topo.extend(nodes[::-1])


def zero_grad(root):
    for wave in in_waves(root):
        for node in wave:
            node.grad = 0.0
