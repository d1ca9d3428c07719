import cmath

TINY = 1e-20


class Value:
    def __init__(self, data, f=None, _prev=()):
        self.data = data
        self.grad = 0.0
        self.f = f
        self._prev = list(_prev)

    @classmethod
    def apply(cls, f, *inputs):
        nodes = [x if isinstance(x, Value) else Value(x) for x in inputs]
        return cls(f(*(n.data for n in nodes)), f, nodes)

    def _backward(self):
        """Nudge one input after the other along the imaginary axis."""
        numbers_in = [complex(n.data) for n in self._prev]
        shares = []
        for i in range(len(numbers_in)):
            nudged = list(numbers_in)
            nudged[i] += TINY * 1j
            shares.append(complex(self.f(*nudged)).imag / TINY * self.grad)
        for n, share in zip(self._prev, shares):
            n.grad += share

    def __add__(self, other):
        return Value.apply(lambda x, y: x + y, self, other)

    def __radd__(self, other):
        return Value.apply(lambda x, y: x + y, other, self)

    def __sub__(self, other):
        return Value.apply(lambda x, y: x - y, self, other)

    def __rsub__(self, other):
        return Value.apply(lambda x, y: x - y, other, self)

    def __mul__(self, other):
        return Value.apply(lambda x, y: x * y, self, other)

    def __rmul__(self, other):
        return Value.apply(lambda x, y: x * y, other, self)

    def __truediv__(self, other):
        return Value.apply(lambda x, y: x / y, self, other)

    def __rtruediv__(self, other):
        return Value.apply(lambda x, y: x / y, other, self)

    def __neg__(self):
        return Value.apply(lambda x: -x, self)

    def __pow__(self, n):
        return Value.apply(lambda x: x**n, self)

    def tanh(self):
        return Value.apply(real_or_complex(cmath.tanh), self)

    def exp(self):
        return Value.apply(real_or_complex(cmath.exp), self)

    def relu(self):
        return Value.apply(lambda x: x if complex(x).real > 0 else 0.0, self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for n in topo:
            if n._prev:
                n.grad = 0.0
        self.grad += 1.0
        for n in topo[::-1]:
            n._backward()


def real_or_complex(f):
    def g(x):
        y = f(x)
        return y if isinstance(x, complex) else y.real

    return g


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((p, False) for p in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for n in topo:
        n.grad = 0.0


if __name__ == "__main__":
    x, y = Value(2.0), Value(3.0)
    z = x * y + x
    z.backward()
    print(z.data, x.grad, y.grad)
