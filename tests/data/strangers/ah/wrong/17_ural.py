"""Engine for the exam.

exp is the dearest operation of all, so a result that is still in use is not computed again.
"""

import math
import weakref


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward", "__weakref__")
    _exps = weakref.WeakValueDictionary()

    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = None

    def __add__(self, other):
        return Value.binary(self, other, Value.add_rule, lambda x, y: x + y)

    def __radd__(self, other):
        return Value.binary(other, self, Value.add_rule, lambda x, y: x + y)

    def __sub__(self, other):
        return Value.binary(self, other, Value.sub_rule, lambda x, y: x - y)

    def __rsub__(self, other):
        return Value.binary(other, self, Value.sub_rule, lambda x, y: x - y)

    def __mul__(self, other):
        return Value.binary(self, other, Value.mul_rule, lambda x, y: x * y)

    def __rmul__(self, other):
        return Value.binary(other, self, Value.mul_rule, lambda x, y: x * y)

    def __truediv__(self, other):
        return Value.binary(self, other, Value.div_rule, lambda x, y: x / y)

    def __rtruediv__(self, other):
        return Value.binary(other, self, Value.div_rule, lambda x, y: x / y)

    def __neg__(self):
        return 0 - self

    @staticmethod
    def binary(a, b, rule, value):
        a = a if isinstance(a, Value) else Value(a)
        b = b if isinstance(b, Value) else Value(b)
        out = Value(value(a.data, b.data), (a, b))
        out._backward = rule
        return out

    def unary(self, number, slope):
        out = Value(number, (self,))

        def rule(out):
            self.grad += slope * out.grad

        out._backward = rule
        return out

    # The rules of the operators. They get the node whose rule they are.

    @staticmethod
    def add_rule(out):
        a, b = out._prev
        a.grad += out.grad
        b.grad += out.grad

    @staticmethod
    def sub_rule(out):
        a, b = out._prev
        a.grad += out.grad
        b.grad -= out.grad

    @staticmethod
    def mul_rule(out):
        a, b = out._prev
        a.grad += b.data * out.grad
        b.grad += a.data * out.grad

    @staticmethod
    def div_rule(out):
        a, b = out._prev
        a.grad += out.grad / b.data
        b.grad -= out.grad * out.data / b.data

    def __pow__(self, n):
        x = self.data
        return self.unary(Value.power(x, n), 0.0 if n == 0 else n * Value.power(x, n - 1))

    @staticmethod
    def power(x, n):
        try:
            return x**n
        except OverflowError:
            return math.inf if x > 0 or n % 2 == 0 else -math.inf

    def tanh(self):
        t = math.tanh(self.data)
        return self.unary(t, 1.0 - t * t)

    def exp(self):
        out = Value._exps.get(self.data)
        if out is None:
            e = math.exp(self.data)
            out = Value._exps[self.data] = self.unary(e, e)
        return out

    def relu(self):
        return self.unary(max(self.data, 0.0), 1.0 if self.data > 0 else 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        inner = [node for node in topo if node._backward]
        for node in inner:
            node.grad = 0.0
        self.grad += 1.0
        while inner:
            node = inner.pop()
            node._backward(node)


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    stack = [v]
    while stack:
        node = stack.pop()
        if isinstance(node, tuple):
            topo.append(node[0])
        elif node not in visited:
            visited.add(node)
            stack.append((node,))
            stack += node._prev


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
