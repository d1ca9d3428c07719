"""Every node knows its level: leaves 0, results one more than what they are made of.
Going through the levels from the top downwards is then a valid order."""
import math


class Value:
    __slots__ = ('data', 'grad', '_prev', '_backward', 'level', '__weakref__')

    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = None
        self.level = 0

    @staticmethod
    def _two(result, left, right, dleft, dright):
        node = Value(result)
        node._prev = (left, right)
        node._backward = (dleft, dright)
        node.level = left.level + 1
        return node

    @staticmethod
    def _one(result, arg, darg):
        node = Value(result)
        node._prev = (arg,)
        node._backward = (darg,)
        node.level = arg.level + 1
        return node

    def __add__(self, other):
        other = node_of(other)
        return Value._two(self.data + other.data, self, other, 1.0, 1.0)

    def __sub__(self, other):
        other = node_of(other)
        return Value._two(self.data - other.data, self, other, 1.0, -1.0)

    def __mul__(self, other):
        other = node_of(other)
        return Value._two(self.data * other.data, self, other, other.data, self.data)

    def __truediv__(self, other):
        other = node_of(other)
        return Value._two(self.data / other.data, self, other,
                          1.0 / other.data, -self.data / other.data ** 2)

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return Value._one(self.data ** n, self, slope)

    def __neg__(self):
        return Value._one(-self.data, self, -1.0)

    def tanh(self):
        t = math.tanh(self.data)
        return Value._one(t, self, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return Value._one(e, self, e)

    def relu(self):
        if self.data > 0:
            return Value._one(self.data, self, 1.0)
        return Value._one(0.0, self, 0.0)

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self ** -1 * other

    def backward(self):
        nodes = everything(self)
        nodes.sort(key=lambda node: node.level, reverse=True)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in nodes:
            if node._prev:
                for inp, slope in zip(node._prev, node._backward):
                    inp.grad += slope * node.grad


def node_of(x):
    return x if isinstance(x, Value) else Value(x)


def everything(root):
    seen = {root}
    found = []
    stack = [root]
    while stack:
        node = stack.pop()
        found.append(node)
        for inp in node._prev:
            if inp not in seen:
                seen.add(inp)
                stack.append(inp)
    return found


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if node is None:                 # marker: the node below it is finished
            topo.append(stack.pop())
        elif node not in visited:
            visited.add(node)
            stack += [node, None]
            stack += node._prev


def zero_grad(root):
    for node in everything(root):
        node.grad = 0.0
