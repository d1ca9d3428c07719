import math

# Every function takes plain numbers and returns (result, slope, slope, ...).


def plus(x, y):
    return x + y, 1.0, 1.0


def minus(x, y):
    return x - y, 1.0, -1.0


def times(x, y):
    return x * y, y, x


def divide(x, y):
    return x / y, y, -x / y**2


def negative(x):
    return -x, -1.0


def power(x, n):
    # n is no node: it has no slope
    return x**n, (n * x ** (n - 1) if n != 0 else 0.0)


def tanh(x):
    t = math.tanh(x)
    return t, 1 - t**2


def exp(x):
    e = math.exp(x)
    return e, e


def relu(x):
    return (x, 1.0) if x > 0 else (0.0, 0.0)


def record(function, nodes, *extra):
    nodes = tuple(n if isinstance(n, Value) else Value(n) for n in nodes)
    result, *slopes = function(*(n.data for n in nodes), *extra)
    out = Value(result)
    out._prev = nodes
    out._backward = slopes
    return out


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = []

    def __add__(self, other):
        return record(plus, (self, other))

    def __radd__(self, other):
        return record(plus, (other, self))

    def __sub__(self, other):
        return record(minus, (self, other))

    def __rsub__(self, other):
        return record(minus, (other, self))

    def __mul__(self, other):
        return record(times, (self, other))

    def __rmul__(self, other):
        return record(times, (other, self))

    def __truediv__(self, other):
        return record(divide, (self, other))

    def __rtruediv__(self, other):
        return record(divide, (other, self))

    def __neg__(self):
        return record(negative, (self,))

    def __pow__(self, n):
        return record(power, (self,), n)

    def tanh(self):
        return record(tanh, (self,))

    def exp(self):
        return record(exp, (self,))

    def relu(self):
        return record(relu, (self,))

    def backward(self):
        topo = build_topo(self, set(), [])
        index = {node: i for i, node in enumerate(topo)}
        grads = [0.0] * len(topo)
        grads[-1] = 1.0
        for i in range(len(topo) - 1, -1, -1):
            node = topo[i]
            for inp, slope in zip(node._prev, node._backward):
                grads[index[inp]] += slope * grads[i]
        for node, g in zip(topo, grads):
            node.grad = g if node._prev else node.grad + g


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, complete = stack.pop()
        if complete:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for inp in reversed(node._prev):
                stack.append((inp, False))
    return topo


def zero_grad(root):
    for node in build_topo(root, set(), []):
        node.grad = 0.0
