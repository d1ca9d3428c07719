"""`_prev` is a set, so x + x has ONE input there; the rules know the two sides themselves.
backward() prints a line, which is allowed."""
import math


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = set(_prev)
        self._backward = lambda: None

    def _op(self, data, *edges):
        out = Value(data, [node for node, _ in edges])

        def rule():
            for node, slope in edges:
                node.grad = node.grad + slope * out.grad
        out._backward = rule
        return out

    def __add__(self, o):
        o = as_value(o)
        return self._op(self.data + o.data, (self, 1), (o, 1))

    def __sub__(self, o):
        o = as_value(o)
        return self._op(self.data - o.data, (self, 1), (o, -1))

    def __mul__(self, o):
        o = as_value(o)
        return self._op(self.data * o.data, (self, o.data), (o, self.data))

    def __truediv__(self, o):
        o = as_value(o)
        return self._op(self.data / o.data, (self, 1 / o.data), (o, -self.data / o.data ** 2))

    def __radd__(self, o): return as_value(o) + self
    def __rsub__(self, o): return as_value(o) - self
    def __rmul__(self, o): return as_value(o) * self
    def __rtruediv__(self, o): return as_value(o) / self
    def __neg__(self): return self._op(-self.data, (self, -1))

    def __pow__(self, n):
        return self._op(self.data ** n, (self, n * self.data ** (n - 1) if n != 0 else 0))

    def tanh(self):
        t = math.tanh(self.data)
        return self._op(t, (self, 1 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return self._op(e, (self, e))

    def relu(self):
        return self._op(self.data if self.data > 0 else 0.0, (self, 1 if self.data > 0 else 0))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        print("backward over", len(order), "nodes")
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def as_value(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    """Peels: a node is listed when all its inputs are listed."""
    users, missing, todo = {}, {}, [v]
    while todo:
        node = todo.pop()
        if node in missing:
            continue
        missing[node] = len(node._prev)
        for p in node._prev:
            users.setdefault(p, []).append(node)
            todo.append(p)
    ready = [node for node, n in missing.items() if n == 0]
    while ready:
        node = ready.pop()
        topo.append(node)
        for user in users.get(node, []):
            missing[user] -= 1
            if missing[user] == 0:
                ready.append(user)


def zero_grad(root):
    seen, todo = set(), {root}
    while todo:
        node = todo.pop()
        node.grad = 0.0
        seen.add(node)
        todo |= node._prev - seen
