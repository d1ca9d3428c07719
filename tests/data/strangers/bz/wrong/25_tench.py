"""Exercise 13, the whole engine.

A base class Number holds what makes a Value pleasant to use (printing, float(), bool(),
comparing); Value adds the graph. Each rule is a small function of the node.
"""

import math


class Number:
    """Something with a `data` that may be used like a Python number."""

    data = 0.0

    def __float__(self):
        return self.data

    def __bool__(self):
        return self.data != 0.0

    def __lt__(self, other):
        return self.data < float(other)

    def __gt__(self, other):
        return self.data > float(other)

    def __repr__(self):
        return f"{type(self).__name__}({self.data:.6g})"

    def __radd__(self, other):
        return self._coerce(other) + self

    def __rsub__(self, other):
        return self._coerce(other) - self

    def __rmul__(self, other):
        return self._coerce(other) * self

    def __rtruediv__(self, other):
        return self._coerce(other) / self

    @classmethod
    def _coerce(cls, x):
        return x if isinstance(x, Number) else cls(x)


class Value(Number):
    """One number, its gradient, and how it was made."""

    def __init__(self, data, left=None, right=None, rule=None):
        self.data = float(data)
        self.grad = 0.0
        self.left = left
        self.right = right
        self.rule = rule

    @property
    def _prev(self):
        """The inputs: none, one or two."""
        return tuple(p for p in (self.left, self.right) if p is not None)

    def _backward(self):
        if self.rule is not None:
            self.rule(self)

    def __add__(self, other):
        other = self._coerce(other)
        return Value(self.data + other.data, self, other, add)

    def __sub__(self, other):
        other = self._coerce(other)
        return Value(self.data - other.data, self, other, subtract)

    def __mul__(self, other):
        other = self._coerce(other)
        return Value(self.data * other.data, self, other, multiply)

    def __truediv__(self, other):
        other = self._coerce(other)
        return Value(self.data / other.data, self, other, divide)

    def __pow__(self, n):
        def power(node):
            if n != 0:
                base = node.left
                base.grad += node.grad * n * base.data ** (n - 1)

        return Value(self.data**n, self, rule=power)

    def __neg__(self):
        return Value(-self.data, self, rule=negate)

    def tanh(self):
        return Value(math.tanh(self.data), self, rule=tanh)

    def exp(self):
        return Value(math.exp(self.data), self, rule=exp)

    def relu(self):
        return Value(self.data if self.data > 0 else 0.0, self, rule=relu)

    def backward(self):
        order = build_topo(self, set(), [])
        for node in order:
            if node.rule:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


# ---- rules ----


def add(node):
    node.left.grad += node.grad
    node.right.grad += node.grad


def subtract(node):
    node.left.grad += node.grad
    node.right.grad -= node.grad


def multiply(node):
    node.left.grad += node.grad * node.right.data
    node.right.grad += node.grad * node.left.data


def divide(node):
    node.left.grad += node.grad / node.right.data
    node.right.grad -= node.grad * node.data / node.right.data


def negate(node):
    node.left.grad -= node.grad


def tanh(node):
    node.left.grad += node.grad * (1.0 - node.data * node.data)


def exp(node):
    node.left.grad += node.grad * node.data


def relu(node):
    if node.left > 0:
        node.left.grad += node.grad


# ---- walks ----


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first.

    Down the left inputs as far as it goes, then to the right: the walk through a binary tree,
    with a set for what has been met, as a graph is not a tree.
    """
    stack = []
    node = v
    while node is not None or stack:
        while node is not None:
            if node in visited:
                break
            visited.add(node)
            stack.append((node, False))
            node = node.left
        node = None
        while stack:
            top, right_done = stack.pop()
            if not right_done and top.right:
                stack.append((top, True))
                node = top.right
                break
            topo.append(top)
    return topo


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    met, todo = set(), [root]
    while todo:
        node = todo.pop()
        if node not in met:
            met.add(node)
            node.grad = 0.0
            todo.extend(node._prev)


if __name__ == "__main__":
    a, b, c = Value(2.0), Value(3.0), Value(1.0)
    L = (a * b + c) * (a + b)
    L.backward()
    L.backward()
    print(a.grad, b.grad, c.grad, "expected 44.0 34.0 10.0")
    zero_grad(L)
    print(a.grad, b.grad, c.grad, L.grad, "expected zeros")
    x = y = Value(1.0)
    for _ in range(20_000):
        y = y + x
    y.backward()
    print(x.grad, "expected 20001.0")
