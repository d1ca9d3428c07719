import math


class Tour:
    number = 0

    @classmethod
    def begin(cls):
        cls.number += 1


class Value:
    def __init__(self, data, _prev=()):
        self.data = float(data)
        self.grad = 0.0
        self.stamp = 0
        self._prev = _prev

    def _backward(self):
        pass

    def tour(self):
        """Every node not yet stamped on this tour, inputs before consumers."""
        now = Tour.number
        if self.stamp == now:
            return []
        found, trail = [], [(self, iter(self._prev))]
        self.stamp = now
        while trail:
            node, inputs = trail[-1]
            fresh = next((p for p in inputs if p.stamp != now), None)
            if fresh is None:
                found.append(node)
                trail.pop()
            else:
                fresh.stamp = now
                trail.append((fresh, iter(fresh._prev)))
        return found

    def backward(self):
        Tour.begin()
        found = self.tour()
        for node in found:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(found):
            node._backward()

    def __add__(self, other):
        return Sum(self, other if isinstance(other, Value) else Value(other))

    def __mul__(self, other):
        return Product(self, other if isinstance(other, Value) else Value(other))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Function(self, self.data ** n, slope)

    def __neg__(self):
        return Function(self, -self.data, -1.0)

    def __sub__(self, other):
        return self + (-other)

    def __truediv__(self, other):
        return self * (other ** -1 if isinstance(other, Value) else 1 / other)

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self ** -1 * other

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def tanh(self):
        t = math.tanh(self.data)
        return Function(self, t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return Function(self, e, e)

    def relu(self):
        on = 1.0 if self.data > 0 else 0.0
        return Function(self, self.data if on else 0.0, on)


class Sum(Value):
    def __init__(self, a, b):
        super().__init__(a.data + b.data, (a, b))

    def _backward(self):
        for p in self._prev:
            p.grad += self.grad


class Product(Value):
    def __init__(self, a, b):
        super().__init__(a.data * b.data, (a, b))
        self.a, self.b = a.data, b.data

    def _backward(self):
        self._prev[0].grad += self.b * self.grad
        self._prev[1].grad += self.a * self.grad


class Function(Value):
    def __init__(self, a, data, slope):
        super().__init__(data, (a,))
        self.slope = slope

    def _backward(self):
        self._prev[0].grad += self.slope * self.grad


def build_topo(v, visited, topo):
    Tour.begin()
    topo.extend(v.tour())


def zero_grad(root):
    for node in root.tour():
        node.grad = 0.0
