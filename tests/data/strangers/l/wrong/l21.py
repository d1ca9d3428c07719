import itertools
import math
import weakref

TAPE = weakref.WeakValueDictionary()     # number -> node, in the order of creation
NUMBER = itertools.count()


class Value:
    def __init__(self, data, inputs=(), slopes=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = set(inputs)
        self._inputs = tuple(zip(inputs, slopes))
        self.number = next(NUMBER)
        TAPE[self.number] = self

    def _backward(self):
        for node, slope in self._inputs:
            node.grad += self.grad * slope

    def below(self):
        """The numbers of all nodes that this one depends on, and its own."""
        seen = {self.number}
        stack = [self]
        while stack:
            for node in stack.pop()._prev:
                if node.number not in seen:
                    seen.add(node.number)
                    stack.append(node)
        return seen

    def backward(self):
        mine = self.below()
        for number in mine:
            if TAPE[number]._prev:
                TAPE[number].grad = 0.0
        self.grad += 1.0
        for node in reversed(list(TAPE.values())):
            if node.grad:
                node._backward()

    def __add__(self, other):
        other = boxed(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __radd__(self, other):
        return boxed(other) + self

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __sub__(self, other):
        other = boxed(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __rsub__(self, other):
        return boxed(other) - self

    def __mul__(self, other):
        other = boxed(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __rmul__(self, other):
        return boxed(other) * self

    def __truediv__(self, other):
        other = boxed(other)
        q = self.data / other.data
        return Value(q, (self, other), (1.0 / other.data, -q / other.data))

    def __rtruediv__(self, other):
        return boxed(other) / self

    def __pow__(self, n):
        return Value(self.data ** n, (self,), (n * self.data ** (n - 1) if n else 0.0,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), (1.0,))
        return Value(0.0, (self,), (0.0,))


def boxed(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    for number in sorted(v.below()):
        visited.add(TAPE[number])
        topo.append(TAPE[number])


def zero_grad(root):
    for number in root.below():
        TAPE[number].grad = 0.0
