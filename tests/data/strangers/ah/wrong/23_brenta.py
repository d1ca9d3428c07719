import math


class Cell:
    """data and grad, and how often this very cell has been the root."""

    __slots__ = ("data", "grad", "seeds", "parents", "push")

    def __init__(self, data, parents=(), push=None):
        self.data = data
        self.grad = 0.0
        self.seeds = 0
        self.parents = parents
        self.push = push


class Value(Cell):
    __slots__ = ()

    _prev = property(lambda self: self.parents)
    _backward = property(lambda self: self.push or (lambda out: None))

    def __add__(self, other):
        other = ensure(other)

        def push(out):
            self.grad += out.grad
            other.grad += out.grad

        return Value(self.data + other.data, (self, other), push)

    def __neg__(self):
        def push(out):
            self.grad -= out.grad

        return Value(-self.data, (self,), push)

    def __sub__(self, other):
        return self + -ensure(other)

    def __mul__(self, other):
        other = ensure(other)

        def push(out):
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        return Value(self.data * other.data, (self, other), push)

    def __truediv__(self, other):
        other = ensure(other)

        def push(out):
            self.grad += out.grad / other.data
            other.grad -= out.grad * out.data / other.data

        return Value(self.data / other.data, (self, other), push)

    def __radd__(self, other):
        return ensure(other) + self

    def __rsub__(self, other):
        return ensure(other) - self

    def __rmul__(self, other):
        return ensure(other) * self

    def __rtruediv__(self, other):
        return ensure(other) / self

    def __pow__(self, n):
        def push(out):
            if n != 0:
                self.grad += n * lifted(self.data, n - 1) * out.grad

        return Value(lifted(self.data, n), (self,), push)

    def tanh(self):
        def push(out):
            self.grad += (1.0 - out.data * out.data) * out.grad

        return Value(math.tanh(self.data), (self,), push)

    def exp(self):
        def push(out):
            self.grad += out.data * out.grad

        return Value(math.exp(self.data), (self,), push)

    def relu(self):
        def push(out):
            if out.data > 0:
                self.grad += out.grad

        return Value(max(0.0, self.data), (self,), push)

    def __repr__(self):
        return f"Value({self.data!r})"

    def backward(self):
        inner = [node for node in ordered(self) if node.parents]
        for node in inner:
            node.seeds, node.grad = 0, 0.0
        # a leaf as root adds from call to call, an inner node always gets its 1
        self.seeds += 1
        self.grad = float(self.seeds)
        for node in reversed(inner):
            node.push(node)


def ensure(x):
    return x if isinstance(x, Value) else Value(x)


def lifted(x, n):
    try:
        return x**n
    except OverflowError:
        return math.inf if x > 0 or n % 2 == 0 else -math.inf


def ordered(root):
    result, entered = [], {root}
    trail = [(root, 0)]
    while trail:
        node, k = trail.pop()
        while k < len(node.parents) and node.parents[k] in entered:
            k += 1
        if k == len(node.parents):
            result.append(node)
        else:
            trail.append((node, k + 1))
            entered.add(node.parents[k])
            trail.append((node.parents[k], 0))
    return result


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    topo.extend(ordered(v))


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    for node in ordered(root):
        node.grad = 0.0
        node.seeds = 0
