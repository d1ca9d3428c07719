import math


def tanh(x):
    if abs(x) > 20.0:
        return math.copysign(1.0, x)
    q = math.exp(2.0 * x)
    return (q - 1.0) / (q + 1.0)


def relu(x):
    return x if x > 0.0 else 0.0


class Value:
    def __init__(self, data, _prev=(), _local=()):
        self.data = data
        self.grad = 0.0
        self._prev = list(_prev)
        self._local = _local

    def __repr__(self):
        return "Value(%r)" % self.data

    def _backward(self):
        for k in range(len(self._prev)):
            self._prev[k].grad += self._local[k] * self.grad

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, [self, other], [1.0, 1.0])

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, [self, other], [other.data, self.data])

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, [self], [slope])

    def tanh(self):
        t = tanh(self.data)
        return Value(t, [self], [1.0 - t * t])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [self], [e])

    def relu(self):
        return Value(relu(self.data), [self], [1.0 if self.data > 0.0 else 0.0])

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return -self + other

    def __truediv__(self, other):
        return self * other**-1.0

    def __rtruediv__(self, other):
        return self**-1.0 * other

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in filter(lambda node: node._prev, order):
            node.grad = 0.0
        self.grad += 1.0
        for node in order[::-1]:
            node._backward()


def build_topo(v, visited, topo):
    """Depth first from the root, root first; turned round at the end."""
    count = {v: 0}
    todo = [v]
    while todo:
        for n in todo.pop()._prev:
            if n not in count:
                count[n] = 0
                todo.append(n)
            count[n] += 1
    ready = [v]
    while ready:
        node = ready.pop()
        visited.add(node)
        topo.append(node)
        for n in node._prev:
            count[n] -= 1
            if count[n] == 0:
                ready.append(n)
    topo.reverse()


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
