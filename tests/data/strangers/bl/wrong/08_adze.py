import math


class Node:
    """What all nodes can do."""

    _prev = ()

    def __init__(self, data):
        self.data = data
        self.grad = 0.0

    def _backward(self):
        pass

    def __add__(self, other):
        return Sum(self, other)

    def __radd__(self, other):
        return Sum(other, self)

    def __sub__(self, other):
        return Sum(self, Scaled(other, -1.0))

    def __rsub__(self, other):
        return Sum(other, Scaled(self, -1.0))

    def __neg__(self):
        return Scaled(self, -1.0)

    def __mul__(self, other):
        return Product(self, other)

    def __rmul__(self, other):
        return Product(other, self)

    def __truediv__(self, other):
        return Quotient(self, other)

    def __rtruediv__(self, other):
        return Quotient(other, self)

    def __pow__(self, n):
        return Power(self, n)

    def tanh(self):
        return Tanh(self)

    def exp(self):
        return Exp(self)

    def relu(self):
        return Relu(self)

    def backward(self):
        if not self._prev:
            self.grad += 1.0
            return
        order = []
        build_topo(self, set(), order)
        self.grad = 1.0
        for node in reversed(order):
            if node._prev:
                node._backward()
                if node is not self:
                    node.grad = 0.0


class Value(Node):
    pass


def node_of(x):
    return x if isinstance(x, Node) else Value(float(x))


class Sum(Value):
    def __init__(self, x, y):
        x, y = node_of(x), node_of(y)
        super().__init__(x.data + y.data)
        self._prev = (x, y)

    def _backward(self):
        for inp in self._prev:
            inp.grad += self.grad


class Product(Value):
    def __init__(self, x, y):
        x, y = node_of(x), node_of(y)
        super().__init__(x.data * y.data)
        self._prev = (x, y)
        self.factors = x.data, y.data

    def _backward(self):
        x, y = self._prev
        x.grad += self.grad * self.factors[1]
        y.grad += self.grad * self.factors[0]


class Quotient(Value):
    def __init__(self, x, y):
        x, y = node_of(x), node_of(y)
        super().__init__(x.data / y.data)
        self._prev = (x, y)
        self.below = y.data

    def _backward(self):
        x, y = self._prev
        share = self.grad / self.below
        x.grad += share
        y.grad -= share * self.data


class Single(Value):
    def __init__(self, x, data, slope):
        super().__init__(data)
        self._prev = (x,)
        self.slope = slope

    def _backward(self):
        self._prev[0].grad += self.slope * self.grad


class Scaled(Single):
    def __init__(self, x, k):
        x = node_of(x)
        super().__init__(x, k * x.data, k)


class Power(Single):
    def __init__(self, x, n):
        x = node_of(x)
        super().__init__(x, x.data**n, n * x.data ** (n - 1) if n else 0.0)


class Tanh(Single):
    def __init__(self, x):
        t = math.tanh(x.data)
        super().__init__(x, t, 1.0 - t * t)


class Exp(Single):
    def __init__(self, x):
        e = math.exp(x.data)
        super().__init__(x, e, e)


class Relu(Single):
    def __init__(self, x):
        on = x.data > 0
        super().__init__(x, x.data if on else 0.0, 1.0 if on else 0.0)


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        node, k = stack.pop()
        if k < len(node._prev):
            stack.append((node, k + 1))
            inp = node._prev[k]
            if inp not in visited:
                visited.add(inp)
                stack.append((inp, 0))
        else:
            topo.append(node)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
