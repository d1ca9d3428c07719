import functools
import math


def operation(formula):
    """formula(numbers) -> (result, slope for each number). Gives a method on nodes."""

    @functools.wraps(formula)
    def method(*things):
        nodes = []
        for thing in things:
            if not isinstance(thing, Value):
                thing = Value(thing)
            nodes.append(thing)
        result, slopes = formula(*[n.data for n in nodes])
        out = Value(result)
        out._prev = tuple(nodes)
        out._backward = functools.partial(distribute, out, slopes)
        return out

    return method


def distribute(out, slopes):
    for node, slope in zip(out._prev, slopes):
        node.grad += slope * out.grad


def turned(method):
    return lambda self, other: method(other, self)


class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._backward = lambda: None

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
        return x / y, (1.0 / y, -x / (y * y))

    @operation
    def __neg__(x):
        return -x, (-1.0,)

    @operation
    def tanh(x):
        t = math.tanh(x)
        return t, (1.0 - t**2,)

    @operation
    def exp(x):
        e = math.exp(x)
        return e, (e,)

    @operation
    def relu(x):
        return (x, (1.0,)) if x > 0 else (0.0, (0.0,))

    def __pow__(self, n):
        @operation
        def power(x):
            return x**n, (n * x ** (n - 1) if n else 0.0,)

        return power(self)

    __radd__ = turned(__add__)
    __rsub__ = turned(__sub__)
    __rmul__ = turned(__mul__)
    __rtruediv__ = turned(__truediv__)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        inner = [node for node in topo if node._prev]
        for node in inner:
            node.grad = 0.0
        if self._prev:
            self.grad = 1.0
        else:
            self.grad += 1.0
        for node in reversed(inner):
            node._backward()


def build_topo(v, visited, topo):
    """Depth first with an own stack of iterators."""
    visited.add(v)
    nodes, iterators = [v], [iter(v._prev)]
    while nodes:
        child = next(iterators[-1], None)
        if child is None:
            topo.append(nodes.pop())
            iterators.pop()
        elif child not in visited:
            visited.add(child)
            nodes.append(child)
            iterators.append(iter(child._prev))


def zero_grad(root):
    stack = [root]
    seen = set()
    while stack:
        node = stack.pop()
        if node in seen or node.grad == 0:
            continue
        seen.add(node)
        node.grad = 0.0
        stack.extend(node._prev)
