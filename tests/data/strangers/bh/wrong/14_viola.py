import math


def squash(x):
    """tanh from exp; far out the quotient would overflow."""
    if x > 25.0:
        return 1.0
    if x < -25.0:
        return 1.0
    e = math.exp(2.0 * x)
    return (e - 1.0) / (e + 1.0)


class Value:
    def __init__(self, data, _prev=(), _op="leaf"):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op

    # Each operation has a method pull_<op> that pushes the gradient on.

    def _backward(self):
        getattr(self, "pull_" + self._op)(*self._prev)

    def pull_leaf(self):
        pass

    def pull_add(self, a, b):
        a.grad += self.grad
        b.grad += self.grad

    def pull_sub(self, a, b):
        a.grad += self.grad
        b.grad -= self.grad

    def pull_mul(self, a, b):
        a.grad += self.grad * b.data
        b.grad += self.grad * a.data

    def pull_div(self, a, b):
        a.grad += self.grad / b.data
        b.grad -= self.grad * self.data / b.data

    def pull_pow(self, a):
        if self.exponent != 0:
            a.grad += self.grad * self.exponent * a.data ** (self.exponent - 1)

    def pull_tanh(self, a):
        a.grad += self.grad * (1.0 - self.data**2)

    def pull_exp(self, a):
        a.grad += self.grad * self.data

    def pull_relu(self, a):
        if a.data > 0:
            a.grad += self.grad

    def __add__(self, other):
        other = ensure(other)
        return Value(self.data + other.data, (self, other), "add")

    def __sub__(self, other):
        other = ensure(other)
        return Value(self.data - other.data, (self, other), "sub")

    def __mul__(self, other):
        other = ensure(other)
        return Value(self.data * other.data, (self, other), "mul")

    def __truediv__(self, other):
        other = ensure(other)
        return Value(self.data / other.data, (self, other), "div")

    def __radd__(self, other):
        return ensure(other).__add__(self)

    def __rsub__(self, other):
        return ensure(other).__sub__(self)

    def __rmul__(self, other):
        return ensure(other).__mul__(self)

    def __rtruediv__(self, other):
        return ensure(other).__truediv__(self)

    def __neg__(self):
        return 0.0 - self

    def __pow__(self, exponent):
        out = Value(self.data**exponent, (self,), "pow")
        out.exponent = exponent
        return out

    def tanh(self):
        return Value(squash(self.data), (self,), "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp")

    def relu(self):
        return Value(max(self.data, 0.0), (self,), "relu")

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._op != "leaf":
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def ensure(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend([(child, False) for child in node._prev])


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
