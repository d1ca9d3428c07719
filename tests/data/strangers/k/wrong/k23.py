import math
import operator


class Value:
    def __init__(self, data, children=()):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(children)
        self._backward = lambda: None

    def _binary(self, other, f, into_left, into_right):
        if not isinstance(other, Value):
            other = Value(other)
        left, right = self, other
        out = Value(f(left.data, right.data), (left, right))

        def rule():
            left.grad += into_left(out.grad, left.data, right.data)
            right.grad += into_right(out.grad, left.data, right.data)

        out._backward = rule
        return out

    def _unary(self, f, into):
        out = Value(f(self.data), (self,))

        def rule():
            self.grad += into(out.grad, self.data, out.data)

        out._backward = rule
        return out

    def __add__(self, other):
        return self._binary(
            other,
            operator.add,
            into_left=lambda g, x, y: g,
            into_right=lambda g, x, y: g,
        )

    def __sub__(self, other):
        return self._binary(
            other,
            operator.sub,
            into_left=lambda g, x, y: g,
            into_right=lambda g, x, y: g,
        )

    def __mul__(self, other):
        return self._binary(
            other,
            operator.mul,
            into_left=lambda g, x, y: g * y,
            into_right=lambda g, x, y: g * x,
        )

    def __truediv__(self, other):
        return self._binary(
            other,
            operator.truediv,
            into_left=lambda g, x, y: g / y,
            into_right=lambda g, x, y: -g * x / (y * y),
        )

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self

    def __neg__(self):
        return self._unary(operator.neg, lambda g, x, y: -g)

    def __pow__(self, n):
        def into(g, x, y):
            return g * n * x ** (n - 1) if n != 0 else 0.0

        return self._unary(lambda x: x**n, into)

    def tanh(self):
        return self._unary(math.tanh, lambda g, x, y: g * (1 - y**2))

    def exp(self):
        return self._unary(math.exp, lambda g, x, y: g * y)

    def relu(self):
        return self._unary(lambda x: max(x, 0.0), lambda g, x, y: g if x > 0 else 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    met = {v}
    stack = [(v, iter(v._prev))]
    while stack:
        node, children = stack[-1]
        child = next(children, None)
        if child is None:
            topo.append(node)
            visited.add(node)
            stack.pop()
        elif child not in met:
            met.add(child)
            stack.append((child, iter(child._prev)))


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
