import math


def coerce(x):
    return x if isinstance(x, Value) else Value(x)


class Comparable:
    def __eq__(self, other):
        return isinstance(other, Value) and self.data == other.data

    def __hash__(self):
        return id(self) // 16

    def __lt__(self, other):
        return self.data < coerce(other).data

    def __gt__(self, other):
        return self.data > coerce(other).data


class Arithmetic:
    def __add__(self, other):
        return Value.binary(self, other, lambda x, y: (x + y, 1.0, 1.0))

    def __sub__(self, other):
        return Value.binary(self, other, lambda x, y: (x - y, 1.0, -1.0))

    def __mul__(self, other):
        return Value.binary(self, other, lambda x, y: (x * y, y, x))

    def __truediv__(self, other):
        return Value.binary(self, other, lambda x, y: (x / y, 1 / y, -x / (y * y)))

    def __pow__(self, n):
        return Value.unary(self, lambda x: (x**n, n * x ** (n - 1) if n else 0.0))

    def __neg__(self):
        return Value.unary(self, lambda x: (-x, -1.0))


class Reflected:
    def __radd__(self, other):
        return coerce(other) + self

    def __rsub__(self, other):
        return coerce(other) - self

    def __rmul__(self, other):
        return coerce(other) * self

    def __rtruediv__(self, other):
        return coerce(other) / self


class InPlace:
    def __iadd__(self, other):
        return self + other

    def __isub__(self, other):
        return self - other

    def __imul__(self, other):
        return self * other

    def __itruediv__(self, other):
        return self / other

    def __ipow__(self, n):
        return self**n


class Functions:
    def tanh(self):
        t = math.tanh(self.data)
        return Value.unary(self, lambda x: (t, 1 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value.unary(self, lambda x: (e, e))

    def relu(self):
        return Value.unary(self, lambda x: (x, 1.0) if x > 0 else (0.0, 0.0))


class Value(Comparable, Arithmetic, Reflected, InPlace, Functions):
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    @classmethod
    def unary(cls, a, recipe):
        data, slope = recipe(a.data)
        out = cls(data)
        out._prev = (a,)

        def pass_on():
            a.grad += slope * out.grad

        out._backward = pass_on
        return out

    @classmethod
    def binary(cls, a, b, recipe):
        b = coerce(b)
        data, left, right = recipe(a.data, b.data)
        out = cls(data)
        out._prev = (a, b)

        def pass_on():
            if a == b:
                a.grad += (left + right) * out.grad
            else:
                a.grad += left * out.grad
                b.grad += right * out.grad

        out._backward = pass_on
        return out

    def backward(self):
        topo_order = []
        build_topo(self, set(), topo_order)
        for node in topo_order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo_order):
            node._backward()


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [(v, 0)]
    while stack:
        node, i = stack.pop()
        if i == len(node._prev):
            topo.append(node)
            continue
        stack.append((node, i + 1))
        p = node._prev[i]
        if p not in visited:
            visited.add(p)
            stack.append((p, 0))


def zero_grad(root):
    topo_order = []
    build_topo(root, set(), topo_order)
    for node in topo_order:
        node.grad = 0.0
