import math

class Value:

    def __init__(self, data, _prev=(), _op=''):
        self.data   = data
        self.grad   = 0.0
        self._prev  = _prev
        self._op    = _op
        self._backward = lambda: None

    # a + b
    def __add__(self, other):
        if not isinstance(other, Value): other = Value(other)
        out = Value(self.data + other.data, (self, other), '+')
        def f():
            self.grad  += out.grad
            other.grad += out.grad
        out._backward = f
        return out

    # a * b and 2 * a
    def __mul__(self, other):
        if not isinstance(other, Value): other = Value(other)
        out = Value(self.data * other.data, (self, other), '*')
        def f():
            self.grad  += other.data * out.grad
            other.grad += self.data * out.grad
        out._backward = f
        return out
    def __rmul__(self, other): return self * other

    # a - b and 2 - a
    def __neg__(self): return self * -1
    def __sub__(self, other): return self + (other * -1)
    def __rsub__(self, other): return Value(other) - self

    # a ** n, a / b and 2 / a
    def __pow__(self, n):
        out = Value(self.data ** n, (self,), '**')
        def f():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad
        out._backward = f
        return out
    def __truediv__(self, other):
        if not isinstance(other, Value): other = Value(other)
        return self * other ** -1
    def __rtruediv__(self, other): return Value(other) / self

    # functions
    def tanh(self):
        out = Value(math.tanh(self.data), (self,), 'tanh')
        def f():
            self.grad += (1 - out.data ** 2) * out.grad
        out._backward = f
        return out
    def exp(self):
        out = Value(math.exp(self.data), (self,), 'exp')
        def f():
            self.grad += out.data * out.grad
        out._backward = f
        return out
    def relu(self):
        out = Value(0.0 if self.data < 0 else self.data, (self,), 'relu')
        def f():
            self.grad += (1.0 if out.data > 0 else 0.0) * out.grad
        out._backward = f
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for n in topo:
            if n._prev: n.grad = 0.0
        self.grad += 1.0
        for n in reversed(topo): n._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        n, again = stack.pop()
        if again:
            topo.append(n)
        elif n not in visited:
            visited.add(n)
            stack.append((n, True))
            for p in n._prev:
                stack.append((p, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for n in topo: n.grad = 0.0
