"""The gradients g of one call solve (1 - W) g = e, with W[i][j] the slope of node j in node i
and e the unit vector of the root. With the nodes in order the matrix is triangular, so it is
solved by back substitution, a row (the CONSUMERS of a node) at a time."""
import math
from types import SimpleNamespace


class Value(SimpleNamespace):
    __hash__ = object.__hash__

    def __init__(self, data):
        super().__init__(data=float(data), grad=0.0, _prev=(), _backward=())

    def __eq__(self, other):
        return self is other

    def __repr__(self):
        return f"<{self.data}, {self.grad}>"

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        place = {id(node): i for i, node in enumerate(nodes)}
        rows = [[] for _ in nodes]
        for j, node in enumerate(nodes):
            for p, slope in zip(node._prev, node._backward):
                rows[place[id(p)]].append((j, slope))
        g = [0.0] * len(nodes)
        for i in reversed(range(len(nodes))):
            right_hand_side = 1.0 if nodes[i] is self else 0.0
            g[i] = right_hand_side + sum(slope * g[j] for j, slope in rows[i])
        for node, x in zip(nodes, g):
            node.grad = x if node._prev else node.grad + x

    def __add__(self, other):
        other = val(other)
        return result(self.data + other.data, {"inputs": (self, other), "slopes": (1.0, 1.0)})

    def __mul__(self, other):
        other = val(other)
        return result(
            self.data * other.data, {"inputs": (self, other), "slopes": (other.data, self.data)}
        )

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return result(self.data**n, {"inputs": (self,), "slopes": (slope,)})

    def tanh(self):
        t = math.tanh(self.data)
        return result(t, {"inputs": (self,), "slopes": (1 - t * t,)})

    def exp(self):
        e = math.exp(self.data)
        return result(e, {"inputs": (self,), "slopes": (e,)})

    def relu(self):
        on = int(self.data > 0)
        return result(on * self.data, {"inputs": (self,), "slopes": (on,)})

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -val(other)

    def __truediv__(self, other):
        return self * val(other) ** -1

    def __radd__(self, other):
        return val(other) + self

    def __rsub__(self, other):
        return val(other) + -self

    def __rmul__(self, other):
        return val(other) * self

    def __rtruediv__(self, other):
        return val(other) * self**-1


def result(data, made):
    out = Value(data)
    out._prev, out._backward = made["inputs"], made["slopes"]
    return out


def val(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if node is None:
            topo.append(stack.pop())
        elif node not in visited:
            visited.add(node)
            stack.extend((node, None, *node._prev))


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
