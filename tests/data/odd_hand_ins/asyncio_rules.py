import asyncio
import atexit
import math

LOOP = asyncio.new_event_loop()
atexit.register(LOOP.close)


class Value:
    """Rules are coroutines; backward is a small producer and consumer."""

    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev

    async def _backward(self):
        pass

    def __add__(self, other):
        other = as_value(other)
        out = Value(self.data + other.data, (self, other))

        async def rule():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = rule
        return out

    def __mul__(self, other):
        other = as_value(other)
        out = Value(self.data * other.data, (self, other))

        async def rule():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = rule
        return out

    def __pow__(self, n):
        return self._through(self.data**n, lambda x, y: n * x ** (n - 1) if n else 0.0)

    def tanh(self):
        return self._through(math.tanh(self.data), lambda x, y: 1 - y * y)

    def exp(self):
        return self._through(math.exp(self.data), lambda x, y: y)

    def relu(self):
        return self._through(max(self.data, 0.0), lambda x, y: float(x > 0))

    def __neg__(self):
        return self._through(-self.data, lambda x, y: -1.0)

    def _through(self, data, slope):
        out = Value(data, (self,))

        async def rule():
            self.grad += slope(self.data, out.data) * out.grad

        out._backward = rule
        return out

    def __sub__(self, other):
        return self + -as_value(other)

    def __rsub__(self, other):
        return -self + other

    def __truediv__(self, other):
        return self * as_value(other) ** -1

    def __rtruediv__(self, other):
        return self**-1 * other

    __radd__, __rmul__ = __add__, __mul__

    def backward(self):
        LOOP.run_until_complete(self._run())

    async def _run(self):
        queue = asyncio.Queue()
        topo = []
        build_topo(self, set(), topo)
        for node in reversed(topo):
            if node._prev:
                node.grad = 0.0
            queue.put_nowait(node)
        self.grad += 1.0
        consumer = asyncio.create_task(self._consume(queue))
        await queue.join()
        consumer.cancel()
        await asyncio.gather(consumer, return_exceptions=True)

    @staticmethod
    async def _consume(queue):
        while True:
            node = await queue.get()
            await node._backward()
            queue.task_done()


def as_value(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(False, v)]
    while stack:
        ready, node = stack.pop()
        if ready:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack += [(True, node), *((False, child) for child in node._prev)]


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
