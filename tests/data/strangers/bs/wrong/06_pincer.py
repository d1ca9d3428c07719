import math


class Value:
    """a number that knows where it comes from"""

    def __init__(self, data, _prev=(), _op=''):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f'Value(data={self.data}, grad={self.grad}, op={self._op!r})'

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), '+')

        def _backward():
            self.grad += out.grad
            other.grad += out.grad
        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        x, y = self.data, other.data
        out = Value(x * y, (self, other), '*')

        def _backward():
            self.grad += y * out.grad
            other.grad += x * out.grad
        out._backward = _backward
        return out

    def __pow__(self, n):
        x = self.data
        out = Value(x ** n, (self,), f'**{n}')

        def _backward():
            if n != 0:
                self.grad += n * x ** (n - 1) * out.grad
        out._backward = _backward
        return out

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,), 'tanh')

        def _backward():
            self.grad += (1 - t * t) * out.grad
        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), 'exp')

        def _backward():
            self.grad += out.data * out.grad
        out._backward = _backward
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,), 'relu')

        def _backward():
            self.grad += (out.grad > 0) * out.grad
        out._backward = _backward
        return out

    def __neg__(self):          # -self
        return self * -1

    def __radd__(self, other):  # other + self
        return self + other

    def __sub__(self, other):   # self - other
        return self + (-other)

    def __rsub__(self, other):  # other - self
        return other + (-self)

    def __rmul__(self, other):  # other * self
        return self * other

    def __truediv__(self, other):   # self / other
        other = other if isinstance(other, Value) else Value(other)
        return self * other ** -1

    def __rtruediv__(self, other):  # other / self
        return other * self ** -1

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._op:
                v.grad = 0.0
        if self._op:
            self.grad = 1.0
        else:
            self.grad += 1.0
        for v in reversed(topo):
            v._backward()


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
            continue
        todo = [p for p in node._prev if p not in visited]
        if todo:
            stack += todo
        else:
            visited.add(node)
            topo.append(node)
            stack.pop()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
