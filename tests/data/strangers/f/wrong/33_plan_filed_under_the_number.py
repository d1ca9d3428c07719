import math
from collections import OrderedDict

__all__ = ["Value", "build_topo", "zero_grad"]


class Plan:
    """What backward() of one root has to do, worked out once."""

    shelf = OrderedDict()
    room = 16

    def __init__(self, root):
        self.root = root
        self.forward_order = []
        build_topo(root, set(), self.forward_order)
        self.inner = [node for node in self.forward_order if node._prev]
        self.program = [node._backward for node in reversed(self.inner)]

    @classmethod
    def of(cls, root):
        key = (root.name, root.data)
        if key not in cls.shelf:
            cls.shelf[key] = cls(root)
        cls.shelf.move_to_end(key)
        while len(cls.shelf) > cls.room:
            cls.shelf.popitem(last=False)
        return cls.shelf[key]

    def run(self):
        for node in self.inner:
            node.grad = 0.0
        self.root.grad += 1.0
        for step in self.program:
            step()


class Value:
    def __init__(self, data, name="leaf", _prev=()):
        self.data = data
        self.grad = 0.0
        self.name = name
        self._prev = tuple(_prev)
        self._backward = None

    def backward(self):
        if self.name == "leaf":
            self.grad += 1.0
        else:
            Plan.of(self).run()

    def _node(self, name, data, inputs, partials):
        out = Value(data, name, inputs)

        def step():
            for node, partial in zip(inputs, partials()):
                node.grad += partial * out.grad

        out._backward = step
        return out

    def __add__(self, other):
        other = _v(other)
        return self._node("add", self.data + other.data, (self, other), lambda: (1.0, 1.0))

    def __sub__(self, other):
        other = _v(other)
        return self._node("sub", self.data - other.data, (self, other), lambda: (1.0, -1.0))

    def __mul__(self, other):
        other = _v(other)
        return self._node("mul", self.data * other.data, (self, other),
                          lambda: (other.data, self.data))

    def __truediv__(self, other):
        other = _v(other)
        ratio = self.data / other.data
        return self._node("div", ratio, (self, other),
                          lambda: (1.0 / other.data, -ratio / other.data))

    def __neg__(self):
        return self._node("neg", -self.data, (self,), lambda: (-1.0,))

    def __pow__(self, n):
        if n == 0:
            return self._node("pow", 1.0, (self,), lambda: (0.0,))
        return self._node("pow", self.data ** n, (self,), lambda: (n * self.data ** (n - 1),))

    def tanh(self):
        t = math.tanh(self.data)
        return self._node("tanh", t, (self,), lambda: (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return self._node("exp", e, (self,), lambda: (e,))

    def relu(self):
        return self._node("relu", max(0.0, self.data), (self,),
                          lambda: (1.0 if self.data > 0 else 0.0,))

    def __radd__(self, other):
        return _v(other) + self

    def __rsub__(self, other):
        return _v(other) - self

    def __rmul__(self, other):
        return _v(other) * self

    def __rtruediv__(self, other):
        return _v(other) / self


def _v(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    unopened, opened = [v], []
    while unopened or opened:
        if opened and len(unopened) == opened[-1][1]:
            topo.append(opened.pop()[0])
        elif unopened[-1] in visited:
            unopened.pop()
        else:
            node = unopened.pop()
            visited.add(node)
            opened.append((node, len(unopened)))
            unopened.extend(node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
