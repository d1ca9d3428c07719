import math


def wrap(number):
    if isinstance(number, Value):
        return number
    return Value(number)


def nothing():
    pass


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = nothing

    def __add__(self, other):
        other = wrap(other)
        out = Value(self.data + other.data, (self, other))

        def rule():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = rule
        return out

    def __mul__(self, other):
        other = wrap(other)
        out = Value(self.data * other.data, (self, other))

        def rule():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = rule
        return out

    def __truediv__(self, other):
        other = wrap(other)
        out = Value(self.data / other.data, (self, other))

        def rule():
            self.grad += out.grad / other.data
            other.grad += out.grad * -out.data / other.data

        out._backward = rule
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,))

        def rule():
            slope = n * self.data ** (n - 1) if n else 0.0
            self.grad += out.grad * slope

        out._backward = rule
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))

        def rule():
            self.grad += out.grad * (1 - out.data * out.data)

        out._backward = rule
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,))

        def rule():
            self.grad += out.grad * out.data

        out._backward = rule
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,))

        def rule():
            if out.grad > 0:
                self.grad += out.grad

        out._backward = rule
        return out

    # The rest is made of the above.

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + wrap(other) * -1

    def __rsub__(self, other):
        return wrap(other) + self * -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return wrap(other) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        if self._prev:
            self.grad = 1.0
        else:
            self.grad += 1.0
        for node in topo[::-1]:
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, "down")]
    while stack:
        node, way = stack.pop()
        if way == "up":
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, "up"))
        stack += [(i, "down") for i in node._prev]


def zero_grad(root):
    seen = set()
    stack = [root]
    while stack:
        node = stack.pop()
        if node not in seen:
            seen.add(node)
            node.grad = 0.0
            stack.extend(node._prev)
