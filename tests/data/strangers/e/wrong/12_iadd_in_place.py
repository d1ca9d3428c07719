# Exam, exercise 13
# I wrote everything out so that I can still read it in a month.

import math


class Value:

    # A node remembers: its number, its gradient, where it came from and its rule.
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = do_nothing

    # ------------------------- plus -------------------------
    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        result = Value(self.data + other.data, (self, other))

        def rule():
            self.grad = self.grad + result.grad
            other.grad = other.grad + result.grad

        result._backward = rule
        return result

    def __radd__(self, other):
        return Value(other) + self

    def __iadd__(self, other):
        if isinstance(other, Value):
            other = other.data
        self.data = self.data + other
        return self

    # ------------------------- minus ------------------------
    def __sub__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        result = Value(self.data - other.data, (self, other))

        def rule():
            self.grad = self.grad + result.grad
            other.grad = other.grad - result.grad

        result._backward = rule
        return result

    def __rsub__(self, other):
        return Value(other) - self

    def __neg__(self):
        result = Value(-self.data, (self,))

        def rule():
            self.grad = self.grad - result.grad

        result._backward = rule
        return result

    # ------------------------- times ------------------------
    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        result = Value(self.data * other.data, (self, other))

        def rule():
            self.grad = self.grad + other.data * result.grad
            other.grad = other.grad + self.data * result.grad

        result._backward = rule
        return result

    def __rmul__(self, other):
        return Value(other) * self

    # ------------------------- divide -----------------------
    def __truediv__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        result = Value(self.data / other.data, (self, other))

        def rule():
            self.grad = self.grad + result.grad / other.data
            other.grad = other.grad - self.data / (other.data * other.data) * result.grad

        result._backward = rule
        return result

    def __rtruediv__(self, other):
        return Value(other) / self

    # ------------------------- power ------------------------
    def __pow__(self, exponent):
        result = Value(self.data ** exponent, (self,))

        def rule():
            if exponent == 0:
                slope = 0.0
            else:
                slope = exponent * self.data ** (exponent - 1)
            self.grad = self.grad + slope * result.grad

        result._backward = rule
        return result

    # ----------------------- functions ----------------------
    def tanh(self):
        result = Value(math.tanh(self.data), (self,))

        def rule():
            slope = 1 - result.data * result.data
            self.grad = self.grad + slope * result.grad

        result._backward = rule
        return result

    def exp(self):
        result = Value(math.exp(self.data), (self,))

        def rule():
            self.grad = self.grad + result.data * result.grad

        result._backward = rule
        return result

    def relu(self):
        if self.data > 0:
            result = Value(self.data, (self,))
        else:
            result = Value(0.0, (self,))

        def rule():
            if self.data > 0:
                self.grad = self.grad + result.grad

        result._backward = rule
        return result

    # ----------------------- the way back -------------------
    def backward(self):
        # Step 1: find the order.
        visited = set()
        topo = []
        build_topo(self, visited, topo)
        # Step 2: inner nodes start again.
        for node in topo:
            if len(node._prev) != 0:
                node.grad = 0.0
        # Step 3: the root.
        self.grad = self.grad + 1.0
        # Step 4: all rules, from the root down.
        position = len(topo) - 1
        while position >= 0:
            topo[position]._backward()
            position = position - 1


def do_nothing():
    pass


def build_topo(v, visited, topo):
    # stack of nodes; next_input says which input of a node has its turn
    stack = [v]
    next_input = {v: 0}
    visited.add(v)
    while len(stack) > 0:
        node = stack[-1]
        which = next_input[node]
        if which < len(node._prev):
            next_input[node] = which + 1
            child = node._prev[which]
            if child not in visited:
                visited.add(child)
                next_input[child] = 0
                stack.append(child)
        else:
            topo.append(node)
            stack.pop()


def zero_grad(root):
    visited = set()
    topo = []
    build_topo(root, visited, topo)
    for node in topo:
        node.grad = 0.0
