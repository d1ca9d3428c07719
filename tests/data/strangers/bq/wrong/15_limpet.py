"""A tape engine: every operation is written down, and backward() reads the tape from its
end. What does not lead to the root is passed over."""

import math

TAPE = []


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = None

    def __repr__(self):
        return f"Value({self.data}, grad={self.grad})"

    def __add__(self, other):
        other = value(other)
        return record(self.data + other.data, (self, 1.0), (other, 1.0))

    def __sub__(self, other):
        other = value(other)
        return record(self.data - other.data, (self, 1.0), (other, -1.0))

    def __mul__(self, other):
        other = value(other)
        return record(self.data * other.data, (self, other.data), (other, self.data))

    def __truediv__(self, other):
        other = value(other)
        a, b = self.data, other.data
        return record(a / b, (self, 1 / b), (other, -a / (b * b)))

    def __radd__(self, other):
        return value(other) + self

    def __rsub__(self, other):
        return value(other) - self

    def __rmul__(self, other):
        return value(other) * self

    def __rtruediv__(self, other):
        return value(other) / self

    def __neg__(self):
        return record(-self.data, (self, -1.0))

    def __pow__(self, n):
        power = self.data**n
        return record(power, (self, n * self.data ** (n - 1) if n else 0.0))

    def tanh(self):
        t = math.tanh(self.data)
        return record(t, (self, 1 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return record(e, (self, e))

    def relu(self):
        slope = 1.0 if self.data > 0 else 0.0
        return record(self.data if slope else 0.0, (self, slope))

    def backward(self):
        if not self._prev:
            self.grad += 1.0
            return
        self.grad = 1.0
        leads_to_root = {self}
        still_to_run = 1
        for node in reversed(TAPE):
            if not still_to_run:
                break
            if node in leads_to_root:
                for n in node._prev:
                    if n._prev and n not in leads_to_root:
                        leads_to_root.add(n)
                        n.grad = 0.0
                        still_to_run += 1
                node._backward()
                still_to_run -= 1


def value(x):
    return x if isinstance(x, Value) else Value(float(x))


def record(data, *pairs):
    out = Value(data, tuple(node for node, _ in pairs))

    def rule():
        for node, slope in pairs:
            node.grad += slope * out.grad

    out._backward = rule
    TAPE.append(out)
    if len(TAPE) >= 60_000:  # do not fill the memory
        del TAPE[:30_000]
    return out


def build_topo(v, visited, topo):
    branch = [(v, list(v._prev))]
    visited.add(v)
    while branch:
        node, left = branch[-1]
        if left:
            n = left.pop()
            if n not in visited:
                visited.add(n)
                branch.append((n, list(n._prev)))
        else:
            branch.pop()
            topo.append(node)


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
