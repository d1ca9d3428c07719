import math


class Value:
    """`_local` holds what each input's gradient is multiplied by."""

    def __init__(self, data, _local=()):
        self.data = float(data)
        self.grad = 0.0
        self._local = list(_local)
        self._prev = [node for node, _ in self._local]

    def _backward(self):
        for node, slope in self._local:
            node.grad += slope * self.grad

    def __add__(self, other):
        other = to_value(other)
        return Value(self.data + other.data, [(self, 1.0), (other, 1.0)])

    def __sub__(self, other):
        other = to_value(other)
        return Value(self.data - other.data, [(self, 1.0), (other, -1.0)])

    def __mul__(self, other):
        other = to_value(other)
        local = {self: other.data, other: self.data}.items()
        return Value(self.data * other.data, local)

    def __truediv__(self, other):
        other = to_value(other)
        b = other.data
        return Value(self.data / b, [(self, 1 / b), (other, -self.data / (b * b))])

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, [(self, slope)])

    def __radd__(self, other):
        return to_value(other) + self

    def __rsub__(self, other):
        return to_value(other) - self

    def __rmul__(self, other):
        return to_value(other) * self

    def __rtruediv__(self, other):
        return to_value(other) / self

    def __neg__(self):
        return Value(-self.data, [(self, -1.0)])

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [(self, 1 - t * t)])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [(self, e)])

    def relu(self):
        return Value(max(0.0, self.data), [(self, 1.0 if self.data > 0 else 0.0)])

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._local:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def to_value(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    work = [v]
    while work:
        node = work.pop()
        if isinstance(node, tuple):
            topo.append(node[0])
        elif node not in visited:
            visited.add(node)
            work.append((node,))
            work.extend(node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
