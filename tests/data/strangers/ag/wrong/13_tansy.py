import math
import operator as op


class Value:

    def __init__(self, data, inputs=(), rule=None):
        self.data = data
        self._prev = inputs
        self._backward = rule or (lambda: None)
        self._grad = 0.0

    @property
    def data(self):
        return self._data

    @data.setter
    def data(self, new):
        self._data = float(new)

    @property
    def grad(self):
        return self._grad

    @grad.setter
    def grad(self, new):
        if new:
            self._grad = float(new)

    def _node(self, f, df, *others):
        """f of self and the others, whose derivatives are the functions in df."""
        inputs = (self,) + others
        numbers = [i.data for i in inputs]
        slopes = [d(*numbers) for d in df]
        out = Value(f(*numbers), inputs)

        def rule():
            for i, s in zip(inputs, slopes):
                i.grad += s * out.grad

        out._backward = rule
        return out

    def __add__(self, y):
        return self._node(op.add, (lambda a, b: 1, lambda a, b: 1), number(y))

    def __sub__(self, y):
        return self._node(op.sub, (lambda a, b: 1, lambda a, b: -1), number(y))

    def __mul__(self, y):
        return self._node(op.mul, (lambda a, b: b, lambda a, b: a), number(y))

    def __truediv__(self, y):
        return self._node(
            op.truediv, (lambda a, b: 1 / b, lambda a, b: -a / (b * b)), number(y)
        )

    def __radd__(self, y):
        return number(y) + self

    def __rsub__(self, y):
        return number(y) - self

    def __rmul__(self, y):
        return number(y) * self

    def __rtruediv__(self, y):
        return number(y) / self

    def __neg__(self):
        return self._node(op.neg, (lambda a: -1,))

    def __pow__(self, n):
        return self._node(lambda a: a ** n, (lambda a: n * a ** (n - 1) if n else 0,))

    def tanh(self):
        return self._node(math.tanh, (lambda a: 1 - math.tanh(a) ** 2,))

    def exp(self):
        return self._node(math.exp, (math.exp,))

    def relu(self):
        return self._node(lambda a: max(a, 0.0), (lambda a: int(a > 0),))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in filter(lambda v: v._prev, topo):
            v.grad = 0.0
        self.grad += 1
        for v in reversed(topo):
            v._backward()


def number(y):
    return y if isinstance(y, Value) else Value(y)


def build_topo(v, visited, topo):
    # first every node behind its consumers' first visit, with their counts
    need, walk = {v: 0}, [v]
    for node in walk:
        for i in node._prev:
            if i not in need:
                need[i] = 0
                walk.append(i)
            need[i] += 1
    free = [v]
    while free:
        node = free.pop()
        topo.append(node)
        for i in node._prev:
            need[i] -= 1
            if not need[i]:
                free.append(i)
    topo.reverse()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
