"""The exam, without cycles: results hold their inputs, inputs know consumers only weakly."""

import math
import weakref


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self.consumers = weakref.WeakSet()
        self._backward = lambda: None
        for node in _prev:
            node.consumers.add(self)

    def rule(self, *slopes):
        """Set the rule: slopes are numbers, or functions for what is known only later."""
        me, inputs = weakref.ref(self), self._prev

        def _backward():
            for node, slope in zip(inputs, slopes):
                node.grad += (slope() if callable(slope) else slope) * me().grad

        self._backward = _backward
        return self

    def __add__(self, other):
        other = V(other)
        return Value(self.data + other.data, (self, other)).rule(1.0, 1.0)

    def __mul__(self, other):
        other = V(other)
        out = Value(self.data * other.data, (self, other))
        return out.rule(lambda: other.data, lambda: self.data)

    def __neg__(self):
        return Value(-self.data, (self,)).rule(-1.0)

    def __truediv__(self, other):
        other = V(other)
        q = self.data / other.data
        return Value(q, (self, other)).rule(1.0 / other.data, -q / other.data)

    def __pow__(self, n):
        def safe(n):
            try:
                if isinstance(n, float):
                    return abs(self.data) ** n  # no complex numbers, please
                return self.data**n
            except OverflowError:
                return math.inf if n % 2 != 1 or self.data > 0 else -math.inf

        return Value(safe(n), (self,)).rule(n * safe(n - 1) if n else 0.0)

    def __sub__(self, other):
        return self + -V(other)

    def __radd__(self, other):
        return V(other) + self

    def __rsub__(self, other):
        return V(other) - self

    def __rmul__(self, other):
        return V(other) * self

    def __rtruediv__(self, other):
        return V(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,)).rule(1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,)).rule(e)

    def relu(self):
        return Value(max(0.0, self.data), (self,)).rule(1.0 if self.data > 0 else 0.0)

    def backward(self):
        graph = reachable(self)
        waiting = {}
        for node in graph:
            waiting[node] = sum(consumer in graph for consumer in node.consumers)
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        ready = [self]
        while ready:
            node = ready.pop()
            node._backward()
            for below in set(node._prev):  # a WeakSet has a consumer once, so we count it once
                waiting[below] -= 1
                if not waiting[below]:
                    ready.append(below)


def V(x):
    return x if isinstance(x, Value) else Value(x)


def reachable(root):
    graph, todo = {root}, [root]
    for node in todo:
        for below in node._prev:
            if below not in graph:
                graph.add(below)
                todo.append(below)
    return graph


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    stack = [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        node, inputs = stack[-1]
        for below in inputs:
            if below not in visited:
                visited.add(below)
                stack.append((below, iter(below._prev)))
                break
        else:
            topo.append(node)
            stack.pop()


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    for node in reachable(root):
        node.grad = 0.0
