import math


class Value:
    def __init__(self, value):
        self.data = value
        self.grad = 0.0
        self._prev = ()

    def __repr__(self):
        return "Value(%.4f, grad=%.4f)" % (self.data, self.grad)

    def _backward(self):
        raise RuntimeError("a leaf has no rule")

    def _result(self, value, *pairs):
        """pairs: (input, function without arguments that gives its slope)"""
        res = Value(value)
        res._prev = tuple(inp for inp, _ in pairs)
        def _backward():
            for inp, slope in pairs:
                inp.grad += slope() * res.grad
        res._backward = _backward
        return res

    def _one(self):
        return 1.0

    def __add__(self, w):
        w = w if type(w) is Value else Value(w)
        return self._result(self.data + w.data, (self, self._one), (w, self._one))

    def __sub__(self, w):
        w = w if type(w) is Value else Value(w)
        return self._result(self.data - w.data, (self, self._one), (w, lambda: -1.0))

    def __mul__(self, w):
        w = w if type(w) is Value else Value(w)
        return self._result(self.data * w.data, (self, lambda: w.data), (w, lambda: self.data))

    def __truediv__(self, w):
        w = w if type(w) is Value else Value(w)
        return self._result(
            self.data / w.data,
            (self, lambda: 1.0 / w.data),
            (w, lambda: -self.data / w.data ** 2))

    def __radd__(self, w):
        return Value(w) + self

    def __rsub__(self, w):
        return Value(w) - self

    def __rmul__(self, w):
        return Value(w) * self

    def __rtruediv__(self, w):
        return Value(w) / self

    def __neg__(self):
        return self._result(-self.data, (self, lambda: -1.0))

    def __pow__(self, n):
        return self._result(
            self.data ** n,
            (self, lambda: n * self.data ** (n - 1) if n != 0 else 0.0))

    def tanh(self):
        t = math.tanh(self.data)
        return self._result(t, (self, lambda: 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return self._result(e, (self, lambda: e))

    def relu(self):
        return self._result(
            max(0.0, self.data),
            (self, lambda: 1.0 if self.data > 0 else 0.0))

    def topo(self):
        order, visited = [], {self}
        stack = [[self, *self._prev]]
        while stack:
            if len(stack[-1]) == 1:
                order.append(stack.pop()[0])
            else:
                inp = stack[-1].pop()
                if inp not in visited:
                    visited.add(inp)
                    stack.append([inp, *inp._prev])
        return order

    def backward(self):
        order = self.topo()
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            if node._prev:
                node._backward()

    def zero_grad(self):
        for node in self.topo():
            if not node._prev: node.grad = 0.0


def build_topo(v, visited, topo):
    topo.extend(v.topo())
    visited.update(topo)


def zero_grad(root):
    root.zero_grad()
