"""Plain numbers never become nodes: each mixed form has a rule of its own."""
import math


class Value:
    def __init__(self, data, _prev=(), _rule=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._rule = _rule

    def _backward(self):
        if self._rule:
            self._rule(self.grad)

    def _one(self, data, slope):
        """A node with one input, whose derivative is `slope`."""

        def rule(g):
            self.grad += g * slope

        return Value(data, (self,), rule)

    def _two(self, other, data, slope, other_slope):
        def rule(g):
            self.grad += g * slope
            other.grad += g * other_slope

        return Value(data, (self, other), rule)

    def __add__(self, other):
        if isinstance(other, Value):
            return self._two(other, self.data + other.data, 1.0, 1.0)
        return self._one(self.data + other, 1.0)

    def __radd__(self, k):
        return self._one(k + self.data, 1.0)

    def __sub__(self, other):
        if isinstance(other, Value):
            return self._two(other, self.data - other.data, 1.0, -1.0)
        return self._one(self.data - other, 1.0)

    def __rsub__(self, k):
        return self._one(k - self.data, -1.0)

    def __mul__(self, other):
        if isinstance(other, Value):
            return self._two(other, self.data * other.data, other.data, self.data)
        return self._one(self.data * other, other)

    def __rmul__(self, k):
        return self._one(k * self.data, k)

    def __truediv__(self, other):
        if isinstance(other, Value):
            x, y = self.data, other.data
            return self._two(other, x / y, 1 / y, -x / y**2)
        return self._one(self.data / other, 1 / other)

    def __rtruediv__(self, k):
        return self._one(k / self.data, -1 / self.data**2)

    def __neg__(self):
        return self._one(-self.data, -1.0)

    def __pow__(self, k):
        return self._one(self.data**k, k * self.data ** (k - 1) if k != 0 else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return self._one(t, 1 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._one(e, e)

    def relu(self):
        return self._one(max(0.0, self.data), 1.0 if self.data > 0 else 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._rule:
                node.grad = 0.0
        self.grad += 1.0
        while topo:
            topo.pop()._backward()


def build_topo(v, visited, topo):
    trail = [v]
    while trail:
        here = trail[-1]
        if here in visited:
            trail.pop()
            continue
        ahead = [p for p in here._prev if p not in visited]
        if ahead:
            trail.append(ahead[0])
        else:
            visited.add(here)
            topo.append(here)


def zero_grad(root):
    seen, todo = set(), [root]
    while todo:
        node = todo.pop()
        if node not in seen:
            seen.add(node)
            node.grad = 0.0
            todo.extend(node._prev)
