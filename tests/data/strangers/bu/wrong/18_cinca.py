import math


def _relu(x):
    return x if x > 0.0 else 0.0


# name: (function, derivative from x and y)
FUNCTIONS = {
    "tanh": (math.tanh, lambda x, y: 1.0 - y * y),
    "exp": (math.exp, lambda x, y: y),
    "relu": (_relu, lambda x, y: 1.0 if x > 0.0 else 0.0),
}


class Value(object):
    def __init__(self, data, inputs=(), slopes=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(inputs)
        self._slopes = tuple(slopes)
        self._known = {}

    def _backward(self):
        g = self.grad
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * g

    # ---------- two inputs ----------
    @staticmethod
    def _of(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        other = Value._of(other)
        return Value(self.data + other.data, [self, other], [1.0, 1.0])

    __radd__ = __add__

    def __mul__(self, other):
        other = Value._of(other)
        return Value(self.data * other.data, [self, other], [other.data, self.data])

    __rmul__ = __mul__

    def __sub__(self, other):
        other = Value._of(other)
        return Value(self.data - other.data, [self, other], [1.0, -1.0])

    def __rsub__(self, other):
        return Value._of(other) - self

    def __truediv__(self, other):
        other = Value._of(other)
        q = self.data / other.data
        return Value(q, [self, other], [1.0 / other.data, -q / other.data])

    def __rtruediv__(self, other):
        return Value._of(other) / self

    # ---------- one input ----------
    def __neg__(self):
        return Value(-self.data, [self], [-1.0])

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return Value(self.data ** n, [self], [slope])

    def _apply(self, name):
        function, derivative = FUNCTIONS[name]
        # tanh and exp are slow, so keep what has been worked out
        key = name
        if key not in self._known:
            y = function(self.data)
            self._known[key] = y, derivative(self.data, y)
        y, slope = self._known[key]
        return Value(y, [self], [slope])

    def tanh(self):
        return self._apply("tanh")

    def exp(self):
        return self._apply("exp")

    def relu(self):
        return self._apply("relu")

    # ---------- the engine ----------
    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def build_topo(v, visited, topo):
    """Depth first, with a list of iterators in place of the recursion."""
    visited.add(v)
    path = [v]
    iters = [iter(v._prev)]
    while path:
        for child in iters[-1]:
            if child not in visited:
                visited.add(child)
                path.append(child)
                iters.append(iter(child._prev))
                break
        else:
            iters.pop()
            topo.append(path.pop())


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
