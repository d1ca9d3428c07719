import math


class Engine:
    """Runs the rules. One pass at a time: a rule must not start another one."""

    def __init__(self):
        self.busy = False

    def run(self, root):
        if self.busy:
            return
        self.busy = True
        nodes = self.inputs_first(root)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        root.grad += 1.0
        for node in reversed(nodes):
            if node._backward:
                node._backward(node.grad)
        self.busy = False

    def inputs_first(self, root):
        nodes, known, stack = [], {root}, [(root, iter(root._prev))]
        while stack:
            node, inputs = stack[-1]
            try:
                child = next(inputs)
            except StopIteration:
                nodes.append(node)
                stack.pop()
            else:
                if child not in known:
                    known.add(child)
                    stack.append((child, iter(child._prev)))
        return nodes


engine = Engine()


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    def __add__(self, other):
        other = number_too(other)

        def rule(g):
            self.grad += g
            other.grad += g

        return Value(self.data + other.data, (self, other), rule)

    def __sub__(self, other):
        other = number_too(other)

        def rule(g):
            self.grad += g
            other.grad -= g

        return Value(self.data - other.data, (self, other), rule)

    def __mul__(self, other):
        other = number_too(other)

        def rule(g):
            self.grad += g * other.data
            other.grad += g * self.data

        return Value(self.data * other.data, (self, other), rule)

    def __truediv__(self, other):
        other = number_too(other)

        def rule(g):
            self.grad += g / other.data
            other.grad -= g * (self.data / other.data) / other.data

        return Value(self.data / other.data, (self, other), rule)

    def __pow__(self, n):
        def rule(g):
            if n != 0:
                self.grad += g * n * power(self.data, n - 1)

        return Value(power(self.data, n), (self,), rule)

    def __neg__(self):
        def rule(g):
            self.grad -= g

        return Value(-self.data, (self,), rule)

    def __radd__(self, other):
        return number_too(other) + self

    def __rsub__(self, other):
        return number_too(other) - self

    def __rmul__(self, other):
        return number_too(other) * self

    def __rtruediv__(self, other):
        return number_too(other) / self

    def tanh(self):
        t = math.tanh(self.data)

        def rule(g):
            self.grad += g * (1.0 - t * t)

        return Value(t, (self,), rule)

    def exp(self):
        e = math.exp(self.data)

        def rule(g):
            self.grad += g * e

        return Value(e, (self,), rule)

    def relu(self):
        x = self.data

        def rule(g):
            if x > 0:
                self.grad += g

        return Value(x if x > 0 else 0.0, (self,), rule)

    def backward(self):
        engine.run(self)


def number_too(x):
    return x if isinstance(x, Value) else Value(x)


def power(x, n):
    try:
        return x**n
    except OverflowError:
        return math.inf if x > 0 or n % 2 == 0 else -math.inf


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    topo.extend(engine.inputs_first(v))


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    for node in engine.inputs_first(root):
        node.grad = 0.0
