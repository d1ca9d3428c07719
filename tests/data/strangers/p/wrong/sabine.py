import math


class Value:
    def __init__(self, data, inputs=None):
        self.data = data
        self.grad = 0.0
        self._prev = () if inputs is None else inputs
        self._backward = lambda: None

    @staticmethod
    def from_number(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, y):
        y = Value.from_number(y)
        z = Value(self.data + y.data, (self, y))

        def f():
            self.grad += z.grad
            y.grad += z.grad

        z._backward = f
        return z

    def __sub__(self, y):
        y = Value.from_number(y)
        z = Value(self.data - y.data, (self, y))

        def f():
            self.grad += z.grad
            y.grad += -z.grad

        z._backward = f
        return z

    def __mul__(self, y):
        y = Value.from_number(y)
        z = Value(self.data * y.data, (self, y))

        def f():
            self.grad += z.grad * y.data
            y.grad += z.grad * self.data

        z._backward = f
        return z

    def __truediv__(self, y):
        y = Value.from_number(y)
        z = Value(self.data / y.data, (self, y))

        def f():
            self.grad += z.grad / y.data
            y.grad += -z.grad * self.data / y.data**2

        z._backward = f
        return z

    def __radd__(self, x):
        return Value.from_number(x) + self

    def __rsub__(self, x):
        return Value.from_number(x) - self

    def __rmul__(self, x):
        return Value.from_number(x) * self

    def __rtruediv__(self, x):
        return Value.from_number(x) / self

    def __neg__(self):
        z = Value(-self.data, (self,))

        def f():
            self.grad += -z.grad

        z._backward = f
        return z

    def __pow__(self, n):
        z = Value(self.data**n, (self,))

        def f():
            self.grad += 0.0 if n == 0 else z.grad * n * self.data ** (n - 1)

        z._backward = f
        return z

    def tanh(self):
        z = Value(math.tanh(self.data), (self))

        def f():
            self.grad += z.grad * (1 - z.data**2)

        z._backward = f
        return z

    def exp(self):
        z = Value(math.exp(self.data), (self,))

        def f():
            self.grad += z.grad * z.data

        z._backward = f
        return z

    def relu(self):
        z = Value(max(0.0, self.data), (self,))

        def f():
            self.grad += z.grad if self.data > 0 else 0.0

        z._backward = f
        return z

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def build_topo(v, visited, topo):
    path = [(v, iter(v._prev))]
    visited.add(v)
    while path:
        node, inputs = path[-1]
        for p in inputs:
            if p not in visited:
                visited.add(p)
                path.append((p, iter(p._prev)))
                break
        else:
            path.pop()
            topo.append(node)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0


if __name__ == "__main__":
    x, y = Value(2.0), Value(3.0)
    z = x * y + x
    z.backward()
    print(z.data, x.grad, y.grad)
