import math


# Numbers are not wrapped here. Each operator has two parts: with a Value, with a number.

class Value:
    def __init__(self, data, _prev=[]):
        self.data = data
        self.grad = 0.0
        self._prev = list(_prev)
        self._backward = no_rule

    def __add__(self, other):
        if isinstance(other, Value):
            out = Value(self.data + other.data, [self, other])
            def rule():
                self.grad += out.grad
                other.grad += out.grad
        else:
            out = Value(self.data + other, [self])
            def rule():
                self.grad += out.grad
        out._backward = rule
        return out

    def __sub__(self, other):
        if isinstance(other, Value):
            out = Value(self.data - other.data, [self, other])
            def rule():
                self.grad += out.grad
                other.grad += -out.grad
        else:
            out = Value(self.data - other, [self])
            def rule():
                self.grad += out.grad
        out._backward = rule
        return out

    def __mul__(self, other):
        if isinstance(other, Value):
            out = Value(self.data * other.data, [self, other])
            def rule():
                self.grad += other.data * out.grad
                other.grad += self.data * out.grad
        else:
            out = Value(self.data * other, [self])
            def rule():
                self.grad += other * out.grad
        out._backward = rule
        return out

    def __truediv__(self, other):
        if isinstance(other, Value):
            out = Value(self.data / other.data, [self, other])
            def rule():
                self.grad += out.grad / other.data
                other.grad += -out.data / other.data * out.grad
        else:
            out = Value(self.data / other, [self])
            def rule():
                self.grad += out.grad * other
        out._backward = rule
        return out

    def __pow__(self, number):
        out = Value(self.data ** number, [self])
        def rule():
            if number != 0:
                self.grad += number * self.data ** (number - 1) * out.grad
        out._backward = rule
        return out

    # number on the left

    def __radd__(self, number):
        return self + number

    def __rmul__(self, number):
        return self * number

    def __rsub__(self, number):
        out = Value(number - self.data, [self])
        def rule():
            self.grad += -out.grad
        out._backward = rule
        return out

    def __rtruediv__(self, number):
        out = Value(number / self.data, [self])
        def rule():
            self.grad += -number / self.data ** 2 * out.grad
        out._backward = rule
        return out

    def __neg__(self):
        return 0 - self

    # functions

    def tanh(self):
        out = Value(math.tanh(self.data), [self])
        def rule():
            self.grad += (1 - out.data ** 2) * out.grad
        out._backward = rule
        return out

    def exp(self):
        out = Value(math.exp(self.data), [self])
        def rule():
            self.grad += out.data * out.grad
        out._backward = rule
        return out

    def relu(self):
        out = Value(max(self.data, 0.0), [self])
        def rule():
            self.grad += out.grad if self.data > 0 else 0.0
        out._backward = rule
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev != []:
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            node._backward()


def no_rule():
    pass


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [v]
    left = [list(v._prev)]
    while stack:
        if not left[-1]:
            topo.append(stack.pop())
            left.pop()
            continue
        child = left[-1].pop()
        if child not in visited:
            visited.add(child)
            stack.append(child)
            left.append(list(child._prev))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
