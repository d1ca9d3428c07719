from math import exp, tanh


class Value:
    def __init__(self, data, prev=(), label=""):
        self.data = data
        self.grad = 0.0
        self._prev = set(prev)
        self._backward = lambda: None
        self.label = label

    def __repr__(self):
        return f"Value({self.data}, {self.grad}, {self.label!r})"

    def __add__(self, other):
        other = number_to_value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def local():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = local
        return out

    def __mul__(self, other):
        other = number_to_value(other)
        a, b = self.data, other.data
        out = Value(a * b, (self, other), "*")

        def local():
            if a == b:  # a square: both halves at once
                self.grad += 2 * a * out.grad
            else:
                self.grad += b * out.grad
                other.grad += a * out.grad

        out._backward = local
        return out

    def __pow__(self, n):
        a = self.data
        out = Value(a**n, (self,), "**")

        def local():
            if n:
                self.grad += n * a ** (n - 1) * out.grad

        out._backward = local
        return out

    def __neg__(self):
        out = Value(-self.data, (self,), "-")

        def local():
            self.grad += -out.grad

        out._backward = local
        return out

    def __truediv__(self, other):
        other = number_to_value(other)
        a, b = self.data, other.data
        out = Value(a / b, (self, other), "/")

        def local():
            self.grad += out.grad / b
            other.grad += -out.grad * a / b / b

        out._backward = local
        return out

    def __sub__(self, other):
        return self + (-number_to_value(other))

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return number_to_value(other) / self

    def tanh(self):
        t = tanh(self.data)
        out = Value(t, (self,), "tanh")

        def local():
            self.grad += (1 - t**2) * out.grad

        out._backward = local
        return out

    def exp(self):
        e = exp(self.data)
        out = Value(e, (self,), "exp")

        def local():
            self.grad += e * out.grad

        out._backward = local
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

        def local():
            if out.data > 0:
                self.grad += out.grad

        out._backward = local
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._prev:
                v.grad = 0.0
        self.grad += 1.0
        for v in topo[::-1]:
            v._backward()


def number_to_value(x):
    return x if isinstance(x, Value) else Value(float(x), label="const")


def build_topo(v, visited, topo):
    work = [v]
    on_the_way = set()
    while work:
        node = work[-1]
        if node in visited:
            work.pop()
        elif node in on_the_way:
            visited.add(node)
            topo.append(node)
            work.pop()
        else:
            on_the_way.add(node)
            work += [n for n in node._prev if n not in visited]


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
