import math


def _two(symbol, number, slopes):
    """A binary operator and its mirrored twin."""

    def straight(self, other):
        other = _node(other)
        out = Value(number(self.data, other.data), (self, other), symbol)
        out._slopes = slopes
        return out

    def mirrored(self, other):
        return straight(_node(other), self)

    return straight, mirrored


def _one(symbol, number, slope):
    def method(self):
        out = Value(number(self.data), (self,), symbol)
        out._slopes = lambda out, x: (slope(out, x),)
        return out

    return method


def _node(x):
    return x if isinstance(x, Value) else Value(x)


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._slopes = lambda *numbers: ()

    def __repr__(self):
        return f"<{self._op or 'leaf'} {self.data:g} grad {self.grad:g}>"

    def _backward(self):
        numbers = [node.data for node in self._prev]
        slopes = self._slopes(self.data, *numbers)
        for node, slope in zip(self._prev, slopes):
            node.grad += self.grad * slope

    __add__, __radd__ = _two("+", lambda x, y: x + y, lambda out, x, y: (1.0, 1.0))
    __sub__, __rsub__ = _two("-", lambda x, y: x - y, lambda out, x, y: (1.0, -1.0))
    __mul__, __rmul__ = _two("*", lambda x, y: x * y, lambda out, x, y: (y, x))
    __truediv__, __rtruediv__ = _two(
        "/",
        lambda x, y: x / y,
        lambda out, x, y: (1.0 / y, -x / (y * y)),
    )

    __neg__ = _one("neg", lambda x: -x, lambda out, x: -1.0)
    tanh = _one("tanh", math.tanh, lambda out, x: 1.0 - out * out)
    exp = _one("exp", math.exp, lambda out, x: out)
    relu = _one("relu", lambda x: max(0.0, x), lambda out, x: 1.0 if x > 0 else 0.0)

    def __pow__(self, n):
        if n == 0:
            return _one("**0", lambda x: 1.0, lambda out, x: 0.0)(self)
        power = _one(f"**{n}", lambda x: x**n, lambda out, x: n * x ** (n - 1))
        return power(self)

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
    trail = [(v, list(v._prev))]
    visited.add(v)
    while trail:
        node, open_inputs = trail[-1]
        if not open_inputs:
            topo.append(node)
            trail.pop()
            continue
        step = open_inputs.pop()
        if step not in visited:
            visited.add(step)
            trail.append((step, list(step._prev)))


def zero_grad(root):
    seen = {root}
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.grad == 0.0:
            continue
        node.grad = 0.0
        for source in node._prev:
            if source not in seen:
                seen.add(source)
                waiting.append(source)
