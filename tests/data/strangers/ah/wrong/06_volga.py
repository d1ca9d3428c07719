import math
import weakref

inner_nodes = weakref.WeakSet()


def promote(method):
    """Let a binary method take plain numbers too."""

    def wrapper(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        return method(self, other)

    wrapper.__name__ = method.__name__
    return wrapper


def swapped(method):
    def wrapper(self, other):
        return method(Value(other), self)

    return wrapper


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = None

    def __repr__(self):
        return "Value(%r, grad=%r)" % (self.data, self.grad)

    def _derive(self, number, inputs, rule):
        """A new inner node; rule(g) gives the contributions to the inputs."""
        node = Value(number)
        node._prev = inputs
        node._backward = rule
        inner_nodes.add(node)
        return node

    @promote
    def __add__(self, other):
        return self._derive(self.data + other.data, (self, other), lambda g: (g, g))

    @promote
    def __sub__(self, other):
        return self._derive(self.data - other.data, (self, other), lambda g: (g, -g))

    @promote
    def __mul__(self, other):
        x, y = self.data, other.data
        return self._derive(x * y, (self, other), lambda g: (g * y, g * x))

    @promote
    def __truediv__(self, other):
        x, y = self.data, other.data
        return self._derive(x / y, (self, other), lambda g: (g / y, -g * (x / y) / y))

    __radd__ = swapped(__add__)
    __rsub__ = swapped(__sub__)
    __rmul__ = swapped(__mul__)
    __rtruediv__ = swapped(__truediv__)

    def __neg__(self):
        return self._derive(-self.data, (self,), lambda g: (-g,))

    def __pow__(self, n):
        x = self.data
        slope = n * _pow(x, n - 1) if n != 0 else 0.0
        return self._derive(_pow(x, n), (self,), lambda g: (g * slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return self._derive(t, (self,), lambda g: (g * (1 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return self._derive(e, (self,), lambda g: (g * e,))

    def relu(self):
        x = self.data
        return self._derive(max(0.0, x), (self,), lambda g: (g if x > 0 else 0.0,))

    def backward(self):
        # inner nodes restart, leaves go on
        for node in inner_nodes:
            node.grad = 0.0
        self.grad += 1.0
        order = []
        build_topo(self, set(), order)
        for node in reversed(order):
            if node._backward:
                for child, share in zip(node._prev, node._backward(node.grad)):
                    child.grad += share


def _pow(x, n):
    try:
        return x**n
    except OverflowError:
        return math.inf if x > 0 or n % 2 == 0 else -math.inf


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    notes = [("down", v)]
    while notes:
        what, node = notes.pop()
        if what == "up":
            topo.append(node)
        elif id(node) not in visited:
            visited.add(id(node))
            notes.append(("up", node))
            notes.extend(("down", child) for child in node._prev)


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
