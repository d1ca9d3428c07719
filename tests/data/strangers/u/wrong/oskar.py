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
        def back():
            self.grad += s.grad
            other.grad += s.grad
        s._backward = back
        return s

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        p = Value(self.data * other.data, (self, other), "*")
        def back():
            self.grad += p.grad * other.data
            other.grad += p.grad * self.data
        p._backward = back
        return p

    def __pow__(self, k):
        p = Value(self.data ** k, (self,), "**")
        def back():
            if k == 0:
                return
            self.grad += p.grad * k * self.data ** (k - 1)
        p._backward = back
        return p

    def exp(self):
        e = Value(math.exp(self.data), (self,), "exp")
        def back():
            self.grad += e.grad * e.data
        e._backward = back
        return e

    def tanh(self):
        t = Value(math.tanh(self.data), (self,), "tanh")
        def back():
            self.grad += t.grad * (1 - t.data * t.data)
        t._backward = back
        return t

    def relu(self):
        r = Value(self.data if self.data > 0 else 0.0, (self,), "relu")
        def back():
            if r.data > 0:
                self.grad += r.grad
        r._backward = back
        return r

    # all the rest is made of these
    def __neg__(self):              return self * -1
    def __radd__(self, other):      return self + other
    def __rmul__(self, other):      return self * other
    def __sub__(self, other):       return self + other * -1
    def __rsub__(self, other):      return self * -1 + other
    def __truediv__(self, other):   return self * Value.of(other) ** -1
    def __rtruediv__(self, other):  return self ** -1 * other

    # so that x += y works as well
    def __iadd__(self, other):
        self.data += Value.of(other).data
        return self

    @staticmethod
    def of(x):
        return x if isinstance(x, Value) else Value(x)

    def backward(self):
        t = []
        build_topo(self, set(), t)
        for n in t:
            if n._prev != ():
                n.grad = 0.0
        self.grad += 1
        for n in t[::-1]:
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
    t = []
    build_topo(root, set(), t)
    for n in t:
        n.grad = 0.0
