import math


class Arithmetic:
    """All operators in terms of `_combine`."""

    def __add__(self, other):
        return self._combine(lambda a, b: (a + b, 1.0, 1.0), self, other)

    def __sub__(self, other):
        return self._combine(lambda a, b: (a - b, 1.0, -1.0), self, other)

    def __mul__(self, other):
        return self._combine(lambda a, b: (a * b, b, a), self, other)

    def __truediv__(self, other):
        return self._combine(lambda a, b: (a / b, 1 / b, -a / b**2), self, other)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return self._combine(lambda a, b: (b - a, -1.0, 1.0), self, other)

    def __rtruediv__(self, other):
        return self._combine(lambda a, b: (b / a, -b / a**2, 1 / a), self, other)

    def __neg__(self):
        return self._combine(lambda a: (-a, -1.0), self)

    def __pow__(self, n):
        return self._combine(lambda a: (a**n, n * a ** (n - 1) if n else 0.0), self)


class Value(Arithmetic):
    def __init__(self, data, _prev=(), _slopes=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes

    @classmethod
    def _combine(cls, formula, *inputs):
        nodes = tuple(x if isinstance(x, cls) else cls(x) for x in inputs)
        value, *slopes = formula(*(node.data for node in nodes))
        return cls(value, nodes, slopes)

    def _backward(self):
        for i, slope in enumerate(self._slopes):
            self._prev[i].grad += slope * self.grad

    def tanh(self):
        t = math.tanh(self.data)
        return self._combine(lambda a: (t, 1 - t * t), self)

    def exp(self):
        e = math.exp(self.data)
        return self._combine(lambda a: (e, e), self)

    def relu(self):
        return self._combine(lambda a: (a, 1.0) if a > 0 else (0.0, 0.0), self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._slopes:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    stack = [v]
    entered = set()
    while stack:
        node = stack[-1]
        if node not in entered:
            entered.add(node)
            stack.extend(p for p in node._prev if p not in entered)
        else:
            stack.pop()
            if node not in visited:
                visited.add(node)
                topo.append(node)


def zero_grad(root):
    todo, met = [root], {root}
    while todo:
        node = todo.pop()
        node.grad = 0.0
        for p in node._prev:
            if p.grad != 0.0 and p not in met:
                met.add(p)
                todo.append(p)
