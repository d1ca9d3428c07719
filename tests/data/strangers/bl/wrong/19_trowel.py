import math


class Value:
    def __init__(self, data, _prev=None, _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = [] if _prev is None else _prev
        self._op = _op
        self._slopes = None

    def _backward(self):
        if self._op == "sum":
            for node in self._prev:
                node.grad += self.grad
        elif self._op:
            for node, slope in zip(self._prev, self._slopes):
                node.grad += slope * self.grad

    def _result(self, data, op, prev, slopes):
        out = Value(data, prev, op)
        out._slopes = slopes
        return out

    def __add__(self, other):
        other = _v(other)
        return Value(self.data + other.data, [self, other], "sum")

    def __iadd__(self, other):
        """A long  total += ...  stays one flat sum."""
        other = _v(other)
        if self._op != "sum":
            return self + other
        terms = self._prev
        terms.append(other)
        return Value(self.data + other.data, terms, "sum")

    def __radd__(self, other):
        return _v(other) + self

    def __mul__(self, other):
        other = _v(other)
        return self._result(self.data * other.data, "*", [self, other], [other.data, self.data])

    def __rmul__(self, other):
        return _v(other) * self

    def __neg__(self):
        return self._result(-self.data, "neg", [self], [-1.0])

    def __sub__(self, other):
        return self + -_v(other)

    def __rsub__(self, other):
        return _v(other) + -self

    def __truediv__(self, other):
        other = _v(other)
        q = self.data / other.data
        return self._result(q, "/", [self, other], [1.0 / other.data, -q / other.data])

    def __rtruediv__(self, other):
        return _v(other) / self

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return self._result(self.data**n, "**", [self], [slope])

    def tanh(self):
        t = math.tanh(self.data)
        return self._result(t, "tanh", [self], [1.0 - t * t])

    def exp(self):
        e = math.exp(self.data)
        return self._result(e, "exp", [self], [e])

    def relu(self):
        on = 1.0 if self.data > 0 else 0.0
        return self._result(max(0.0, self.data), "relu", [self], [on])

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def _v(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if isinstance(node, tuple):
            topo.append(node[0])
        elif node not in visited:
            visited.add(node)
            stack.append((node,))
            stack.extend(reversed(node._prev))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
