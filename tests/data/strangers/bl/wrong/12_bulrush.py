import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(float(other))
        out = Value(self.data + other.data, (self, other), "+")

        def rule(g):
            self.grad += g
            other.grad += g

        out._backward = rule
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(float(other))
        x, y = self.data, other.data
        out = Value(x * y, (self, other), "*")

        def rule(g):
            self.grad += y * g
            other.grad += x * g

        out._backward = rule
        return out

    def __pow__(self, n):
        x = self.data
        out = Value(x**n, (self,), "**")

        def rule(g):
            if n:
                self.grad += n * x ** (n - 1) * g

        out._backward = rule
        return out

    def exp(self):
        e = math.exp(self.data)
        out = Value(e, (self,), "exp")

        def rule(g):
            self.grad += e * g

        out._backward = rule
        return out

    def tanh(self):
        try:
            e = math.exp(2.0 * self.data)
        except OverflowError:
            e = None
        out = Value(1.0 if e is None else (e - 1.0) / (e + 1.0), (self,), "tanh")

        def rule(g):
            if e is not None:
                self.grad += g * 4.0 * e / (e + 1.0) ** 2

        out._backward = rule
        return out

    def relu(self):
        positive = self.data > 0
        out = Value(self.data if positive else 0.0, (self,), "relu")

        def rule(g):
            if positive:
                self.grad += g

        out._backward = rule
        return out

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + other * -1.0

    def __rsub__(self, other):
        return self * -1.0 + other

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(float(other))
        y = other.data
        out = Value(self.data / y, (self, other), "/")

        def rule(g):
            self.grad += g / y
            other.grad -= g * out.data / y

        out._backward = rule
        return out

    def __rtruediv__(self, other):
        return Value(float(other)) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._backward is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            if node._backward is not None:
                node._backward(node.grad)


def build_topo(v, visited, topo):
    waiting, stack = [v], []
    while waiting or stack:
        if waiting:
            node = waiting.pop()
            if node is None:
                topo.append(stack.pop())
            elif node not in visited:
                visited.add(node)
                stack.append(node)
                waiting.append(None)
                waiting.extend(node._prev)
        else:
            break


def zero_grad(root):
    seen = set()
    stack = [root]
    while stack:
        node = stack.pop()
        if node not in seen:
            seen.add(node)
            node.grad = 0.0
            stack.extend(node._prev)
