import math

SHELVES = 1024


class Value:
    def __init__(self, data, _prev=(), _slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes
        self._shelf = 0
        for source in _prev:
            self._shelf = max(self._shelf, min(source._shelf + 1, SHELVES - 1))

    def _backward(self):
        for source, slope in zip(self._prev, self._slopes):
            source.grad += slope * self.grad

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), (1, 1))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __sub__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data - other.data, (self, other), (1, -1))

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        x, y = self.data, other.data
        return Value(x / y, (self, other), (1 / y, -x / (y * y)))

    def __radd__(self, other):
        return Value(other) + self

    def __rmul__(self, other):
        return Value(other) * self

    def __rsub__(self, other):
        return Value(other) - self

    def __rtruediv__(self, other):
        return Value(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), (-1,))

    def __pow__(self, n):
        return Value(self.data**n, (self,), (0 if n == 0 else n * self.data ** (n - 1),))

    def tanh(self):
        y = math.tanh(self.data)
        return Value(y, (self,), (1 - y * y,))

    def exp(self):
        y = math.exp(self.data)
        return Value(y, (self,), (y,))

    def relu(self):
        return Value(max(self.data, 0.0), (self,), (1 if self.data > 0 else 0,))

    def backward(self):
        shelves = [[] for _ in range(SHELVES)]
        for node in reachable(self):
            shelves[node._shelf].append(node)
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for shelf in reversed(shelves):
            for node in shelf:
                node._backward()


def reachable(root):
    found = {root: None}
    todo = [root]
    while todo:
        for source in todo.pop()._prev:
            if source not in found:
                found[source] = None
                todo.append(source)
    return found


def build_topo(v, visited, topo):
    path = [(v, iter(v._prev))]
    visited.add(v)
    while path:
        node, rest = path[-1]
        fresh = next((s for s in rest if s not in visited), None)
        if fresh is None:
            topo.append(node)
            path.pop()
        else:
            visited.add(fresh)
            path.append((fresh, iter(fresh._prev)))


def zero_grad(root):
    for node in reachable(root):
        node.grad = 0.0
