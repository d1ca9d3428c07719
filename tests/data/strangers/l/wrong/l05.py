import math


class Vec(list):
    """A very small array: elementwise arithmetic, nothing more."""

    def __mul__(self, k):
        return Vec(x * k for x in self)

    def __add__(self, other):
        return Vec(x + y for x, y in zip(self, other))

    def dot(self, other):
        return math.fsum(x * y for x, y in zip(self, other))


def asnode(x):
    return x if isinstance(x, Value) else Value(x)


def gather(nodes, field):
    return Vec(getattr(n, field) for n in nodes)


def scatter_add(nodes, vec):
    for n, x in zip(nodes, vec):
        n.grad += x


def node(f, inputs):
    """f takes the vector of inputs and returns the value and the Jacobian row."""
    inputs = [asnode(i) for i in inputs]
    value, jac = f(gather(inputs, "data"))
    out = Value(value)
    out._prev = tuple(inputs)
    out._jac = Vec(jac)
    out._backward = lambda g: scatter_add(inputs, out._jac * g)
    return out


def f_linear(*weights):
    return lambda x: (x.dot(Vec(weights)), weights)


def f_product(x):
    a, b = x
    return a * b, (b, a)


def f_quotient(x):
    a, b = x
    q = a / b
    return q, (1.0 / b, -q / b)


def f_power(n):
    def f(x):
        (a,) = x
        slope = n * a ** (n - 1)
        return a ** n, (slope,)
    return f


def f_tanh(x):
    t = math.tanh(x[0])
    return t, (1.0 - t * t,)


def f_exp(x):
    e = math.exp(x[0])
    return e, (e,)


def f_relu(x):
    step = float(x[0] > 0)
    return step * x[0], (step,)


class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._jac = Vec()
        self._backward = lambda g: None

    def __add__(self, o): return node(f_linear(1.0, 1.0), [self, o])
    def __radd__(self, o): return node(f_linear(1.0, 1.0), [o, self])
    def __sub__(self, o): return node(f_linear(1.0, -1.0), [self, o])
    def __rsub__(self, o): return node(f_linear(1.0, -1.0), [o, self])
    def __neg__(self): return node(f_linear(-1.0), [self])
    def __mul__(self, o): return node(f_product, [self, o])
    def __rmul__(self, o): return node(f_product, [o, self])
    def __truediv__(self, o): return node(f_quotient, [self, o])
    def __rtruediv__(self, o): return node(f_quotient, [o, self])
    def __pow__(self, n): return node(f_power(n), [self])
    def tanh(self): return node(f_tanh, [self])
    def exp(self): return node(f_exp, [self])
    def relu(self): return node(f_relu, [self])

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        inner = [n for n in topo if n._prev]
        for n in inner:
            n.grad = 0.0
        self.grad += 1.0
        for n in inner[::-1]:
            n._backward(n.grad)


def build_topo(v, visited, topo):
    path = [(v, list(v._prev))]
    visited.add(v)
    while path:
        here, rest = path[-1]
        if not rest:
            topo.append(here)
            path.pop()
            continue
        nxt = rest.pop()
        if nxt not in visited:
            visited.add(nxt)
            path.append((nxt, list(nxt._prev)))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for n in topo:
        n.grad = 0.0
