"""Two phases, forward objects and a backward plan that is worked out once for each root."""
import math


class Plan:
    """The order in which the rules of one graph run."""

    def __init__(self, root):
        self.root = root
        self.order = []
        build_topo(root, set(), self.order)

    def restart(self):
        for node in self.order:
            if node._prev:
                node.grad = 0.0

    def run(self):
        self.restart()
        self.root.grad += 1.0
        for node in reversed(self.order):
            node._backward()


class Value:
    def __init__(self, data, _prev=(), _local=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._local = _local
        self._plan = None

    def _backward(self):
        for i, node in enumerate(self._prev):
            node.grad += self._local[i] * self.grad

    def __add__(self, other):
        other = coerce(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = coerce(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = coerce(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = coerce(other)
        local = 1.0 / other.data, -self.data / other.data**2
        return Value(self.data / other.data, (self, other), local)

    def __radd__(self, other):
        return coerce(other) + self

    def __rsub__(self, other):
        return coerce(other) - self

    def __rmul__(self, other):
        return coerce(other) * self

    def __rtruediv__(self, other):
        return coerce(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        local = 0.0
        if n != 0:
            local = n * self.data ** (n - 1)
        return Value(self.data**n, (self,), (local,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        local = 1.0 if self.data > 0.0 else 0.0
        return Value(self.data * local, (self,), (local,))

    def backward(self):
        if self._plan is None:
            self._plan = Plan(self)
        self._plan.run()


def coerce(x):
    if isinstance(x, Value):
        return x
    return Value(x)


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
            continue
        missing = [p for p in node._prev if p not in visited]
        stack.extend(missing)
        if not missing:
            visited.add(node)
            topo.append(node)


def zero_grad(root):
    done = set()
    stack = [root]
    while stack:
        node = stack.pop()
        if node in done:
            return
        done.add(node)
        node.grad = 0.0
        stack.extend(node._prev)
