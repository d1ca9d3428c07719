"""Exercise 6: all the operators.

The idea
--------
With + and * alone, `a - b`, `2 * a` and `sum([a, b])` are errors. People write those, so the
engine must understand them. Most need no new rule: they are + and * in disguise.

    -a       is  a times ...            a - b    is  a plus ...
    a / b    is  a times b to the power of ...

What is made of nodes that have rules gets its gradients for free.

Reflected operators: for `2 * a` Python first asks the number 2, which has never heard of
`Value`. Then it asks a, by calling `a.__rmul__(2)`. So in the methods that begin with r,
`self` stands on the RIGHT of the operator and `other` on its left:

    5 - a    calls   a.__rsub__(5)          6 / a    calls   a.__rtruediv__(6)

For + and * the sides may be swapped, for - and / they may not. And `sum([a, b])` starts from
the number 0: its first step is  0 + a.

One operator brings a rule of its own: the power `a ** n`, where n is a plain number.

(What input, consumer, leaf and root mean is said in exercise 1.)

Your task
---------
Write   __radd__  __rmul__  __neg__  __sub__  __rsub__  __truediv__  __rtruediv__  __pow__

On either side of + - * / there may be a Value or a plain number. The exponent is a plain
number: whole, negative or a fraction.

What is judged
--------------
The value and the gradients of each operator: with numbers on the left and on the right (and
with unequal ones, so that a swap shows); when the result is not the root; and when a value is
used twice. `a ** 0` at 0 (which counts little): the value is 1, and as it never changes, the
gradient is 0. Not judged: dividing by zero, `0 ** 0.5`, and a fraction as exponent of a negative
number.

Run this file to see the examples:  python 06_operators.py
Stuck?  topograde hint operators        Ready?  topograde check operators
"""


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    __radd__, __rmul__ = __add__, __mul__

    def __pow__(self, exponent):
        out = Value(self.data**exponent, (self,), f"**{exponent}")

        def _backward():
            match exponent:
                case 0:
                    slope = 0.0
                case 1:
                    slope = 1.0
                case n:
                    slope = n * self.data ** (n - 1)
            self.grad += slope * out.grad

        out._backward = _backward
        return out

    def __neg__(self):
        return -1 * self

    def __sub__(self, other):
        return -(-self + other)

    def __rsub__(self, other):
        return -(self - other)

    def __truediv__(self, other):
        return self * (other**-1)

    def __rtruediv__(self, other):
        return (self / other) ** -1 if other else self * 0.0

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        self.grad = 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    if v not in visited:
        visited.add(v)
        for input_node in v._prev:
            build_topo(input_node, visited, topo)
        topo.append(v)
