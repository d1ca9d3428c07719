"""An engine around one generator, `finished(root)`, that yields nodes as they are done."""
from math import exp, tanh


def finished(root):
    """Yield each reachable node once, after its inputs. No recursion."""
    seen = {root}
    stack = [(root, iter(root._prev))]
    while stack:
        node, inputs = stack[-1]
        new = next((i for i in inputs if i not in seen), None)
        if new is None:
            stack.pop()
            yield node
        else:
            seen.add(new)
            stack.append((new, iter(new._prev)))


class Value:
    def __init__(self, data, *inputs):
        self.data = data
        self.grad = 0.0
        self._prev = inputs

    def _backward(self):
        """A leaf has nothing to hand on; results replace this."""

    def handing_on(self, *slopes):
        def rule():
            for inp, slope in zip(self._prev, slopes):
                inp.grad += slope * self.grad
        self._backward = rule
        return self

    def __add__(self, other):
        other = V(other)
        return Value(self.data + other.data, self, other).handing_on(1.0, 1.0)

    def __sub__(self, other):
        other = V(other)
        return Value(self.data - other.data, self, other).handing_on(1.0, -1.0)

    def __mul__(self, other):
        other = V(other)
        return Value(self.data * other.data, self, other).handing_on(other.data, self.data)

    def __truediv__(self, other):
        other = V(other)
        q = self.data / other.data
        return Value(q, self, other).handing_on(1 / other.data, -q / other.data)

    def __pow__(self, n):
        return Value(self.data**n, self).handing_on(n * self.data ** (n - 1) if n else 0.0)

    def __neg__(self):
        return Value(-self.data, self).handing_on(-1.0)

    def tanh(self):
        t = tanh(self.data)
        return Value(t, self).handing_on(1 - t * t)

    def exp(self):
        e = exp(self.data)
        return Value(e, self).handing_on(e)

    def relu(self):
        up = self.data > 0
        return Value(self.data * up, self).handing_on(float(up))

    def __radd__(self, other):
        return V(other) + self

    def __rsub__(self, other):
        return V(other) - self

    def __rmul__(self, other):
        return V(other) * self

    def __rtruediv__(self, other):
        return V(other) / self

    def backward(self):
        order = list(finished(self))
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def V(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    for node in finished(v):
        visited.add(node)
        topo.insert(0, node)


def zero_grad(root):
    for node in finished(root):
        node.grad = 0.0
