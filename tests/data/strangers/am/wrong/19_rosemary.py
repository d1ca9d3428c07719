import math


def lifted(method):
    """The second operand may be a plain number."""

    def operator(self, other):
        return method(self, other if isinstance(other, Value) else Value(other))

    return operator


class Value:
    def __init__(self, data, _prev=(), _rule=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._rule = _rule

    def _backward(self):
        if self._rule is not None:
            self._rule(self.grad)

    @lifted
    def __add__(self, other):
        def rule(g):
            self.grad += g
            other.grad += g

        return Value(self.data + other.data, (self, other), rule)

    @lifted
    def __sub__(self, other):
        def rule(g):
            self.grad += g
            other.grad -= g

        return Value(self.data - other.data, (self, other), rule)

    @lifted
    def __mul__(self, other):
        x, y = self.data, other.data

        def rule(g):
            self.grad += g * y
            other.grad += g * x

        return Value(x * y, (self, other), rule)

    @lifted
    def __truediv__(self, other):
        x, y = self.data, other.data

        def rule(g):
            self.grad += g / y
            other.grad -= g * (x / y) / y

        return Value(x / y, (self, other), rule)

    @lifted
    def __radd__(self, other):
        return other + self

    @lifted
    def __rsub__(self, other):
        return other - self

    @lifted
    def __rmul__(self, other):
        return other * self

    @lifted
    def __rtruediv__(self, other):
        return other / self

    def __neg__(self):
        def rule(g):
            self.grad -= g

        return Value(-self.data, (self,), rule)

    def __pow__(self, n):
        x = self.data

        def rule(g):
            if n:
                self.grad += g * (n * x ** (n - 1))

        return Value(x**n, (self,), rule)

    def tanh(self):
        t = math.tanh(self.data)

        def rule(g):
            self.grad += g * (1.0 - t * t)

        return Value(t, (self,), rule)

    def exp(self):
        y = math.exp(self.data) if self.data > -30.0 else 0.0

        def rule(g):
            self.grad += g * y

        return Value(y, (self,), rule)

    def relu(self):
        open_ = self.data > 0

        def rule(g):
            if open_:
                self.grad += g

        return Value(self.data if open_ else 0.0, (self,), rule)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._rule is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def build_topo(v, visited, topo):
    todo = [(v, False)]
    while todo:
        node, again = todo.pop()
        if again:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        todo.append((node, True))
        for below in reversed(node._prev):
            todo.append((below, False))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    while order:
        order.pop().grad = 0.0
