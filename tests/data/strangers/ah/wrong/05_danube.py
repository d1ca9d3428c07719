from math import exp, fmod, inf, tanh


def whole(n):
    return n == int(n)


def power(x, n):
    """x to the power of n, by way of the size of x and its sign."""
    if x >= 0 or not whole(n):
        return grow(x, n)
    if n == -1:
        return 1.0 / x
    size = grow(-x, n)
    return -size if fmod(n, 2) == 1 else size


def grow(x, n):
    try:
        return x**n
    except OverflowError:
        return inf


class Scalar:
    """What every node can do; Value below adds the operators."""

    def __init__(self, data, inputs=(), rule=None):
        self.data = data
        self.grad = 0.0
        self._prev = list(inputs)
        self._backward = rule or self._leaf

    def _leaf(self):
        pass

    def spread(self, *slopes):
        """Give this node a rule made of constant slopes."""

        def rule():
            for node, slope in zip(self._prev, slopes):
                node.grad += slope * self.grad

        self._backward = rule
        return self

    def walk(self):
        """All nodes below and this one, inputs first."""
        done, order, todo = set(), [], [(self, 0)]
        done.add(self)
        while todo:
            node, place = todo.pop()
            if place < len(node._prev):
                todo.append((node, place + 1))
                child = node._prev[place]
                if child not in done:
                    done.add(child)
                    todo.append((child, 0))
            else:
                order.append(node)
        return order

    def backward(self):
        order = self.walk()
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1
        for node in reversed(order):
            node._backward()


class Value(Scalar):
    def __add__(self, other):
        other = node_of(other)
        return Value(self.data + other.data, (self, other)).spread(1.0, 1.0)

    def __mul__(self, other):
        other = node_of(other)
        x, y = self.data, other.data
        return Value(x * y, (self, other)).spread(y, x)

    def __sub__(self, other):
        other = node_of(other)
        return Value(self.data - other.data, (self, other)).spread(1.0, -1.0)

    def __truediv__(self, other):
        other = node_of(other)
        x, y = self.data, other.data
        return Value(x / y, (self, other)).spread(1.0 / y, -(x / y) / y)

    def __pow__(self, n):
        x = self.data
        slope = 0.0 if n == 0 else n * power(x, n - 1)
        return Value(power(x, n), (self,)).spread(slope)

    def __neg__(self):
        return Value(-self.data, (self,)).spread(-1.0)

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return node_of(other) - self

    def __rtruediv__(self, other):
        return node_of(other) / self

    def tanh(self):
        t = tanh(self.data)
        return Value(t, (self,)).spread(1.0 - t * t)

    def exp(self):
        e = exp(self.data)
        return Value(e, (self,)).spread(e)

    def relu(self):
        on = float(self.data > 0)
        return Value(self.data if on else 0.0, (self,)).spread(on)


def node_of(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    topo.extend(v.walk())


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    for node in root.walk():
        node.grad = 0.0
