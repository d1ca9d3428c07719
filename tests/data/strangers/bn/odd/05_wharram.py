"""No node ever holds a gradient of its own except leaves: the pass flattens to triples, kept."""

import math


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward", "_program")

    def __init__(self, data, **edges):
        self.data = data
        self.grad = 0.0
        self._prev = edges.get("prev", ())
        self._backward = edges.get("slopes", ())
        self._program = None

    def _compile(self):
        order = []
        build_topo(self, None, order)
        order.reverse()
        place = {node: i for i, node in enumerate(order)}
        triples = [
            (i, place[p], slope)
            for i, node in enumerate(order)
            for p, slope in zip(node._prev, node._backward)
        ]
        leaves = [(i, node) for i, node in enumerate(order) if not node._prev]
        return len(order), triples, leaves

    def backward(self):
        if self._program is None:
            self._program = self._compile()
        size, triples, leaves = self._program
        flow = [1.0] + [0.0] * (size - 1)
        for consumer, source, slope in triples:
            flow[source] += slope * flow[consumer]
        for place, leaf in leaves:
            leaf.grad += flow[place]

    def __add__(self, o):
        o = _(o)
        return Value(self.data + o.data, prev=(self, o), slopes=(1.0, 1.0))

    def __sub__(self, o):
        o = _(o)
        return Value(self.data - o.data, prev=(self, o), slopes=(1.0, -1.0))

    def __mul__(self, o):
        o = _(o)
        return Value(self.data * o.data, prev=(self, o), slopes=(o.data, self.data))

    def __truediv__(self, o):
        o = _(o)
        q = self.data / o.data
        return Value(q, prev=(self, o), slopes=(1.0 / o.data, -q / o.data))

    def __pow__(self, n):
        return Value(self.data**n, prev=(self,), slopes=(n * self.data ** (n - 1) if n else 0.0,))

    __radd__ = lambda self, o: _(o) + self
    __rsub__ = lambda self, o: _(o) - self
    __rmul__ = lambda self, o: _(o) * self
    __rtruediv__ = lambda self, o: _(o) / self
    __neg__ = lambda self: Value(-self.data, prev=(self,), slopes=(-1.0,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, prev=(self,), slopes=(1 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, prev=(self,), slopes=(e,))

    def relu(self):
        return Value(max(self.data, 0.0), prev=(self,), slopes=(float(self.data > 0),))


def _(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    state = {v: 0}
    stack = [v]
    while stack:
        node = stack[-1]
        turn = state[node]
        if turn == len(node._prev):
            topo.append(stack.pop())
        else:
            state[node] += 1
            child = node._prev[turn]
            if child not in state:
                state[child] = 0
                stack.append(child)


def zero_grad(root):
    nodes = []
    build_topo(root, None, nodes)
    for node in nodes:
        node.grad = 0.0
