import math


class Node:
    """What every node of a graph has, leaves included."""

    def __init__(self, data, inputs=()):
        self.data = data
        self.grad = 0.0
        self._prev = list(inputs)

    def _backward(self):
        pass


class Value(Node):
    def __add__(self, other):
        return Sum(self, as_value(other))

    def __sub__(self, other):
        return Sum(self, Scaled(as_value(other), -1.0))

    def __mul__(self, other):
        return Product(self, other) if isinstance(other, Value) else Scaled(self, other)

    def __truediv__(self, other):
        return Product(self, Power(other, -1)) if isinstance(other, Value) else Scaled(self, 1 / other)

    def __radd__(self, other):
        return as_value(other) + self

    def __rsub__(self, other):
        return as_value(other) - self

    def __rmul__(self, other):
        return Scaled(self, other)

    def __rtruediv__(self, other):
        return Scaled(Power(self, -1), other)

    def __neg__(self):
        return Scaled(self, -1.0)

    def __pow__(self, n):
        return Power(self, n)

    def tanh(self):
        return Tanh(self)

    def exp(self):
        return Exp(self)

    def relu(self):
        return Relu(self)

    def backward(self):
        consumers = {self: 0}
        todo = [self]
        while todo:
            node = todo.pop()
            if node._prev:
                node.grad = 0.0
            for source in node._prev:
                if source not in consumers:
                    consumers[source] = 0
                    todo.append(source)
                consumers[source] += 1
        self.grad += 1.0
        ready = [self]
        while ready:
            node = ready.pop()
            if node.grad == 0.0:
                continue
            node._backward()
            for source in node._prev:
                consumers[source] -= 1
                if consumers[source] == 0:
                    ready.append(source)


class Sum(Value):
    def __init__(self, a, b):
        super().__init__(a.data + b.data, (a, b))

    def _backward(self):
        for term in self._prev:
            term.grad += self.grad


class Product(Value):
    def __init__(self, a, b):
        super().__init__(a.data * b.data, (a, b))

    def _backward(self):
        a, b = self._prev
        to_a, to_b = self.grad * b.data, self.grad * a.data
        a.grad += to_a
        b.grad += to_b


class Unary(Value):
    def __init__(self, a, *more):
        super().__init__(self.value(a.data, *more), (a,))
        self.more = more

    def _backward(self):
        (a,) = self._prev
        a.grad += self.grad * self.slope(a.data, *self.more)


class Scaled(Unary):
    def value(self, x, k):
        return x * k

    def slope(self, x, k):
        return k


class Power(Unary):
    def value(self, x, n):
        return x**n

    def slope(self, x, n):
        return n * x ** (n - 1) if n else 0.0


class Tanh(Unary):
    def value(self, x):
        return math.tanh(x)

    def slope(self, x):
        return 1.0 - self.data**2


class Exp(Unary):
    def value(self, x):
        return math.exp(x)

    def slope(self, x):
        return self.data


class Relu(Unary):
    def value(self, x):
        return x if x > 0 else 0.0

    def slope(self, x):
        return 1.0 if x > 0 else 0.0


def as_value(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    todo = [(v, False)]
    while todo:
        node, done = todo.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            todo.append((node, True))
            for source in node._prev:
                if source not in visited:
                    todo.append((source, False))


def zero_grad(root):
    met, todo = {root}, [root]
    while todo:
        node = todo.pop()
        node.grad = 0.0
        for source in node._prev:
            if source not in met:
                met.add(source)
                todo.append(source)
