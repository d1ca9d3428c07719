import math


class Arithmetic:
    """Everything Python may ask for, spelled with five basic operations."""

    def __radd__(self, other):
        return self.__add__(other)

    def __rmul__(self, other):
        return self.__mul__(other)

    def __sub__(self, other):
        return self.__add__(-self.lift(other))

    def __rsub__(self, other):
        return (-self).__add__(other)

    def __rtruediv__(self, other):
        return self.lift(other).__truediv__(self)

    def __iadd__(self, other):
        return self.__add__(other)

    def __isub__(self, other):
        return self.__sub__(other)

    def __imul__(self, other):
        return self.__mul__(other)

    def __itruediv__(self, other):
        return self.__rtruediv__(other)

    def __ipow__(self, other):
        return self.__pow__(other)


class Differentiable:
    """The graph half: order, backward, zero."""

    def topological(self):
        result = []
        build_topo(self, set(), result)
        return result

    def backward(self):
        nodes = self.topological()
        for node in nodes:
            if not node.is_leaf:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(nodes):
            node._backward()


class Value(Arithmetic, Differentiable):

    def __init__(self, data, parents=()):
        self.data = data
        self.grad = 0.0
        self._prev = parents
        self.is_leaf = not parents

    def _backward(self):
        """Leaves have nothing to pass on."""

    @classmethod
    def lift(cls, x):
        return x if isinstance(x, cls) else cls(float(x))

    def _result(self, data, *parents):
        return Value(data, parents)

    def __add__(self, other):
        other = self.lift(other)
        out = self._result(self.data + other.data, self, other)

        def rule():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = rule
        return out

    def __mul__(self, other):
        other = self.lift(other)
        out = self._result(self.data * other.data, self, other)

        def rule():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = rule
        return out

    def __truediv__(self, other):
        other = self.lift(other)
        out = self._result(self.data / other.data, self, other)

        def rule():
            share = out.grad / other.data
            self.grad += share
            other.grad -= share * out.data

        out._backward = rule
        return out

    def __neg__(self):
        out = self._result(-self.data, self)

        def rule():
            self.grad -= out.grad

        out._backward = rule
        return out

    def __pow__(self, n):
        out = self._result(self.data ** n, self)

        def rule():
            if n:
                self.grad += out.grad * n * self.data ** (n - 1)

        out._backward = rule
        return out

    def tanh(self):
        out = self._result(math.tanh(self.data), self)

        def rule():
            self.grad += out.grad * (1 - out.data ** 2)

        out._backward = rule
        return out

    def exp(self):
        out = self._result(math.exp(self.data), self)

        def rule():
            self.grad += out.grad * out.data

        out._backward = rule
        return out

    def relu(self):
        out = self._result(max(self.data, 0.0), self)

        def rule():
            if self.data > 0:
                self.grad += out.grad

        out._backward = rule
        return out


def build_topo(v, visited, topo):
    trail = [(v, list(v._prev))]
    visited.add(v)
    while trail:
        node, left = trail[-1]
        if left:
            nxt = left.pop()
            if nxt not in visited:
                visited.add(nxt)
                trail.append((nxt, list(nxt._prev)))
        else:
            topo.append(trail.pop()[0])


def zero_grad(root):
    for node in root.topological():
        node.grad = 0.0
