import functools
import math


def operation(f):
    """f maps plain numbers to (value, partial derivatives); the result works on nodes."""

    @functools.wraps(f)
    def on_nodes(*args):
        nodes = tuple(x if isinstance(x, Value) else Value(x) for x in args)
        data, partials = f(*(node.data for node in nodes))
        out = Value(data)
        out._prev = nodes
        out._partials = partials
        return out

    return on_nodes


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._partials = ()

    @operation
    def __add__(x, y):
        return x + y, (1.0, 1.0)

    @operation
    def __sub__(x, y):
        return x - y, (1.0, -1.0)

    @operation
    def __mul__(x, y):
        return x * y, (y, x)

    @operation
    def __truediv__(x, y):
        return x / y, (1 / y, -x / y**2)

    @operation
    def __neg__(x):
        return -x, (-1.0,)

    @operation
    def tanh(x):
        t = math.tanh(x)
        return t, (1 - t**2,)

    @operation
    def exp(x):
        return math.exp(x), (math.exp(x),)

    @operation
    def relu(x):
        return (x, (1.0,)) if x > 0 else (0.0, (0.0,))

    def __pow__(self, n):
        @operation
        def power(x):
            return x**n, (n * x ** (n - 1) if n else 0.0,)

        return power(self)

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return -self + other

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return self * other**-1

    def _backward(self):
        for node, partial in zip(self._prev, self._partials):
            node.grad += self.grad * partial

    def backward(self):
        topo = order_below(self)
        for node in topo:
            if node._prev != ():
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def order_below(root):
    consumers = {root: 0}
    queue = [root]
    for node in queue:
        for p in node._prev:
            if p not in consumers:
                queue.append(p)
            consumers[p] = consumers.get(p, 0) + 1
    free, order = [root], []
    while free:
        node = free.pop()
        order.append(node)
        for p in node._prev:
            consumers[p] -= 1
            if not consumers[p]:
                free.append(p)
    return order[::-1]


def build_topo(v, visited, topo):
    topo.extend(order_below(v))


def zero_grad(root):
    for node in order_below(root):
        node.grad = 0.0
