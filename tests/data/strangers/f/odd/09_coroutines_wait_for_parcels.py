"""Nobody sorts anything in backward(): every node is a coroutine that waits until a parcel has
come from each of its consumers, then sends its own. A loop of thirty lines runs them (asyncio
is not used). The tasks are even started in a bad order, inputs first."""
import math


class Letterbox:
    """Can be awaited: gives the sum once all expected parcels are in."""

    def __init__(self):
        self.expected = 0
        self.total = 0.0
        self.sleeper = None

    def __await__(self):
        while self.expected:
            yield self
        return self.total


class Loop:
    def __init__(self):
        self.ready = []

    def deliver(self, box, amount):
        box.total += amount
        box.expected -= 1
        if not box.expected and box.sleeper is not None:
            self.ready.append(box.sleeper)

    def run(self, coroutines):
        self.ready = list(coroutines)
        while self.ready:
            task = self.ready.pop()
            try:
                box = task.send(None)
            except StopIteration:
                continue
            box.sleeper = task


async def no_rule(g, send):
    return None


class Value:
    def __init__(self, data, _prev=(), _backward=no_rule):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    async def _live(self, boxes, send):
        g = await boxes[self]
        if self._prev:
            self.grad = g
        else:
            self.grad += g
        await self._backward(g, send)

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        boxes = {node: Letterbox() for node in nodes}
        for node in nodes:
            for inp in node._prev:
                boxes[inp].expected += 1
        boxes[self].total = 1.0
        loop = Loop()

        def send(node, amount):
            loop.deliver(boxes[node], amount)

        loop.run([node._live(boxes, send) for node in reversed(nodes)])

    def __add__(self, other):
        other = lift(other)

        async def rule(g, send):
            send(self, g)
            send(other, g)

        return Value(self.data + other.data, (self, other), rule)

    def __sub__(self, other):
        other = lift(other)

        async def rule(g, send):
            send(self, g)
            send(other, -g)

        return Value(self.data - other.data, (self, other), rule)

    def __mul__(self, other):
        other = lift(other)

        async def rule(g, send):
            send(self, g * other.data)
            send(other, g * self.data)

        return Value(self.data * other.data, (self, other), rule)

    def __truediv__(self, other):
        other = lift(other)
        q = self.data / other.data

        async def rule(g, send):
            send(self, g / other.data)
            send(other, -g * q / other.data)

        return Value(q, (self, other), rule)

    def _map(self, y, slope):
        async def rule(g, send):
            send(self, g * slope)

        return Value(y, (self,), rule)

    def __neg__(self):
        return self._map(-self.data, -1.0)

    def __pow__(self, n):
        if n == 0:
            return self._map(1.0, 0.0)
        if n < 1 and self.data == 0:
            return self._map(self.data ** n, math.inf)
        return self._map(self.data ** n, n * self.data ** (n - 1))

    def tanh(self):
        t = math.tanh(self.data)
        return self._map(t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._map(e, e)

    def relu(self):
        return self._map(self.data, 1.0) if self.data > 0 else self._map(0.0, 0.0)

    def __radd__(self, other):
        return lift(other) + self

    def __rsub__(self, other):
        return lift(other) - self

    def __rmul__(self, other):
        return lift(other) * self

    def __rtruediv__(self, other):
        return lift(other) / self


def lift(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    """Depth first; the way back is a chain of cells instead of a list."""
    visited.add(v)
    cell = (v, iter(v._prev), None)
    while cell is not None:
        node, inputs, above = cell
        nxt = next((inp for inp in inputs if inp not in visited), None)
        if nxt is None:
            topo.append(node)
            cell = above
        else:
            visited.add(nxt)
            cell = (nxt, iter(nxt._prev), cell)


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
