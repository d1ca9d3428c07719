import heapq
import itertools
from math import exp, tanh

serial = itertools.count()


def value(x):
    """Numbers become leaves, Values stay."""
    if isinstance(x, Value):
        return x
    return Value(x)


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = ()
        self.number = next(serial)

    @classmethod
    def made(cls, data, *links):
        """links: pairs (input, derivative by this input)"""
        node = cls(data)
        node._prev = tuple(link[0] for link in links)
        node._backward = tuple(link[1] for link in links)
        return node

    # --- arithmetic

    def __add__(self, other):
        other = value(other)
        return Value.made(self.data + other.data, (self, 1.0), (other, 1.0))

    def __sub__(self, other):
        other = value(other)
        return Value.made(self.data - other.data, (self, 1.0), (other, -1.0))

    def __mul__(self, other):
        other = value(other)
        return Value.made(self.data * other.data, (self, other.data), (other, self.data))

    def __truediv__(self, other):
        other = value(other)
        ratio = self.data / other.data
        return Value.made(ratio, (self, 1.0 / other.data), (other, -ratio / other.data))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value.made(self.data ** n, (self, slope))

    def __neg__(self):
        return Value.made(-self.data, (self, -1.0))

    def __rsub__(self, other):
        return value(other) - self

    def __rtruediv__(self, other):
        return value(other) / self

    __radd__ = __add__
    __rmul__ = __mul__

    # --- x += y and the others make new nodes too

    __iadd__ = __add__
    __isub__ = __sub__
    __imul__ = __mul__
    __itruediv__ = __rtruediv__
    __ipow__ = __pow__

    # --- functions

    def tanh(self):
        t = tanh(self.data)
        return Value.made(t, (self, 1.0 - t * t))

    def exp(self):
        e = exp(self.data)
        return Value.made(e, (self, e))

    def relu(self):
        if self.data > 0:
            return Value.made(self.data, (self, 1.0))
        return Value.made(0.0, (self, 0.0))

    # --- gradients

    def backward(self):
        flow = {self.number: 1.0}
        heap = [(-self.number, self)]
        while heap:
            _, node = heapq.heappop(heap)
            g = flow.pop(node.number)
            if node._prev:
                node.grad = g
            else:
                node.grad += g
            for p, d in zip(node._prev, node._backward):
                if p.number not in flow:
                    flow[p.number] = 0.0
                    heapq.heappush(heap, (-p.number, p))
                flow[p.number] += g * d


def everything(root):
    nodes = {root.number: root}
    todo = [root]
    while todo:
        for p in todo.pop()._prev:
            if p.number not in nodes:
                nodes[p.number] = p
                todo.append(p)
    return nodes


def build_topo(v, visited, topo):
    nodes = everything(v)
    for number in sorted(nodes):
        topo.append(nodes[number])


def zero_grad(root):
    for node in everything(root).values():
        node.grad = 0.0
