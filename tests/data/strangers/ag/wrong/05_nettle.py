import math
from collections import Counter, deque


class Value:
    def __init__(self, data, _prev=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = list(_prev)
        self._backward = None

    # --- making nodes -------------------------------------------------------

    def _binary(self, other, number, d_self, d_other):
        out = Value(number, [self, other])

        def _backward():
            self.grad += d_self * out.grad
            other.grad += d_other * out.grad

        out._backward = _backward
        return out

    def _unary(self, number, d):
        out = Value(number, [self])

        def _backward():
            self.grad += d * out.grad

        out._backward = _backward
        return out

    def __add__(self, other):
        other = val(other)
        return self._binary(other, self.data + other.data, 1, 1)

    def __sub__(self, other):
        other = val(other)
        return self._binary(other, self.data - other.data, 1, -1)

    def __mul__(self, other):
        other = val(other)
        return self._binary(other, self.data * other.data, other.data, self.data)

    def __truediv__(self, other):
        other = val(other)
        a, b = self.data, other.data
        return self._binary(other, a / b, 1 / b, -a / b / b)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return val(other) - self

    def __rtruediv__(self, other):
        return val(other) / self

    def __neg__(self):
        return self._unary(-self.data, -1)

    def __pow__(self, n):
        if n == 0:
            return self._unary(1.0, 0.0)
        return self._unary(self.data ** n, n * self.data ** (n - 1))

    def tanh(self):
        t = math.tanh(self.data)
        return self._unary(t, (1 + t) * (1 - t))

    def exp(self):
        e = math.exp(self.data)
        return self._unary(e, e)

    def relu(self):
        if self.data <= 0:
            return self._unary(0.0, 0)
        return self._unary(self.data, 1)

    # --- going back ---------------------------------------------------------

    def backward(self):
        nodes = everything(self)
        open_consumers = Counter()
        for node in nodes:
            open_consumers.update(set(node._prev))
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        ready = deque([self])
        while ready:
            node = ready.popleft()
            if node._backward is not None:
                node._backward()
            for p in node._prev:
                open_consumers[p] -= 1
                if open_consumers[p] == 0:
                    ready.append(p)


def val(x):
    return x if isinstance(x, Value) else Value(x)


def everything(root):
    nodes, queue = {root}, deque([root])
    while queue:
        for p in queue.pop()._prev:
            if p not in nodes:
                nodes.add(p)
                queue.append(p)
    return nodes


def build_topo(v, visited, topo):
    nodes = everything(v)
    missing = {node: len(node._prev) for node in nodes}
    consumers = {node: [] for node in nodes}
    for node in nodes:
        for p in node._prev:
            consumers[p].append(node)
    ready = [node for node in nodes if not node._prev]
    while ready:
        node = ready.pop()
        topo.append(node)
        for c in consumers[node]:
            missing[c] -= 1
            if missing[c] == 0:
                ready.append(c)


def zero_grad(root):
    for node in everything(root):
        node.grad = 0.0
