# My engine sorts the nodes by their level: leaves are level 0, and every
# other node is higher than its inputs. So no depth first search is needed.
import math


class Value:
    def __init__(self, data, inputs=(), slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = inputs
        self._slopes = slopes
        if inputs:
            self.level = 1 + inputs[0].level
        else:
            self.level = 0

    def _backward(self):
        for i, s in zip(self._prev, self._slopes):
            i.grad += s * self.grad

    def __add__(self, o):
        o = node(o)
        return Value(self.data + o.data, (self, o), (1.0, 1.0))

    def __sub__(self, o):
        o = node(o)
        return Value(self.data - o.data, (self, o), (1.0, -1.0))

    def __mul__(self, o):
        o = node(o)
        return Value(self.data * o.data, (self, o), (o.data, self.data))

    def __truediv__(self, o):
        o = node(o)
        q = self.data / o.data
        return Value(q, (self, o), (1.0 / o.data, -q / o.data))

    def __radd__(self, o):
        return node(o) + self

    def __rsub__(self, o):
        return node(o) - self

    def __rmul__(self, o):
        return node(o) * self

    def __rtruediv__(self, o):
        return node(o) / self

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        s = 0.0 if n == 0 else n * self.data ** (n - 1)
        return Value(self.data**n, (self,), (s,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), (1.0,))
        return Value(0.0, (self,), (0.0,))

    def backward(self):
        nodes = reachable(self)
        for n in nodes:
            if n._prev:
                n.grad = 0.0
        self.grad += 1.0
        for n in sorted(nodes, key=lambda n: n.level, reverse=True):
            n._backward()


def node(x):
    return x if isinstance(x, Value) else Value(x)


def reachable(root):
    found = {root}
    todo = [root]
    while todo:
        for i in todo.pop()._prev:
            if i not in found:
                found.add(i)
                todo.append(i)
    return found


def build_topo(v, visited, topo):
    topo.extend(sorted(reachable(v), key=lambda n: n.level))


def zero_grad(root):
    for n in reachable(root):
        n.grad = 0.0
