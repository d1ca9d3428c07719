import math


class Value:
    def __init__(self, data, prev=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = prev
        self._backward = lambda: None

    def __repr__(self):
        return "Value(%r)" % self.data

    def __eq__(self, other):
        if not isinstance(other, Value):
            return NotImplemented
        return self.data == other.data

    def __hash__(self):
        return id(self)

    def _with(self, other, data):
        """The result of an operation of self and other."""
        return Value(data, (self,) if self == other else (self, other))

    def __add__(self, other):
        other = to_value(other)
        out = self._with(other, self.data + other.data)

        def push():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = push
        return out

    def __mul__(self, other):
        other = to_value(other)
        out = self._with(other, self.data * other.data)

        def push():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = push
        return out

    def __truediv__(self, other):
        other = to_value(other)
        out = self._with(other, self.data / other.data)

        def push():
            self.grad += out.grad / other.data
            other.grad += out.grad * -self.data / other.data ** 2

        out._backward = push
        return out

    def __sub__(self, other):
        other = to_value(other)
        out = self._with(other, self.data - other.data)

        def push():
            self.grad += out.grad
            other.grad += -out.grad

        out._backward = push
        return out

    def __pow__(self, k):
        out = Value(self.data ** k, (self,))

        def push():
            self.grad += out.grad * (k * self.data ** (k - 1) if k != 0 else 0)

        out._backward = push
        return out

    def __neg__(self):
        out = Value(-self.data, (self,))

        def push():
            self.grad -= out.grad

        out._backward = push
        return out

    def __radd__(self, other):
        return to_value(other) + self

    def __rsub__(self, other):
        return to_value(other) - self

    def __rmul__(self, other):
        return to_value(other) * self

    def __rtruediv__(self, other):
        return to_value(other) / self

    def tanh(self):
        return self._function(math.tanh, lambda x, y: 1 - y * y)

    def exp(self):
        return self._function(math.exp, lambda x, y: y)

    def relu(self):
        return self._function(lambda x: x if x > 0 else 0.0, lambda x, y: float(x > 0))

    def _function(self, f, slope):
        out = Value(f(self.data), (self,))

        def push():
            self.grad += out.grad * slope(self.data, out.data)

        out._backward = push
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for n in topo:
            if n._prev:
                n.grad = 0.0
        self.grad += 1.0
        for n in reversed(topo):
            n._backward()


def to_value(x):
    if isinstance(x, Value):
        return x
    return Value(x)


def build_topo(v, visited, topo):
    stack = [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        n, inputs = stack[-1]
        nxt = next(inputs, None)
        if nxt is None:
            stack.pop()
            topo.append(n)
        elif nxt not in visited:
            visited.add(nxt)
            stack.append((nxt, iter(nxt._prev)))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for n in topo:
        n.grad = 0.0
