import math


class Operator:
    """A descriptor. `node.tanh` or `a + b` finds it on the class and gets a bound operation."""

    def __init__(self, value, slopes, reflected=False):
        self.value, self.slopes, self.reflected = value, slopes, reflected

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, node, owner=None):
        if node is None:
            return self

        def bound(*others):
            operands = [node, *(o if isinstance(o, Number) else Value(o) for o in others)]
            if self.reflected:
                operands.reverse()
            xs = [operand.data for operand in operands]
            z = self.value(*xs)
            return Value(z).made_of(operands, self.slopes(*xs, z))

        return bound

    def turned(self):
        return Operator(self.value, self.slopes, True)


class Number:
    """A leaf, until `made_of` turns it into an inner node by giving it another class."""

    _prev = ()

    def __init__(self, data):
        self.data = data
        self.grad = 0.0

    def made_of(self, operands, slopes):
        self.__class__ = Result
        self._prev = tuple(operands)
        self._slopes = tuple(slopes)
        return self

    def _backward(self):
        """A leaf keeps what it gets."""

    def restart(self):
        """And it keeps that from call to call."""

    def backward(self):
        order = below(self)
        for node in order:
            node.restart()
        self.grad += 1.0
        for node in reversed(order):
            node._backward()

    def __repr__(self):
        return f"{type(self).__name__}({self.data}, grad={self.grad})"


def power(x, n):
    try:
        return x**n
    except OverflowError:
        return math.inf if x > 0 or n % 2 == 0 else -math.inf


class Value(Number):
    __add__ = Operator(lambda x, y: x + y, lambda x, y, z: (1.0, 1.0))
    __sub__ = Operator(lambda x, y: x - y, lambda x, y, z: (1.0, -1.0))
    __mul__ = Operator(lambda x, y: x * y, lambda x, y, z: (y, x))
    __truediv__ = Operator(lambda x, y: x / y, lambda x, y, z: (1.0 / y, -z / y))
    __radd__ = __add__.turned()
    __rsub__ = __sub__.turned()
    __rmul__ = __mul__.turned()
    __rtruediv__ = __truediv__.turned()
    __neg__ = Operator(lambda x: -x, lambda x, z: (-1.0,))
    tanh = Operator(math.tanh, lambda x, z: (1.0 - z * z,))
    exp = Operator(math.exp, lambda x, z: (z,))
    relu = Operator(lambda x: x if x > 0 else 0.0, lambda x, z: (1.0 if x > 0 else 0.0,))

    def __pow__(self, n):
        slope = n * power(self.data, n - 1) if n else 0.0
        return Value(power(self.data, n)).made_of([self], [slope])


class Result(Value):
    def restart(self):
        self.grad = 0.0

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * self.grad


def below(root):
    """Inputs first. The walk goes down by one thread, which a note leads back up again."""
    order, came_from, turn = [], {root: None}, {root: 0}
    node = root
    while node is not None:
        if turn[node] < len(node._prev):
            child = node._prev[turn[node]]
            turn[node] += 1
            if child not in came_from:
                came_from[child], turn[child] = node, 0
                node = child
        else:
            order.append(node)
            node = came_from[node]
    return order


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    topo.extend(below(v))


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    for node in below(root):
        node.grad = 0.0
