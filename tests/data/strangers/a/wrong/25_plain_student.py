import math

class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data + other.data, (self, other), "+")
        def back():
            self.grad += 1.0 * out.grad
            other.grad += 1.0 * out.grad
        out._backward = back
        return out

    def __radd__(self, other):
        return self + other

    def __sub__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data - other.data, (self, other), "-")
        def back():
            self.grad += 1.0 * out.grad
            other.grad += -1.0 * out.grad
        out._backward = back
        return out

    def __rsub__(self, other):
        return Value(other) - self

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data * other.data, (self, other), "*")
        def back():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        out._backward = back
        return out

    def __rmul__(self, other):
        return self * other

    def __truediv__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data / other.data, (self, other), "/")
        def back():
            self.grad += 1.0 / other.data * out.grad
            other.grad += -1.0 * self.data / (other.data * other.data) * out.grad
        out._backward = back
        return out

    def __rtruediv__(self, other):
        return Value(other) / self

    def __neg__(self):
        out = Value(-self.data, (self,), "neg")
        def back():
            self.grad += -1.0 * out.grad
        out._backward = back
        return out

    def __pow__(self, n):
        out = Value(self.data ** n, (self,), "**")
        def back():
            if n == 0:
                slope = 0.0
            else:
                slope = n * self.data ** (n - 1)
            self.grad += slope * out.grad
        out._backward = back
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")
        def back():
            self.grad += (1.0 - out.data ** 2) * out.grad
        out._backward = back
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")
        def back():
            self.grad += out.data * out.grad
        out._backward = back
        return out

    def relu(self):
        if self.data > 0:
            out = Value(self.data, (self,), "relu")
        else:
            out = Value(0.0, (self,), "relu")
        def back():
            if self.data > 0:
                self.grad += out.grad
        out._backward = back
        return out

    def backward(self):
        topo = []
        visited = set()
        build_topo(self, visited, topo)
        # inner nodes start again, leaves keep their sum
        for node in topo:
            if node._op != "":
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            if node._backward is not None:
                node._backward()


def build_topo(v, visited, topo):
    if v not in visited:
        visited.add(v)
        for child in v._prev:
            build_topo(child, visited, topo)
        topo.append(v)


def zero_grad(root):
    seen = {root}
    todo = [root]
    while len(todo) > 0:
        node = todo.pop()
        node.grad = 0.0
        for child in node._prev:
            if child not in seen:
                seen.add(child)
                todo.append(child)
