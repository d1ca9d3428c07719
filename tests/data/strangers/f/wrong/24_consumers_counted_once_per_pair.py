import math
from collections import Counter


class Value:
    def __init__(self, data, prev=(), local=None):
        self.data = data
        self.grad = 0.0
        self._prev = list(prev)
        self._local = local

    def _backward(self):
        if self._local is None:
            return
        for p, d in zip(self._prev, self._local()):
            p.grad += d * self.grad

    def backward(self):
        nodes = everything(self)
        for v in nodes:
            if v._prev:
                v.grad = 0.0
        self.grad += 1.0
        for v in consumers_first(self, nodes):
            v._backward()

    def __add__(self, o):
        o = val(o)
        return Value(self.data + o.data, [self, o], lambda: (1.0, 1.0))

    def __sub__(self, o):
        o = val(o)
        return Value(self.data - o.data, [self, o], lambda: (1.0, -1.0))

    def __mul__(self, o):
        o = val(o)
        return Value(self.data * o.data, [self, o], lambda: (o.data, self.data))

    def __truediv__(self, o):
        o = val(o)
        q = self.data / o.data
        return Value(q, [self, o], lambda: (1.0 / o.data, -q / o.data))

    def __neg__(self):
        return Value(-self.data, [self], lambda: (-1.0,))

    def __pow__(self, n):
        return Value(self.data ** n, [self],
                     lambda: (n * self.data ** (n - 1) if n != 0 else 0.0,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [self], lambda: (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [self], lambda: (e,))

    def relu(self):
        return Value(max(self.data, 0.0), [self], lambda: (float(self.data > 0),))

    def __radd__(self, o):
        return val(o) + self

    def __rsub__(self, o):
        return val(o) - self

    def __rmul__(self, o):
        return val(o) * self

    def __rtruediv__(self, o):
        return val(o) / self


def val(o):
    return o if isinstance(o, Value) else Value(float(o))


def everything(root):
    nodes = [root]
    seen = {id(root)}
    for v in nodes:
        for p in v._prev:
            if id(p) not in seen:
                seen.add(id(p))
                nodes.append(p)
    return nodes


def consumers_first(root, nodes):
    open_consumers = Counter()
    for v in nodes:
        open_consumers.update(id(p) for p in set(v._prev))
    free = [root]
    while free:
        v = free.pop()
        yield v
        for p in v._prev:
            open_consumers[id(p)] -= 1
            if open_consumers[id(p)] == 0:
                free.append(p)


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        node, k = stack.pop()
        if k < len(node._prev):
            stack.append((node, k + 1))
            p = node._prev[k]
            if p not in visited:
                visited.add(p)
                stack.append((p, 0))
        else:
            topo.append(node)


def zero_grad(root):
    for v in everything(root):
        v.grad = 0.0
