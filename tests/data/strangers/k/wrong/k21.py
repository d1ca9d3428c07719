import math


class Value:
    """A leaf. Results of operations are of the class Result below."""

    _prev = ()

    def __init__(self, data):
        self.data = data
        self.grad = 0.0

    def _backward(self):
        pass

    def begin(self):
        """What a node does with its gradient when a backward pass begins."""

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            node.begin()
        self.grad += 1.0
        for node in reversed(order):
            node._backward()

    def __add__(self, other):
        other = to_node(other)
        return Result(self.data + other.data, {"a": (self, 1.0), "b": (other, 1.0)})

    def __mul__(self, other):
        other = to_node(other)
        return Result(self.data * other.data, {"a": (self, other.data), "b": (other, self.data)})

    def __truediv__(self, other):
        other = to_node(other)
        q = self.data / other.data
        return Result(q, {"a": (self, 1 / other.data), "b": (other, -q / other.data)})

    def __pow__(self, n):
        if n == 0:
            return Result(1.0, {"a": (self, 0.0)})
        return Result(self.data**n, {"a": (self, n * self.data ** (n - 1))})

    def __neg__(self):
        return Result(-self.data, {"a": (self, -1.0)})

    def __sub__(self, other):
        return self + (-to_node(other))

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return (-self) + other

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return to_node(other) / self

    def tanh(self):
        x = self.data
        t = (math.exp(2 * x) - 1) / (math.exp(2 * x) + 1)
        return Result(t, {"a": (self, 1 - t * t)})

    def exp(self):
        e = math.exp(self.data)
        return Result(e, {"a": (self, e)})

    def relu(self):
        if self.data > 0:
            return Result(self.data, {"a": (self, 1.0)})
        return Result(0.0, {"a": (self, 0.0)})


class Result(Value):
    def __init__(self, data, arguments):
        super().__init__(data)
        self.arguments = arguments
        self._prev = tuple(node for node, _ in arguments.values())

    def begin(self):
        self.grad = 0.0

    def _backward(self):
        for node, slope in self.arguments.values():
            node.grad += slope * self.grad


def to_node(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    visited.add(v)
    node, waiting = v, []
    todo = list(v._prev)
    while True:
        if todo:
            child = todo.pop()
            if child not in visited:
                visited.add(child)
                waiting.append((node, todo))
                node, todo = child, list(child._prev)
        else:
            topo.append(node)
            if not waiting:
                return
            node, todo = waiting.pop()


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
