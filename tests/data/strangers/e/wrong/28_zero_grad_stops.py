import math
import operator as op


class Value:
    """Built from two makers only: _linear for everything with known slopes, and **."""

    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._slopes = ()

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * self.grad

    def _linear(self, data, inputs, slopes):
        out = Value(data, inputs)
        out._slopes = slopes
        return out

    def _two(self, f, other, slopes, flip=False):
        other = other if isinstance(other, Value) else Value(other)
        pair = (other, self) if flip else (self, other)
        x, y = pair[0].data, pair[1].data
        return self._linear(f(x, y), pair, slopes(x, y))

    def __add__(self, o): return self._two(op.add, o, lambda x, y: (1.0, 1.0))
    def __radd__(self, o): return self._two(op.add, o, lambda x, y: (1.0, 1.0), True)
    def __sub__(self, o): return self._two(op.sub, o, lambda x, y: (1.0, -1.0))
    def __rsub__(self, o): return self._two(op.sub, o, lambda x, y: (1.0, -1.0), True)
    def __mul__(self, o): return self._two(op.mul, o, lambda x, y: (y, x))
    def __rmul__(self, o): return self._two(op.mul, o, lambda x, y: (y, x), True)
    def __truediv__(self, o): return self._two(op.truediv, o, lambda x, y: (1 / y, -x / y ** 2))
    def __rtruediv__(self, o): return self._two(op.truediv, o, lambda x, y: (1 / y, -x / y ** 2), True)
    def __neg__(self): return self._linear(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return self._linear(self.data ** n, (self,), (slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return self._linear(t, (self,), (1 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return self._linear(e, (self,), (e,))

    def relu(self):
        slope = 1.0 if self.data > 0 else 0.0
        return self._linear(self.data if slope else 0.0, (self,), (slope,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while topo:
            topo.pop()._backward()


def build_topo(v, visited, topo):
    agenda = [v]
    open_nodes = set()
    while agenda:
        node = agenda[-1]
        if node in visited:
            agenda.pop()
            continue
        if node in open_nodes:
            agenda.pop()
            visited.add(node)
            topo.append(node)
            continue
        open_nodes.add(node)
        agenda.extend(p for p in node._prev if p not in visited)


def zero_grad(root):
    seen = set()
    todo = [root]
    while todo:
        node = todo.pop()
        if node in seen or node.grad == 0.0:
            continue
        seen.add(node)
        node.grad = 0.0
        todo.extend(node._prev)
