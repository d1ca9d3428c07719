import math


class Arithmetic:
    """What follows from +, *, ** and 1/x."""

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + other * -1

    def __rsub__(self, other):
        return self * -1 + other

    def __truediv__(self, other):
        if isinstance(other, Value):
            return self * other**-1
        return self * (1 / other)

    def __rtruediv__(self, other):
        return self**-1 * other


class Value(Arithmetic):
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._slopes = ()
        self._uses = 0
        for node in _prev:
            node._uses += 1

    def _with(self, *slopes):
        self._slopes = slopes
        return self

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += self.grad * slope

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        return Value(self.data + other.data, (self, other), "+")._with(1.0, 1.0)

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        return Value(self.data * other.data, (self, other), "*")._with(other.data, self.data)

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, (self,), "**")._with(slope)

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh")._with(1 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp")._with(e)

    def relu(self):
        on = 1.0 if self.data > 0 else 0.0
        return Value(on * self.data, (self,), "relu")._with(on)

    def backward(self):
        nodes = gather(self)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        # A node has to wait until all its consumers have run.
        waiting = {node: node._uses for node in nodes}
        ready = [self]
        while ready:
            node = ready.pop()
            node._backward()
            for child in node._prev:
                waiting[child] -= 1
                if not waiting[child]:
                    ready.append(child)


def gather(root):
    nodes, todo = {root}, [root]
    while todo:
        for child in todo.pop()._prev:
            if child not in nodes:
                nodes.add(child)
                todo.append(child)
    return nodes


def build_topo(v, visited, topo):
    todo = [v]
    while todo:
        node = todo.pop()
        if node is None:
            topo.append(todo.pop())
        elif node not in visited:
            visited.add(node)
            todo += [node, None]
            todo += node._prev


def zero_grad(root):
    for node in gather(root):
        node.grad = 0.0
