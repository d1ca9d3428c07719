import math


class Value:
    _order = None

    def __init__(self, data, _prev=(), _op="", _rule=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _rule

    def order(self):
        """Inputs first; kept, as the graph below a node never changes."""
        if self._order is None:
            Value._order = []
            build_topo(self, set(), self._order)
        return self._order

    def __add__(self, other):
        return Value(*plus(self, promote(other)))

    def __radd__(self, other):
        return Value(*plus(promote(other), self))

    def __mul__(self, other):
        return Value(*times(self, promote(other)))

    def __rmul__(self, other):
        return Value(*times(promote(other), self))

    def __truediv__(self, other):
        return Value(*over(self, promote(other)))

    def __rtruediv__(self, other):
        return Value(*over(promote(other), self))

    def __neg__(self):
        return Value(*times(self, Value(-1.0)))

    def __sub__(self, other):
        return self + -promote(other)

    def __rsub__(self, other):
        return promote(other) - self

    def __pow__(self, n):
        def rule(out):
            self.grad += out.grad * n * self.data ** (n - 1)

        return Value(self.data**n, (self,), "**", rule if n != 0 else None)

    def tanh(self):
        def rule(out):
            self.grad += out.grad * (1 - out.data * out.data)

        return Value(math.tanh(self.data), (self,), "tanh", rule)

    def exp(self):
        def rule(out):
            self.grad += out.grad * out.data

        return Value(math.exp(self.data), (self,), "exp", rule)

    def relu(self):
        def rule(out):
            self.grad += out.grad * (1.0 if out.data > 0 else 0.0)

        return Value(max(0.0, self.data), (self,), "relu", rule)

    def backward(self):
        for node in self.order():
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(self.order()):
            if node._backward:
                node._backward(node)


def promote(x):
    return x if isinstance(x, Value) else Value(x)


def plus(a, b):
    def rule(out):
        a.grad += out.grad
        b.grad += out.grad

    return a.data + b.data, (a, b), "+", rule


def times(a, b):
    def rule(out):
        a.grad += out.grad * b.data
        b.grad += out.grad * a.data

    return a.data * b.data, (a, b), "*", rule


def over(a, b):
    def rule(out):
        a.grad += out.grad / b.data
        b.grad -= out.grad * out.data / b.data

    return a.data / b.data, (a, b), "/", rule


def build_topo(v, visited, topo):
    stack = [(v, None)]
    while stack:
        node, inputs = stack.pop()
        if inputs is None:
            if node in visited:
                continue
            visited.add(node)
            inputs = list(node._prev)
        if inputs:
            nxt = inputs.pop()
            stack.append((node, inputs))
            stack.append((nxt, None))
        else:
            topo.append(node)


def zero_grad(root):
    for node in root.order():
        node.grad = 0.0


if __name__ == "__main__":
    a, b, c = Value(2.0), Value(3.0), Value(1.0)
    L = (a * b + c) * (a + b)
    L.backward()
    print(a.grad, b.grad, c.grad)  # 22 17 5
