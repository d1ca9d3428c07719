"""Slots and a bound method per operation."""
import math


class Value:
    __slots__ = ("data", "grad", "_prev", "_rule", "_extra")

    def __init__(self, data, _prev=(), _rule=None, _extra=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._rule = _rule
        self._extra = _extra

    def _backward(self):
        if self._rule:
            self._rule(self)

    # the local rules

    def _add_rule(self):
        a, b = self._prev
        a.grad += self.grad
        b.grad += self.grad

    def _mul_rule(self):
        a, b = self._prev
        x, y = self._extra
        a.grad += y * self.grad
        b.grad += x * self.grad

    def _pow_rule(self):
        (a,) = self._prev
        x, n = self._extra
        if n != 0:
            a.grad += n * x ** (n - 1) * self.grad

    def _tanh_rule(self):
        (a,) = self._prev
        a.grad += (1.0 - self.data * self.data) * self.grad

    def _exp_rule(self):
        (a,) = self._prev
        a.grad += self.data * self.grad

    def _relu_rule(self):
        (a,) = self._prev
        if self._extra >= 0.0:
            a.grad += self.grad

    # the operators

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        return Value(self.data + other.data, (self, other), Value._add_rule)

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        pair = self.data, other.data
        return Value(self.data * other.data, (self, other), Value._mul_rule, pair)

    def __pow__(self, n):
        return Value(self.data**n, (self,), Value._pow_rule, (self.data, n))

    def tanh(self):
        return Value(math.tanh(self.data), (self,), Value._tanh_rule)

    def exp(self):
        return Value(math.exp(self.data), (self,), Value._exp_rule)

    def relu(self):
        return Value(max(0.0, self.data), (self,), Value._relu_rule, self.data)

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other)

    def __truediv__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        return self * other**-1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return (-self) + other

    def __rtruediv__(self, other):
        return other * self**-1

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for i in range(len(topo) - 1, -1, -1):
            topo[i]._backward()

    def zero_grad(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            node.grad = 0.0


def build_topo(v, visited, topo):
    enter, leave = 0, 1
    stack = [(enter, v)]
    while stack:
        what, node = stack.pop()
        if what == leave:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((leave, node))
            stack.extend((enter, p) for p in node._prev)


def zero_grad(root):
    root.zero_grad()
