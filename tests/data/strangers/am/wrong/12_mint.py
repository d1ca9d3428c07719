import math


class Value:
    def __init__(self, data, *parents):
        self.data = data
        self.grad = 0.0
        self._prev = parents
        self._backward = bool

    @classmethod
    def cast(cls, x):
        return x if isinstance(x, cls) else cls(x)

    def __add__(self, other):
        other = self.cast(other)
        out = Value(self.data + other.data, self, other)

        def add_rule():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = add_rule
        return out

    def __sub__(self, other):
        other = self.cast(other)
        out = Value(self.data - other.data, self, other)

        def sub_rule():
            self.grad += out.grad
            other.grad -= out.grad

        out._backward = sub_rule
        return out

    def __mul__(self, other):
        other = self.cast(other)
        out = Value(self.data * other.data, self, other)

        def mul_rule():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = mul_rule
        return out

    def __truediv__(self, other):
        other = self.cast(other)
        out = Value(self.data / other.data, self, other)

        def div_rule():
            part = out.grad / other.data
            self.grad, other.grad = self.grad + part, other.grad - part * out.data

        out._backward = div_rule
        return out

    def __neg__(self):
        out = Value(-self.data, self)

        def neg_rule():
            self.grad -= out.grad

        out._backward = neg_rule
        return out

    def __pow__(self, n):
        out = Value(self.data**n, self)

        def pow_rule():
            self.grad += out.grad * n * self.data ** (n - 1) if n else 0.0

        out._backward = pow_rule
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), self)

        def tanh_rule():
            self.grad += out.grad * (1.0 - out.data * out.data)

        out._backward = tanh_rule
        return out

    def exp(self):
        out = Value(math.exp(self.data), self)

        def exp_rule():
            self.grad += out.grad * out.data

        out._backward = exp_rule
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, self)

        def relu_rule():
            self.grad += out.grad * (out.data > 0)

        out._backward = relu_rule
        return out

    def __radd__(self, other):
        return self.cast(other) + self

    def __rsub__(self, other):
        return self.cast(other) - self

    def __rmul__(self, other):
        return self.cast(other) * self

    def __rtruediv__(self, other):
        return self.cast(other) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    trail = [(v, iter(v._prev))]
    visited.add(v)
    while trail:
        node, rest = trail[-1]
        below = next(rest, None)
        if below is None:
            topo.append(trail.pop()[0])
        elif below not in visited:
            visited.add(below)
            trail.append((below, iter(below._prev)))


def zero_grad(root):
    reached = [root]
    known = {root}
    for node in reached:
        node.grad = 0.0
        for below in node._prev:
            if below not in known:
                known.add(below)
                reached.append(below)
