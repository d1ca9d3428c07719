import math
from operator import attrgetter


class Value:
    """_level: leaves are on the ground, every result is above its inputs."""

    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = None
        self._level = 0

    @staticmethod
    def _two(x, y, data, slope_x, slope_y):
        out = Value(data)
        out._prev = (x, y)
        out._level = max(x._level, y._level) + 1

        def _backward():
            x.grad += slope_x * out.grad
            y.grad += slope_y * out.grad

        out._backward = _backward
        return out

    def _one(self, data, slope):
        out = Value(data)
        out._prev = (self,)
        out._level = self._level

        def _backward():
            self.grad += slope * out.grad

        out._backward = _backward
        return out

    def __add__(self, other):
        o = _node(other)
        return Value._two(self, o, self.data + o.data, 1.0, 1.0)

    def __sub__(self, other):
        o = _node(other)
        return Value._two(self, o, self.data - o.data, 1.0, -1.0)

    def __mul__(self, other):
        o = _node(other)
        return Value._two(self, o, self.data * o.data, o.data, self.data)

    def __truediv__(self, other):
        o = _node(other)
        q = self.data / o.data
        return Value._two(self, o, q, 1.0 / o.data, -q / o.data)

    def __radd__(self, other):
        return _node(other) + self

    def __rsub__(self, other):
        return _node(other) - self

    def __rmul__(self, other):
        return _node(other) * self

    def __rtruediv__(self, other):
        return _node(other) / self

    def __neg__(self):
        return self._one(-self.data, -1.0)

    def __pow__(self, n):
        return self._one(self.data**n, n * self.data ** (n - 1) if n != 0 else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return self._one(t, (1.0 - t) * (1.0 + t))

    def exp(self):
        e = math.exp(self.data)
        return self._one(e, e)

    def relu(self):
        return self._one(max(self.data, 0.0), 1.0 if self.data > 0.0 else 0.0)

    def backward(self):
        nodes = _reachable(self)
        nodes.sort(key=attrgetter("_level"), reverse=True)
        inner = [node for node in nodes if node._prev]
        for node in inner:
            node.grad = 0.0
        self.grad += 1.0
        for node in inner:
            node._backward()


def _node(x):
    return x if isinstance(x, Value) else Value(float(x))


def _reachable(root):
    found, seen = [root], {root}
    for node in found:
        for inp in node._prev:
            if inp not in seen:
                seen.add(inp)
                found.append(inp)
    return found


def build_topo(v, visited, topo):
    def go_on(node):
        visited.add(node)
        trail.append((node, [i for i in node._prev]))

    trail = []
    go_on(v)
    while trail:
        node, todo = trail[-1]
        while todo and todo[-1] in visited:
            todo.pop()
        if todo:
            go_on(todo.pop())
        else:
            topo.append(trail.pop()[0])


def zero_grad(root):
    for node in _reachable(root):
        node.grad = 0.0
