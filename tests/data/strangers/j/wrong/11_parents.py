"""Two explicit stacks: one to descend, one that fills with the finished order."""
import math

class Value:
    def __init__(self, data, parents=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = list(parents)
        self._backward = None

    def __add__(self, other):
        other = coerce(other)
        out = Value(self.data + other.data, [self, other])
        out._backward = lambda g: (g, g)
        return out

    def __mul__(self, other):
        other = coerce(other)
        out = Value(self.data * other.data, [self, other])
        out._backward = lambda g: (g * other.data, g * self.data)
        return out

    def __truediv__(self, other):
        other = coerce(other)
        out = Value(self.data / other.data, [self, other])
        out._backward = lambda g: (g / other.data, -g * self.data / other.data ** 2)
        return out

    def __pow__(self, n):
        out = Value(self.data ** n, [self])
        out._backward = lambda g: (g * n * self.data ** (n - 1) if n != 0 else 0.0,)
        return out

    def __neg__(self):
        out = Value(-self.data, [self])
        out._backward = lambda g: (-g,)
        return out

    def __sub__(self, other):
        return self + (-coerce(other))

    def __radd__(self, other):
        return coerce(other) + self

    def __rsub__(self, other):
        return coerce(other) - self

    def __rmul__(self, other):
        return coerce(other) * self

    def __rtruediv__(self, other):
        return coerce(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, [self])
        out._backward = lambda g: (g * (1 - t * t),)
        return out

    def exp(self):
        e = math.exp(self.data)
        out = Value(e, [self])
        out._backward = lambda g: (g * e,)
        return out

    def relu(self):
        alive = self.data > 0
        out = Value(self.data if alive else 0.0, [self])
        out._backward = lambda g: (g if alive else 0.0,)
        return out

    def backward(self):
        finished = []
        build_topo(self, set(), finished)
        for node in finished:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while finished:
            node = finished.pop()
            if node._backward:
                for p, g in zip(node._prev, node._backward(node.grad)):
                    p.grad += g

def coerce(x):
    return x if isinstance(x, Value) else Value(x)

def build_topo(v, visited, topo):
    nodes, positions = [v], [0]
    visited.add(v)
    while nodes:
        node, i = nodes[-1], positions[-1]
        if i == len(node._prev):
            topo.append(nodes.pop())
            positions.pop()
            continue
        positions[-1] += 1
        child = node._prev[i]
        if child not in visited:
            visited.add(child)
            nodes.append(child)
            positions.append(0)

def zero_grad(root):
    below = []
    build_topo(root, set(), below)
    for node in below[:-1]:
        node.grad = 0.0
