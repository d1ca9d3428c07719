import math


class Chain:
    """A rule: sends slope * gradient to one input when called."""

    def __init__(self, target, slope):
        self.target = target
        self.slope = slope

    def __call__(self, gradient):
        self.target.grad += self.slope * gradient


class Value:
    def __init__(self, data, *rules):
        self.data = data
        self.grad = 0.0
        self._backward = rules

    @property
    def _prev(self):
        return tuple(rule.target for rule in self._backward)

    def __add__(self, o):
        if not isinstance(o, Value):
            return Value(self.data + o, Chain(self, 1.0))
        return Value(self.data + o.data, Chain(self, 1.0), Chain(o, 1.0))

    def __mul__(self, o):
        if not isinstance(o, Value):
            return Value(self.data * o, Chain(self, o))
        return Value(self.data * o.data, Chain(self, o.data), Chain(o, self.data))

    def __pow__(self, n):
        slope = 0.0
        if n != 0:
            slope = n * self.data ** (n - 1)
        return Value(self.data**n, Chain(self, slope))

    def __neg__(self):
        return Value(-self.data, Chain(self, -1.0))

    def __sub__(self, o):
        return self + -o

    def __truediv__(self, o):
        return self * o**-1

    def __radd__(self, k):
        return self + k

    def __rsub__(self, k):
        return Value(k - self.data, Chain(self, -1.0))

    def __rmul__(self, k):
        return self * k

    def __rtruediv__(self, k):
        return self**-1 * k

    def tanh(self):
        th = math.tanh(self.data)
        return Value(th, Chain(self, 1 - th**2))

    def exp(self):
        ex = math.exp(self.data)
        return Value(ex, Chain(self, ex))

    def relu(self):
        return Value(max(0.0, self.data), Chain(self, float(0 < self.data)))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._backward:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            for rule in node._backward:
                rule(node.grad)


def build_topo(v, visited, topo):
    stack = [(v, True)]
    while stack:
        node, first_time = stack.pop()
        if first_time and node in visited:
            continue
        if first_time:
            visited.add(node)
            stack.append((node, False))
            stack.extend((p, True) for p in node._prev)
        else:
            topo.append(node)


def zero_grad(root):
    root.grad = 0.0
    todo = [root]
    while todo:
        for p in todo.pop()._prev:
            p.grad = 0.0
            todo.append(p)
