import math


def wrap(x):
    return x if isinstance(x, Value) else Value(x)


class Value(object):
    """A number in a graph."""

    def __init__(self, data, inputs=None, rule=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = inputs or ()
        self._backward = rule or self._stay

    def _stay(self):
        pass

    # -- sums ---------------------------------------------------------------

    def __add__(self, other):
        other = wrap(other)
        out = Value(self.data + other.data, (self, other))

        def pull():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = pull
        return out

    def __sub__(self, other):
        other = wrap(other)
        out = Value(self.data - other.data, (self, other))

        def pull():
            self.grad += out.grad
            other.grad -= self.grad

        out._backward = pull
        return out

    def __radd__(self, other):
        return wrap(other) + self

    def __rsub__(self, other):
        return wrap(other) - self

    def __neg__(self):
        return 0.0 - self

    # -- products -----------------------------------------------------------

    def __mul__(self, other):
        other = wrap(other)
        out = Value(self.data * other.data, (self, other))

        def pull():
            g = out.grad
            self.grad += g * other.data
            other.grad += g * self.data

        out._backward = pull
        return out

    def __rmul__(self, other):
        return wrap(other) * self

    def __truediv__(self, other):
        other = wrap(other)
        out = Value(self.data / other.data, (self, other))

        def pull():
            g = out.grad / other.data
            self.grad += g
            other.grad -= g * out.data

        out._backward = pull
        return out

    def __rtruediv__(self, other):
        return wrap(other) / self

    def __pow__(self, n):
        out = Value(self.data**n, (self,))

        def pull():
            if n == 0:
                return
            self.grad += out.grad * n * self.data ** (n - 1)

        out._backward = pull
        return out

    # -- bends --------------------------------------------------------------

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))

        def pull():
            self.grad += out.grad * (1 - out.data**2)

        out._backward = pull
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,))

        def pull():
            self.grad += out.grad * out.data

        out._backward = pull
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,))

        def pull():
            self.grad += out.grad * (out.data > 0)

        out._backward = pull
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


def build_topo(v, visited, topo):
    path = [v]
    opened = set()
    while path:
        n = path[-1]
        if n not in opened:
            opened.add(n)
            path.extend(i for i in n._prev if i not in opened)
        else:
            path.pop()
            if n not in visited:
                visited.add(n)
                topo.append(n)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for n in topo:
        n.grad = 0.0
