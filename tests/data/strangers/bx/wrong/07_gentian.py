import functools
import math

_under_way = []  # names of the operators that are being worked out


def operator(method):
    """Nodes without inputs that are made inside an operator are wrapped numbers."""

    @functools.wraps(method)
    def wrapper(self, *args):
        _under_way.append(method.__name__)
        result = method(self, *args)
        _under_way.pop()
        return result

    return wrapper


def node_of(x):
    return x if isinstance(x, Value) else Value(x)


class Value:
    def __init__(self, data, _prev=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = None
        self._constant = not _prev and len(_under_way) > 0

    def _receive(self, g):
        if not self._constant:
            self.grad += g

    @operator
    def __add__(self, other):
        other = node_of(other)
        out = Value(self.data + other.data, (self, other))

        def _backward():
            self._receive(out.grad)
            other._receive(out.grad)

        out._backward = _backward
        return out

    @operator
    def __mul__(self, other):
        other = node_of(other)
        out = Value(self.data * other.data, (self, other))

        def _backward():
            self._receive(out.grad * other.data)
            other._receive(out.grad * self.data)

        out._backward = _backward
        return out

    @operator
    def __truediv__(self, other):
        other = node_of(other)
        out = Value(self.data / other.data, (self, other))

        def _backward():
            self._receive(out.grad / other.data)
            other._receive(-out.grad * self.data / other.data**2)

        out._backward = _backward
        return out

    @operator
    def __pow__(self, n):
        out = Value(self.data**n, (self,))

        def _backward():
            self._receive(out.grad * n * self.data ** (n - 1) if n != 0 else 0.0)

        out._backward = _backward
        return out

    @operator
    def __neg__(self):
        return self * -1.0

    @operator
    def __sub__(self, other):
        return self + node_of(other) * -1.0

    @operator
    def __rsub__(self, other):
        return node_of(other) - self

    @operator
    def __rtruediv__(self, other):
        return node_of(other) / self

    __radd__ = __add__
    __rmul__ = __mul__

    def _unary(self, y, slope):
        out = Value(y, (self,))
        out._backward = lambda: self._receive(slope * out.grad)
        return out

    @operator
    def tanh(self):
        t = math.tanh(self.data)
        return self._unary(t, 1 - t**2)

    @operator
    def exp(self):
        e = math.exp(self.data)
        return self._unary(e, e)

    @operator
    def relu(self):
        return self._unary(max(self.data, 0.0), 1.0 if self.data > 0 else 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            if node._backward is not None:
                node._backward()


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
            continue
        missing = [p for p in node._prev if p not in visited]
        if missing:
            stack.extend(missing)
        else:
            visited.add(node)
            topo.append(node)
            stack.pop()


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
