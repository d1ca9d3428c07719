"""No derivative is written down: each is found by the complex step. The formula is worked
out at x + ih with a tiny h (a power of two, so dividing by it is exact), and the imaginary
part over h is the derivative to the last digit. Backwards it is an ordinary chain rule."""

import cmath

H = 2.0**-400


class Value:
    def __init__(self, data, _formula=None, *_prev):
        self.data = data
        self.grad = 0.0
        self._formula = _formula
        self._prev = list(_prev)

    @classmethod
    def _make(cls, formula, *inputs):
        inputs = [i if isinstance(i, Value) else cls(i) for i in inputs]
        result = formula(*(complex(i.data) for i in inputs)).real
        node = cls(result, formula, *inputs)
        node._point = [i.data for i in inputs]
        return node

    def _slope(self, k):
        point = [complex(x, H if i == k else 0.0) for i, x in enumerate(self._point)]
        return self._formula(*point).imag / H

    def _backward(self):
        for k, node in enumerate(self._prev):
            node.grad += self._slope(k) * self.grad

    def __add__(self, other):
        return Value._make(lambda x, y: x + y, self, other)

    def __radd__(self, other):
        return Value._make(lambda x, y: x + y, other, self)

    def __sub__(self, other):
        return Value._make(lambda x, y: x - y, self, other)

    def __rsub__(self, other):
        return Value._make(lambda x, y: x - y, other, self)

    def __mul__(self, other):
        return Value._make(lambda x, y: x * y, self, other)

    def __rmul__(self, other):
        return Value._make(lambda x, y: x * y, other, self)

    def __truediv__(self, other):
        return Value._make(lambda x, y: x / y, self, other)

    def __rtruediv__(self, other):
        return Value._make(lambda x, y: x / y, other, self)

    def __neg__(self):
        return Value._make(lambda x: -x, self)

    def __pow__(self, n):
        # x ** n of a number and its first-order change: complex powers lose digits
        def formula(z):
            x, h = z.real, z.imag
            return complex(x**n, n * x ** (n - 1) * h if n != 0 and h else 0.0)

        return Value._make(formula, self)

    def tanh(self):
        return Value._make(cmath.tanh, self)

    def exp(self):
        return Value._make(cmath.exp, self)

    def relu(self):
        return Value._make(lambda z: z if z.real > 0 else 0j, self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        missing = [p for p in node._prev if p not in visited]
        if node in visited or not missing:
            stack.pop()
            if node not in visited:
                visited.add(node)
                topo.append(node)
        else:
            stack += missing


def zero_grad(root):
    seen, todo = set(), [root]
    while todo:
        node = todo.pop()
        if node not in seen:
            seen.add(node)
            node.grad = 0.0
            todo += node._prev
