import math


class Value:
    def __init__(self, data, prev=(), op=None):
        self.data = data
        self.grad = 0.0
        self._prev = prev
        self._op = op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def _add_grad(self, g):
        self.grad += g

    def _make(self, data, op, prev, rule):
        out = Value(data, prev, op)
        out._backward = lambda: rule(out.grad)
        return out

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(float(other))
        return self._make(
            self.data + other.data,
            "+",
            (self, other),
            lambda g: (self._add_grad(g), other._add_grad(g)),
        )

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(float(other))
        a, b = self.data, other.data
        return self._make(
            a * b,
            "*",
            (self, other),
            lambda g: (self._add_grad(b * g), other._add_grad(a * g)),
        )

    def __radd__(self, left):
        if left == 0:  # the first step of sum()
            return self
        return self + left

    def __rmul__(self, left):
        return self * left

    def __neg__(self):
        return self._make(-self.data, "neg", (self,), lambda g: self._add_grad(-g))

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, left):
        if left == 0:
            return self
        return (-self) + left

    def __truediv__(self, other):
        if not isinstance(other, Value):
            other = Value(float(other))
        a, b = self.data, other.data
        return self._make(
            a / b,
            "/",
            (self, other),
            lambda g: (self._add_grad(g / b), other._add_grad(-a * g / b**2)),
        )

    def __rtruediv__(self, left):
        a = self.data
        return self._make(left / a, "1/", (self,), lambda g: self._add_grad(-left * g / a**2))

    def __pow__(self, n):
        a = self.data
        slope = n * a ** (n - 1) if n else 0.0
        return self._make(a**n, "**", (self,), lambda g: self._add_grad(slope * g))

    def tanh(self):
        t = math.tanh(self.data)
        return self._make(t, "tanh", (self,), lambda g: self._add_grad((1 - t * t) * g))

    def exp(self):
        e = math.exp(self.data)
        return self._make(e, "exp", (self,), lambda g: self._add_grad(e * g))

    def relu(self):
        positive = self.data > 0
        return self._make(
            self.data if positive else 0.0,
            "relu",
            (self,),
            lambda g: self._add_grad(g if positive else 0.0),
        )

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, inputs_done = stack.pop()
        if inputs_done:
            topo.append(node)
        elif id(node) not in visited:
            visited.add(id(node))
            stack.append((node, True))
            stack.extend([(p, False) for p in node._prev])


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
