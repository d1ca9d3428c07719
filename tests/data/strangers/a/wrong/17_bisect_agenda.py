import bisect
import math


class Value:
    born = 0

    def __init__(self, data, inputs=(), slopes=()):
        Value.born += 1
        self.key = Value.born
        self.data = data
        self.grad = 0.0
        self._prev = tuple(inputs)
        self.slopes = slopes

    def _backward(self):
        for inp, slope in zip(self._prev, self.slopes):
            inp.grad += self.grad * slope

    def __add__(self, other):
        other = number_or_node(other)
        return Value(self.data + other.data, (self, other), (1, 1))

    def __radd__(self, other):
        return number_or_node(other).__add__(self)

    def __sub__(self, other):
        other = number_or_node(other)
        return Value(self.data - other.data, (self, other), (1, -1))

    def __rsub__(self, other):
        return number_or_node(other).__sub__(self)

    def __mul__(self, other):
        other = number_or_node(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __rmul__(self, other):
        return number_or_node(other).__mul__(self)

    def __truediv__(self, other):
        other = number_or_node(other)
        a, b = self.data, other.data
        return Value(a / b, (self, other), (1 / b, -a / (b * b)))

    def __rtruediv__(self, other):
        return number_or_node(other).__truediv__(self)

    def __pow__(self, p):
        if p == 0:
            return Value(1.0, (self,), (0.0,))
        return Value(self.data ** p, (self,), (p * self.data ** (p - 1),))

    def __neg__(self):
        return Value(-self.data, (self,), (-1,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1 - t ** 2,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), (1,))
        else:
            return Value(0.0, (self,), (0,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        # the agenda is kept sorted by age; the youngest is at its end
        agenda = [(self.key, self)]
        listed = {self}
        while agenda:
            key, node = agenda.pop()
            node._backward()
            for inp in node._prev:
                if inp._prev:
                    listed.add(inp)
                    bisect.insort(agenda, (inp.key, inp))


def number_or_node(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    agenda = [v]
    while agenda:
        node = agenda.pop()
        if node not in visited:
            visited.add(node)
            agenda.extend(node._prev)
            topo.append(node)
    topo.sort(key=lambda node: node.key)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
