import math
import functools


def wraps_number(method):
    """The other operand may be a plain number: make it a Value."""

    @functools.wraps(method)
    def wrapper(self, other):
        if isinstance(other, (int, float)):
            other = Value(other)
        return method(self, other)

    return wrapper


def attach(out, local):
    out._backward = local
    return out


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data, self.grad, self._prev, self._op = data, 0.0, _prev, _op
        self._backward = lambda: None

    def tanh(self):
        out = Value(math.tanh(self.data), [self], "tanh")

        def local():
            self.grad += out.grad * (1 - out.data**2)

        return attach(out, local)

    def exp(self):
        out = Value(math.exp(self.data), [self], "exp")

        def local():
            self.grad += out.grad * math.exp(out.data)

        return attach(out, local)

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, [self], "relu")

        def local():
            self.grad += out.grad * float(out.data > 0)

        return attach(out, local)

    @wraps_number
    def __add__(self, other):
        out = Value(self.data + other.data, [self, other], "+")

        def local():
            self.grad += out.grad
            other.grad += out.grad

        return attach(out, local)

    @wraps_number
    def __sub__(self, other):
        out = Value(self.data - other.data, [self, other], "-")

        def local():
            self.grad += out.grad
            other.grad -= out.grad

        return attach(out, local)

    @wraps_number
    def __mul__(self, other):
        out = Value(self.data * other.data, [self, other], "*")

        def local():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        return attach(out, local)

    @wraps_number
    def __truediv__(self, other):
        out = Value(self.data / other.data, [self, other], "/")

        def local():
            self.grad += out.grad / other.data
            other.grad -= out.grad * self.data / other.data / other.data

        return attach(out, local)

    def __neg__(self):
        return 0 - self

    def __pow__(self, exponent):
        out = Value(self.data**exponent, [self], "**")

        def local():
            if exponent == 0:
                return
            self.grad += out.grad * exponent * self.data ** (exponent - 1)

        return attach(out, local)

    @wraps_number
    def __radd__(self, other):
        return other + self

    @wraps_number
    def __rsub__(self, other):
        return other - self

    @wraps_number
    def __rmul__(self, other):
        return other * self

    @wraps_number
    def __rtruediv__(self, other):
        return other / self

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if len(node._prev) > 0:
                node.grad = 0.0
        self.grad = self.grad + 1.0
        for node in order[::-1]:
            node._backward()


def build_topo(v, visited, topo):
    def expand(node):
        visited.add(node)
        return node, iter(node._prev)

    path = [expand(v)]
    while path:
        node, inputs = path[-1]
        nxt = next((x for x in inputs if x not in visited), None)
        if nxt is None:
            topo.append(node)
            path.pop()
        else:
            path.append(expand(nxt))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0


if __name__ == "__main__":
    a, b, c = Value(2.0), Value(3.0), Value(1.0)
    L = (a * b + c) * (a + b)
    L.backward()
    print(a.grad, b.grad, c.grad)  # 22 17 5
