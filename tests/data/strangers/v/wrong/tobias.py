import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        s = Value(self.data + other.data, (self, other), "+")
        def rule():
            self.grad += s.grad
            other.grad += s.grad
        s._backward = rule
        return s

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        p = Value(self.data * other.data, (self, other), "*")
        def rule():
            self.grad += p.grad * other.data
            other.grad += p.grad * other.data
        p._backward = rule
        return p

    def __pow__(self, n):
        p = Value(self.data ** n, (self,), "**")
        def rule():
            if n == 0:
                return
            self.grad += p.grad * n * self.data ** (n - 1)
        p._backward = rule
        return p

    def exp(self):
        e = Value(math.exp(self.data), (self,), "exp")
        def rule():
            self.grad += e.grad * e.data
        e._backward = rule
        return e

    def tanh(self):
        w = Value(math.tanh(self.data), (self,), "tanh")
        def rule():
            self.grad += w.grad * (1 - w.data * w.data)
        w._backward = rule
        return w

    def relu(self):
        r = Value(self.data if self.data > 0 else 0.0, (self,), "relu")
        def rule():
            if r.data > 0:
                self.grad += r.grad
        r._backward = rule
        return r

    def __neg__(self):              return self * -1
    def __radd__(self, other):      return self + other
    def __rmul__(self, other):      return self * other
    def __sub__(self, other):       return self + other * -1
    def __rsub__(self, other):      return self * -1 + other
    def __truediv__(self, other):   return self * Value.of(other) ** -1
    def __rtruediv__(self, other):  return self ** -1 * other

    @staticmethod
    def of(x):
        return x if isinstance(x, Value) else Value(x)

    def backward(self):
        w = []
        build_topo(self, set(), w)
        for n in w:
            if n._prev != ():
                n.grad = 0.0
        self.grad += 1
        for n in w[::-1]:
            n._backward()


def build_topo(v, visited, topo):
    todo = [(v, False)]
    while len(todo) > 0:
        n, inputs_done = todo.pop()
        if inputs_done:
            topo.append(n)
        if not inputs_done and n not in visited:
            visited.add(n)
            todo.append((n, True))
            for m in n._prev:
                if m not in visited:
                    todo.append((m, False))


def zero_grad(root):
    w = []
    build_topo(root, set(), w)
    for n in w:
        n.grad = 0.0
