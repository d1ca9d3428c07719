"""No derivative is written down anywhere. A local slope is the imaginary part of the operation
at a complex number a tiny step beside the real axis, divided by the step."""
import cmath
import math
import operator

STEP = 1e-100


def slope(function, numbers, k):
    numbers = list(numbers)
    numbers[k] = complex(numbers[k], STEP)
    return complex(function(*numbers)).imag / STEP


def operation(function, complex_function=None):
    def method(*operands):
        return make(function, complex_function or function, operands)

    return method


def make(function, complex_function, operands):
    out = Value(function(*[getattr(x, "data", x) for x in operands]))
    out._prev = [x if isinstance(x, Value) else Value(x) for x in operands]
    out._function = complex_function
    return out


def complex_power(z, n):
    if z.real < 0:
        # Away from the cut of the logarithm. For a negative number n is whole.
        return (-z) ** n if n % 2 == 0 else -((-z) ** n)
    return z**n


def swapped(method):
    return lambda a, b: method(b, a)


class Value(object):
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = []
        self._function = None

    def _backward(self):
        numbers = [p.data for p in self._prev]
        for k, p in enumerate(self._prev):
            p.grad += slope(self._function, numbers, k) * self.grad

    __add__ = operation(operator.add)
    __sub__ = operation(operator.sub)
    __mul__ = operation(operator.mul)
    __truediv__ = operation(operator.truediv)
    __neg__ = operation(operator.neg)
    __radd__, __rsub__ = swapped(__add__), swapped(__sub__)
    __rmul__, __rtruediv__ = swapped(__mul__), swapped(__truediv__)
    tanh = operation(math.tanh, cmath.tanh)
    exp = operation(math.exp, cmath.exp)
    relu = operation(lambda x: x if x > 0 else 0.0, lambda x: x if x.real > 0 else 0.0)

    def __pow__(self, n):
        return make(lambda x: x**n, lambda z: complex_power(z, n), [self])

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._function:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            v._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        v, ready = stack.pop()
        if ready:
            topo.append(v)
        elif v not in visited:
            visited.add(v)
            stack.append((v, True))
            stack.extend((p, False) for p in v._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
