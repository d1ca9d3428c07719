from math import exp as _exp, tanh as _tanh


class Value:
    clock = 0

    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = []
        self._slopes = []
        self._stamp = 0

    @classmethod
    def made(cls, data, *edges):
        node = cls(data)
        node._prev = [source for source, _ in edges]
        node._slopes = [slope for _, slope in edges]
        return node

    def _backward(self):
        for source, slope in zip(self._prev, self._slopes):
            source.grad += self.grad * slope

    def __add__(self, other):
        if isinstance(other, Value):
            return Value.made(self.data + other.data, (self, 1.0), (other, 1.0))
        return Value.made(self.data + other, (self, 1.0))

    def __sub__(self, other):
        if isinstance(other, Value):
            return Value.made(self.data - other.data, (self, 1.0), (other, -1.0))
        return Value.made(self.data - other, (self, 1.0))

    def __rsub__(self, number):
        return Value.made(number - self.data, (self, -1.0))

    def __mul__(self, other):
        if isinstance(other, Value):
            return Value.made(self.data * other.data, (self, other.data), (other, self.data))
        return Value.made(self.data * other, (self, other))

    def __truediv__(self, other):
        if isinstance(other, Value):
            q = self.data / other.data
            return Value.made(q, (self, 1 / other.data), (other, -q / other.data))
        return Value.made(self.data / other, (self, 1 / other))

    def __rtruediv__(self, number):
        q = number / self.data
        return Value.made(q, (self, -q / self.data))

    def __pow__(self, n):
        return Value.made(self.data**n, (self, n * self.data ** (n - 1) if n else 0.0))

    def __neg__(self):
        return Value.made(-self.data, (self, -1.0))

    __radd__, __rmul__ = __add__, __mul__

    def tanh(self):
        t = _tanh(self.data)
        return Value.made(t, (self, 1.0 - t * t))

    def exp(self):
        e = _exp(self.data)
        return Value.made(e, (self, e))

    def relu(self):
        on = self.data > 0
        return Value.made(self.data if on else 0.0, (self, 1.0 if on else 0.0))

    def _order(self):
        now = Value.clock = (Value.clock + 1) & 0xFF
        order, todo = [], [self]
        while todo:
            node = todo[-1]
            if node._stamp != now:
                node._stamp = now
                todo += [source for source in node._prev if source._stamp != now]
            else:
                todo.pop()
                order.append(node)
        seen = set()
        return [n for n in order if not (n in seen or seen.add(n))]

    def backward(self):
        order = self._order()
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad = 1.0 if self._prev else self.grad + 1.0
        while order:
            order.pop()._backward()


def build_topo(v, visited, topo):
    topo.extend(v._order())


def zero_grad(root):
    for node in root._order():
        node.grad = 0.0
