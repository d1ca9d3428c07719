# edges = list of (input, weight); the weight is computed with the value
import math


class Value:
    __slots__ = "data", "grad", "edges"

    def __init__(self, data, edges=()):
        self.data = float(data)
        self.grad = 0.0
        self.edges = edges

    @property
    def _prev(self):
        return [inp for inp, _ in self.edges]

    @property
    def _backward(self):
        def run():
            for inp, weight in self.edges:
                inp.grad += weight * self.grad
        return run

    def __add__(self, other):
        if isinstance(other, Value):
            return Value(self.data + other.data, [(self, 1.0), (other, 1.0)])
        return Value(self.data + other, [(self, 1.0)])

    __radd__ = __add__

    def __neg__(self):
        return Value(-self.data, [(self, -1.0)])

    def __sub__(self, other):
        if isinstance(other, Value):
            return Value(self.data - other.data, [(self, 1.0), (other, -1.0)])
        return Value(self.data - other, [(self, 1.0)])

    def __rsub__(self, number):
        return Value(number - self.data, [(self, -1.0)])

    def __mul__(self, other):
        if isinstance(other, Value):
            return Value(self.data * other.data, [(self, other.data), (other, self.data)])
        return Value(self.data * other, [(self, other)])

    __rmul__ = __mul__

    def __truediv__(self, other):
        if isinstance(other, Value):
            q = self.data / other.data
            return Value(q, [(self, 1 / other.data), (other, -q / other.data)])
        return Value(self.data / other, [(self, 1 / other)])

    def __rtruediv__(self, number):
        return Value(number / self.data, [(self, -number / self.data**2)])

    def __pow__(self, n):
        return Value(self.data**n, [(self, n * self.data ** (n - 1) if n != 0 else 0.0)])

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [(self, (1 - t) * (1 + t))])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [(self, e)])

    def relu(self):
        return Value(self.data, [(self, 1.0)]) if self.data > 0 else Value(0.0, [(self, 0.0)])

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node.edges:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for inp, _ in node.edges:
                stack.append((inp, False))


def zero_grad(root):
    stack, seen = [root], set()
    while stack:
        node = stack.pop()
        if node in seen or node.grad == 0.0:
            continue
        seen.add(node)
        node.grad = 0.0
        stack.extend(node._prev)
