import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self._prev = _prev
        self._op = _op
        self.grad = 0.0

    def _backward(self):
        pass  # a leaf has nobody to tell

    def __add__(self, other):
        return Sum(self, node(other))

    def __radd__(self, other):
        return Sum(node(other), self)

    def __sub__(self, other):
        return Difference(self, node(other))

    def __rsub__(self, other):
        return Difference(node(other), self)

    def __mul__(self, other):
        return Product(self, node(other))

    def __rmul__(self, other):
        return Product(node(other), self)

    def __truediv__(self, other):
        return Quotient(self, node(other))

    def __rtruediv__(self, other):
        return Quotient(node(other), self)

    def __neg__(self):
        return Negative(self)

    def __pow__(self, n):
        return Power(self, n)

    def tanh(self):
        return Tanh(self)

    def exp(self):
        return Exp(self)

    def relu(self):
        return Relu(self)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for n in order:
            if n._prev:
                n.grad = 0.0
        self.grad += 1.0
        while order:
            order.pop()._backward()


class Sum(Value):
    def __init__(self, a, b):
        super().__init__(a.data + b.data, (a, b), "+")

    def _backward(self):
        for x in self._prev:
            x.grad += self.grad


class Difference(Value):
    def __init__(self, a, b):
        super().__init__(a.data - b.data, (a, b), "-")

    def _backward(self):
        a, b = self._prev
        a.grad += self.grad
        b.grad -= self.grad


class Product(Value):
    def __init__(self, a, b):
        super().__init__(a.data * b.data, (a, b), "*")

    def _backward(self):
        a, b = self._prev
        a.grad += self.grad * b.data
        b.grad += self.grad * a.data


class Quotient(Value):
    def __init__(self, a, b):
        super().__init__(a.data / b.data, (a, b), "/")

    def _backward(self):
        a, b = self._prev
        a.grad += self.grad / b.data
        b.grad -= self.grad * a.data / b.data**2


class Negative(Value):
    def __init__(self, a):
        super().__init__(-a.data, (a,), "neg")

    def _backward(self):
        for x in self._prev:
            x.grad -= self.grad


class Power(Value):
    def __init__(self, a, n):
        super().__init__(a.data**n, (a,), "**")
        self.n = n

    def _backward(self):
        (a,) = self._prev
        if self.n:
            a.grad += self.grad * self.n * a.data**self.n


class Tanh(Value):
    def __init__(self, a):
        super().__init__(math.tanh(a.data), (a,), "tanh")

    def _backward(self):
        (a,) = self._prev
        a.grad += self.grad * (1 - self.data**2)


class Exp(Value):
    def __init__(self, a):
        super().__init__(math.exp(a.data), (a,), "exp")

    def _backward(self):
        (a,) = self._prev
        a.grad += self.grad * self.data


class Relu(Value):
    def __init__(self, a):
        super().__init__(a.data if a.data > 0 else 0.0, (a,), "relu")

    def _backward(self):
        (a,) = self._prev
        a.grad += self.grad if self.data > 0 else 0.0


def node(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    visited.add(v)
    path = [(v, iter(v._prev))]
    while path:
        n, rest = path[-1]
        for x in rest:
            if x not in visited:
                visited.add(x)
                path.append((x, iter(x._prev)))
                break
        else:
            topo.append(n)
            path.pop()


def zero_grad(root):
    seen, todo = {root}, [root]
    while todo:
        n = todo.pop()
        n.grad = 0.0
        for x in n._prev:
            if x not in seen:
                seen.add(x)
                todo.append(x)
