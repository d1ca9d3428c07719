"""Nothing is added while the rules run: each consumer posts a letter to each of its inputs, and
a node empties its letter box when its turn comes, with math.fsum."""
import math


class Value:
    def __init__(self, data, senders=(), letters=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(senders)
        self._backward = letters

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        boxes = {id(node): [] for node in topo}
        boxes[id(self)].append(1.0)
        for node in reversed(topo):
            post = math.fsum(boxes.pop(id(node)))
            if node._backward is None:
                node.grad += post
                continue
            node.grad = post
            for p, letter in zip(node._prev, node._backward(post)):
                boxes[id(p)].append(letter)

    def __add__(self, other):
        other = addressee(other)
        return Value(self.data + other.data, (self, other), lambda g: (g, g))

    def __mul__(self, other):
        other = addressee(other)
        x, y = self.data, other.data
        return Value(x * y, (self, other), lambda g: (g * y, g * x))

    def __sub__(self, other):
        # a - b = -(b + -a)
        return -(addressee(other) + -self)

    def __truediv__(self, other):
        return self * addressee(other).inverse()

    def inverse(self):
        x = self.data
        return Value(1.0 / x, (self,), lambda g: (-g / (x * x),))

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: (-g,))

    def __pow__(self, n):
        x = self.data
        if n == 0:
            return Value(1.0, (self,), lambda g: (0.0,))
        return Value(x**n, (self,), lambda g: (g * n * x ** (n - 1),))

    def __radd__(self, number):
        return addressee(number) + self

    def __rsub__(self, number):
        return addressee(number) - self

    def __rmul__(self, number):
        return addressee(number) * self

    def __rtruediv__(self, number):
        return addressee(number) * self.inverse()

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: (g * (1.0 - t) * (1.0 + t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: (g * e,))

    def relu(self):
        return self * (1.0 if self.data > 0 else 0.0)


def addressee(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        waiting = None
        if node not in visited:
            for p in node._prev:
                if p not in visited:
                    waiting = p
                    break
        if waiting is not None:
            stack.append(waiting)
            continue
        if node not in visited:
            visited.add(node)
            topo.append(node)
        stack.pop()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
