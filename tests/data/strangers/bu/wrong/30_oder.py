import math


def inputs_first(root):
    """Generator: every node below root, once, after its inputs. root comes last."""
    seen = {root}
    stack = [(root, iter(root._prev))]
    while stack:
        node, inputs = stack[-1]
        for child in inputs:
            if child not in seen:
                seen.add(child)
                stack.append((child, iter(child._prev)))
                break
        else:
            yield node
            stack.pop()


class Value:
    def __init__(self, data, _prev=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = self._no_rule

    @staticmethod
    def _no_rule(g):
        pass

    def _new(self, data, *terms):
        """terms: (input, function that turns the gradient of the result into its own)"""
        out = Value(data, tuple(node for node, _ in terms))

        def rule(g):
            for node, share in terms:
                node.grad += share(g)

        out._backward = rule
        return out

    def __add__(self, other):
        other = num(other)
        return self._new(self.data + other.data, (self, lambda g: g), (other, lambda g: g))

    def __sub__(self, other):
        other = num(other)
        return self._new(self.data - other.data, (self, lambda g: g), (other, lambda g: -g))

    def __mul__(self, other):
        other = num(other)
        return self._new(
            self.data * other.data,
            (self, lambda g: g * other.data),
            (other, lambda g: g * self.data),
        )

    def __truediv__(self, other):
        other = num(other)
        return self._new(
            self.data / other.data,
            (self, lambda g: g / other.data),
            (other, lambda g: -g * self.data / other.data ** 2),
        )

    def __radd__(self, other):
        return num(other).__add__(self)

    def __rsub__(self, other):
        return num(other).__sub__(self)

    def __rmul__(self, other):
        return num(other).__mul__(self)

    def __rtruediv__(self, other):
        return num(other).__truediv__(self)

    def __neg__(self):
        return self._new(-self.data, (self, lambda g: -g))

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return self._new(self.data ** n, (self, lambda g: g * slope))

    def tanh(self):
        y = math.tanh(self.data)
        return self._new(y, (self, lambda g: g * (1 - y * y)))

    def exp(self):
        y = math.exp(self.data)
        return self._new(y, (self, lambda g: g * y))

    def relu(self):
        if self.data > 0:
            return self._new(self.data, (self, lambda g: g))
        return self._new(0.0, (self, lambda g: 0.0))

    def backward(self):
        topo = list(inputs_first(self))
        leaf = not self._prev
        self.grad = self.grad + 1.0 if leaf else 1.0
        for node in reversed(topo):
            node._backward(node.grad)
        # leave the inner nodes clean for the next call, only leaves keep their sum
        for node in topo[:-1]:
            if node._prev:
                node.grad = 0.0


def num(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    for node in inputs_first(v):
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    for node in inputs_first(root):
        node.grad = 0.0
