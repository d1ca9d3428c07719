import math


class Value:
    """The gradients of a call live in a dict, keyed by id, until they are complete."""

    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    def __add__(self, other):
        other = cast(other)
        return Value(self.data + other.data, (self, other), lambda g: (g, g))

    def __sub__(self, other):
        other = cast(other)
        return Value(self.data - other.data, (self, other), lambda g: (g, -g))

    def __mul__(self, other):
        other = cast(other)

        def rule(g):
            return g * other.data, g * self.data

        return Value(self.data * other.data, (self, other), rule)

    def __truediv__(self, other):
        other = cast(other)

        def rule(g):
            return g / other.data, -g * self.data / other.data**2

        return Value(self.data / other.data, (self, other), rule)

    def __radd__(self, other):
        return cast(other) + self

    def __rsub__(self, other):
        return cast(other) - self

    def __rmul__(self, other):
        return cast(other) * self

    def __rtruediv__(self, other):
        return cast(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: (-g,))

    def __pow__(self, n):
        def rule(g):
            return (0.0 if n == 0 else g * n * self.data ** (n - 1),)

        return Value(self.data**n, (self,), rule)

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: (g * (1 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: (g * e,))

    def relu(self):
        return Value(max(self.data, 0.0), (self,), lambda g: (g if self.data > 0 else 0.0,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        grads = {id(self): 1.0}
        for node in reversed(topo):
            g = grads[id(node)]
            if node._backward is None:
                node.grad += g
                continue
            node.grad = g
            for p, share in zip(node._prev, node._backward(g)):
                grads[id(p)] = grads.get(id(p), share) + share


def cast(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [(v, iter(v._prev))]
    while stack:
        node, it = stack.pop()
        for p in it:
            if p not in visited:
                visited.add(p)
                stack.append((node, it))
                stack.append((p, iter(p._prev)))
                break
        else:
            topo.append(node)


def zero_grad(root):
    seen = set()
    todo = [root]
    while todo:
        node = todo.pop()
        if node not in seen:
            seen.add(node)
            node.grad = 0.0
            todo.extend(node._prev)


if __name__ == "__main__":
    x, y = Value(2.0), Value(3.0)
    z = x * y + x
    z.backward()
    print(z.data, x.grad, y.grad)
