from math import *


class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = []
        self._backward = {}      # id of an input -> local gradient by it

    def _inputs(self, *pairs):
        for v, d in pairs:
            self._prev.append(v)
            self._backward[id(v)] = self._backward.get(id(v), 0.0) + d
        return self

    # two nodes
    def plus(self, y):
        return Value(self.data + y.data)._inputs((self, 1.0), (y, 1.0))

    def minus(self, y):
        return Value(self.data - y.data)._inputs((self, 1.0), (y, -1.0))

    def times(self, y):
        return Value(self.data * y.data)._inputs((self, y.data), (y, self.data))

    def over(self, y):
        z = self.data / y.data
        return Value(z)._inputs((self, 1.0 / y.data), (y, -z / y.data))

    # what Python calls
    def __add__(self, y):
        return self.plus(_v(y))

    def __radd__(self, y):
        return _v(y).plus(self)

    def __iadd__(self, y):
        return self.plus(_v(y))

    def __sub__(self, y):
        return self.minus(_v(y))

    def __rsub__(self, y):
        return _v(y).minus(self)

    def __isub__(self, y):
        return self.minus(_v(y))

    def __mul__(self, y):
        return self.times(_v(y))

    def __rmul__(self, y):
        return _v(y).times(self)

    def __imul__(self, y):
        return self.times(_v(y))

    def __truediv__(self, y):
        return self.over(_v(y))

    def __rtruediv__(self, y):
        return _v(y).over(self)

    def __itruediv__(self, y):
        return self.times(_v(y))

    def __neg__(self):
        return Value(-self.data)._inputs((self, -1.0))

    def __pow__(self, n):
        if not n:
            return Value(1.0)._inputs((self, 0.0))
        return Value(self.data ** n)._inputs((self, n * self.data ** (n - 1)))

    def tanh(self):
        z = tanh(self.data)
        return Value(z)._inputs((self, 1.0 - z * z))

    def exp(self):
        z = exp(self.data)
        return Value(z)._inputs((self, z))

    def relu(self):
        if self.data > 0.0:
            return Value(self.data)._inputs((self, 1.0))
        return Value(0.0)._inputs((self, 0.0))

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        by_id = {id(v): v for v in nodes}
        flow = dict.fromkeys(by_id, 0.0)
        flow[id(self)] = 1.0
        for v in reversed(nodes):
            for key, d in v._backward.items():
                flow[key] += d * flow[id(v)]
        for key, v in by_id.items():
            v.grad = flow[key] + (0.0 if v._prev else v.grad)


def _v(y):
    return y if isinstance(y, Value) else Value(y)


def build_topo(v, visited, topo):
    state = {}
    stack = [v]
    while stack:
        u = stack[-1]
        seen = state.get(id(u), 0)
        if seen == 0:
            state[id(u)] = 1
            for w in u._prev:
                if id(w) not in state:
                    stack.append(w)
        else:
            stack.pop()
            if seen == 1:
                state[id(u)] = 2
                topo.append(u)


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for v in nodes:
        v.grad = 0.0
