import math


class Node:
    """graph part"""

    def __init__(self, data, prev):
        self.data = float(data)
        self.grad = 0.0
        self._prev = prev

    @property
    def leaf(self):
        return not self._prev

    def order(self):
        result, state, stack = [], {}, [self]
        while stack:
            top = stack[-1]
            if state.get(top) is None:
                state[top] = 1
                stack += [p for p in top._prev if p not in state]
            else:
                stack.pop()
                if state[top] == 1:
                    state[top] = 2
                    result.append(top)
        return result

    def zero_grad(self):
        for node in self.order():
            node.grad = 0.0

    def backward(self):
        order = self.order()
        for node in order:
            if not node.leaf:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


class Value(Node):
    """arithmetic part"""

    def __init__(self, data, prev=(), locals_=()):
        super().__init__(data, prev)
        self.locals = locals_

    def _backward(self):
        for i, p in enumerate(self._prev):
            p.grad += self.locals[i] * self.grad

    def __add__(self, other):
        a, b = self, wrap(other)
        return Value(a.data + b.data, (a, b), (1.0, 1.0))

    def __sub__(self, other):
        a, b = self, wrap(other)
        return Value(a.data - b.data, (a, b), (1.0, -1.0))

    def __mul__(self, other):
        a, b = self, wrap(other)
        return Value(a.data * b.data, (a, b), (b.data, a.data))

    def __truediv__(self, other):
        a, b = self, wrap(other)
        return Value(a.data / b.data, (a, b), (1.0 / b.data, -a.data / b.data ** 2))

    def __rsub__(self, other):
        return wrap(other) - self

    def __rtruediv__(self, other):
        return wrap(other) / self

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, (self,), (0.0,))
        return Value(self.data ** n, (self,), (n * self.data ** (n - 1),))

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    # the same in other clothes
    __radd__ = __add__
    __rmul__ = __mul__
    __iadd__ = __add__
    __isub__ = __rsub__
    __imul__ = __mul__
    __itruediv__ = __truediv__
    __ipow__ = __pow__

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        on = float(self.data > 0.0)
        return Value(self.data * on, (self,), (on,))


def wrap(x):
    return x if isinstance(x, Node) else Value(x)


def build_topo(v, visited, topo):
    topo.extend(v.order())
    visited.update(topo)


def zero_grad(root):
    root.zero_grad()
