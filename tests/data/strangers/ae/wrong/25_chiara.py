import math


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = lambda: None

    def _through(self, f, slope):
        """Send this value through a function of one number."""
        out = Value(f(self.data), (self,))

        def _backward():
            self.grad += slope(self.data, out.data) * out.grad

        out._backward = _backward
        return out

    def _with(self, other, f, slopes):
        """Combine this value with another one."""
        out = Value(f(self.data, other.data), (self, other))

        def _backward():
            first, second = slopes(self.data, other.data)
            self.grad += first * out.grad
            other.grad += second * out.grad

        out._backward = _backward
        return out

    def __add__(self, other):
        return self._with(node(other), lambda x, y: x + y, lambda x, y: (1.0, 1.0))

    def __sub__(self, other):
        return self._with(node(other), lambda x, y: x - y, lambda x, y: (1.0, -1.0))

    def __mul__(self, other):
        return self._with(node(other), lambda x, y: x * y, lambda x, y: (y, x))

    def __truediv__(self, other):
        return self._with(node(other), lambda x, y: x / y, lambda x, y: (1.0 / y, -(x / y) / y))

    def __radd__(self, other):
        return node(other) + self

    def __rsub__(self, other):
        return node(other) - self

    def __rmul__(self, other):
        return node(other) * self

    def __rtruediv__(self, other):
        return node(other) / self

    def __pow__(self, n):
        return self._through(
            lambda x: x**n, lambda x, y: n * x ** (n - 1) if n != 0 else 0.0
        )

    def __neg__(self):
        return self._through(lambda x: -x, lambda x, y: -1.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._prev:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            v._backward()


FUNCTIONS = {
    "relu": (lambda x: max(x, 0.0), lambda x, y: 1.0 if x > 0 else 0.0),
    "exp": (math.exp, lambda x, y: y),
    "tanh": (math.tanh, lambda x, y: 1.0 - y * y),
}

for name, (f, slope) in FUNCTIONS.items():
    setattr(Value, name, lambda self: self._through(f, slope))


def node(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        n, second_time = stack.pop()
        if second_time:
            topo.append(n)
        elif n not in visited:
            visited.add(n)
            stack.append((n, True))
            stack.extend([(p, False) for p in n._prev])


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
