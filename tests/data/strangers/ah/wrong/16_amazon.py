import math


class Leaf:
    """Common to all nodes: a number and a gradient."""

    _prev = ()
    slopes = ()

    def __init__(self, data):
        self.data = data
        self.grad = 0.0

    def _backward(self):
        for child, slope in zip(self._prev, self.slopes):
            child.grad += slope * self.grad

    def __repr__(self):
        return f"{type(self).__name__}(data={self.data}, grad={self.grad})"


class Arithmetic(Leaf):
    def __add__(self, other):
        other = lift(other)
        return join(self.data + other.data, self, other, 1.0, 1.0)

    def __sub__(self, other):
        other = lift(other)
        return join(self.data - other.data, self, other, 1.0, -1.0)

    def __mul__(self, other):
        other = lift(other)
        return join(self.data * other.data, self, other, other.data, self.data)

    def __truediv__(self, other):
        other = lift(other)
        q = self.data / other.data
        return join(q, self, other, 1.0 / other.data, -q / other.data)

    def __neg__(self):
        return derived(-self.data, self, -1.0)

    def __pow__(self, n):
        return derived(pow_(self.data, n), self, n * pow_(self.data, n - 1) if n else 0.0)

    def __radd__(self, other):
        return lift(other) + self

    def __rsub__(self, other):
        return lift(other) - self

    def __rmul__(self, other):
        return lift(other) * self

    def __rtruediv__(self, other):
        return lift(other) / self


class Value(Arithmetic):
    def tanh(self):
        t = math.tanh(self.data)
        return derived(t, self, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return derived(e, self, e)

    def relu(self):
        return derived(max(0.0, self.data), self, 1.0 if self.data > 0 else 0.0)

    def backward(self):
        inner = consumers_first(self)
        for node in inner:
            node.grad = 0.0
        self.grad += 1.0
        for node in inner:
            node._backward()


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def join(number, left, right, slope_left, slope_right):
    node = Value(number)
    node._prev = (left, right)
    node.slopes = (slope_left, slope_right)
    return node


def derived(number, child, slope):
    node = Value(number)
    node._prev = (child,)
    node.slopes = (slope,)
    return node


def pow_(x, n):
    try:
        return x**n
    except OverflowError:
        return math.inf if x > 0 or n % 2 == 0 else -math.inf


def reachable(root):
    found = {root: 0}
    nodes = [root]
    for node in nodes:
        for child in node._prev:
            if child not in found:
                found[child] = len(nodes)
                nodes.append(child)
    return nodes, found


def consumers_first(root):
    """The inner nodes; an inner node comes as soon as nobody has to come before it any more.

    Leaves pass nothing on and need not be waited for. One byte a node holds the count.
    """
    nodes, place = reachable(root)
    waits_for = bytearray(len(nodes))
    for node in nodes:
        for child in node._prev:
            if child._prev:
                waits_for[place[child]] += 1
    order, ready = [], [root] if root._prev else []
    while ready:
        node = ready.pop()
        order.append(node)
        for child in node._prev:
            if child._prev:
                waits_for[place[child]] -= 1
                if waits_for[place[child]] == 0:
                    ready.append(child)
    return order


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        node, done = stack.pop()
        if done == len(node._prev):
            topo.append(node)
            continue
        stack.append((node, done + 1))
        child = node._prev[done]
        if child not in visited:
            visited.add(child)
            stack.append((child, 0))


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    for node in reachable(root)[0]:
        node.grad = 0.0
