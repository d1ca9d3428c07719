import math


class Value:
    """Every result is written on a tape. The tape from back to front is the order of backward()."""

    tape = []

    def __init__(self, data, _prev=(), _slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes
        self.index = len(Value.tape)
        Value.tape.append(self)

    def _backward(self):
        for p, slope in zip(self._prev, self._slopes):
            p.grad += slope * self.grad

    def reach(self):
        mine = {self.index}
        todo = [self]
        while todo:
            for p in todo.pop()._prev:
                if p.index not in mine:
                    mine.add(p.index)
                    todo.append(p)
        return sorted(mine)

    def backward(self):
        mine = self.reach()
        for i in mine:
            if Value.tape[i]._prev:
                Value.tape[i].grad = 0.0
        self.grad += 1.0
        for i in range(self.index, -1, -1):
            Value.tape[i]._backward()

    def __add__(self, o):
        o = Value.enter(o)
        return Value(self.data + o.data, (self, o), (1, 1))

    def __sub__(self, o):
        o = Value.enter(o)
        return Value(self.data - o.data, (self, o), (1, -1))

    def __mul__(self, o):
        o = Value.enter(o)
        return Value(self.data * o.data, (self, o), (o.data, self.data))

    def __truediv__(self, o):
        o = Value.enter(o)
        return Value(self.data / o.data, (self, o), (1 / o.data, -self.data / o.data ** 2))

    def __pow__(self, n):
        return Value(self.data ** n, (self,), ((n * self.data ** (n - 1)) if n != 0 else 0,))

    def __neg__(self): return Value(-self.data, (self,), (-1,))
    def __radd__(self, o): return Value.enter(o) + self
    def __rsub__(self, o): return Value.enter(o) - self
    def __rmul__(self, o): return Value.enter(o) * self
    def __rtruediv__(self, o): return Value.enter(o) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        return Value(max(0.0, self.data), (self,), (int(self.data > 0),))

    @staticmethod
    def enter(x):
        return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    topo.extend(Value.tape[i] for i in v.reach())


def zero_grad(root):
    for i in root.reach():
        Value.tape[i].grad = 0.0
