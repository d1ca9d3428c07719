import math
import numbers


class Op:
    """A local rule: called without arguments, it hands `out`'s gradient on."""

    def __init__(self, out):
        self.out = out

    def __call__(self):
        for node, slope in zip(self.out._prev, self.slopes(*self.out._prev)):
            node.grad += slope * self.out.grad


class Leaf(Op):
    def slopes(self):
        return ()


class Plus(Op):
    def slopes(self, a, b):
        return 1.0, 1.0


class Times(Op):
    def slopes(self, a, b):
        return b.data, a.data


class Over(Op):
    def slopes(self, a, b):
        return 1.0 / b.data, -self.out.data / b.data


class Power(Op):
    exponent = None

    def slopes(self, a):
        n = self.exponent
        return (0.0 if n == 0 else n * a.data ** (n - 1),)


class Tanh(Op):
    def slopes(self, a):
        return (1.0 - self.out.data**2,)


class Exp(Op):
    def slopes(self, a):
        return (self.out.data,)


class Relu(Op):
    def slopes(self, a):
        return (1.0 if self.out.data > 0.0 else 0.0,)


class Value:
    def __init__(self, data, _prev=(), rule=Leaf):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = rule(self)

    def __add__(self, other):
        other = lift(other)
        return Value(self.data + other.data, (self, other), Plus)

    def __mul__(self, other):
        other = lift(other)
        return Value(self.data * other.data, (self, other), Times)

    def __truediv__(self, other):
        other = lift(other)
        return Value(self.data / other.data, (self, other), Over)

    def __pow__(self, n):
        out = Value(self.data**n, (self,), Power)
        out._backward.exponent = n
        return out

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + lift(other) * -1.0

    def __radd__(self, other):
        return lift(other) + self

    def __rmul__(self, other):
        return lift(other) * self

    def __rsub__(self, other):
        return lift(other) - self

    def __rtruediv__(self, other):
        return lift(other) / self

    def tanh(self):
        return Value(math.tanh(self.data), (self,), Tanh)

    def exp(self):
        return Value(math.exp(self.data), (self,), Exp)

    def relu(self):
        return Value(max(self.data, 0.0), (self,), Relu)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def lift(x):
    if isinstance(x, numbers.Real):
        return Value(x)
    return x


def build_topo(v, visited, topo):
    trail = [(v, False)]
    while trail:
        node, after_inputs = trail.pop()
        if after_inputs:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            trail.append((node, True))
            for p in reversed(node._prev):
                trail.append((p, False))


def zero_grad(root):
    root.grad = 0.0
    seen = {root}
    frontier = [root]
    while frontier:
        node = frontier.pop()
        for p in node._prev:
            if p not in seen:
                p.grad = 0.0
                frontier.append(p)
