import math

# contributions that wait for a node, in the pass that is under way
pending = {}


def new_pass():
    pending = {}


def add_pending(node, amount):
    pending[node] = pending.get(node, 0.0) + amount


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), rule=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self.rule = rule

    def _backward(self):
        g = pending.get(self, 0.0)
        if self._prev:
            self.grad = g
            self.rule(g)
        else:
            self.grad += g

    def __add__(self, other):
        other = make(other)

        def rule(g):
            add_pending(self, g)
            add_pending(other, g)

        return Value(self.data + other.data, (self, other), rule)

    def __sub__(self, other):
        other = make(other)

        def rule(g):
            add_pending(self, g)
            add_pending(other, -g)

        return Value(self.data - other.data, (self, other), rule)

    def __mul__(self, other):
        other = make(other)

        def rule(g):
            add_pending(self, g * other.data)
            add_pending(other, g * self.data)

        return Value(self.data * other.data, (self, other), rule)

    def __truediv__(self, other):
        other = make(other)

        def rule(g):
            add_pending(self, g / other.data)
            add_pending(other, -g * self.data / other.data**2)

        return Value(self.data / other.data, (self, other), rule)

    def __radd__(self, other):
        return make(other) + self

    def __rsub__(self, other):
        return make(other) - self

    def __rmul__(self, other):
        return make(other) * self

    def __rtruediv__(self, other):
        return make(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: add_pending(self, -g))

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return Value(self.data**n, (self,), lambda g: add_pending(self, g * slope))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: add_pending(self, g * (1 - t * t)))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: add_pending(self, g * e))

    def relu(self):
        slope = 1.0 if self.data > 0 else 0.0
        return Value(max(self.data, 0.0), (self,), lambda g: add_pending(self, g * slope))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        new_pass()
        add_pending(self, 1.0)
        for node in reversed(topo):
            node._backward()


def make(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, inputs_done = stack.pop()
        if inputs_done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for p in node._prev:
                if p not in visited:
                    stack.append((p, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0


if __name__ == "__main__":
    x, y = Value(2.0), Value(3.0)
    z = x * y + x
    z.backward()
    print(z.data, x.grad, y.grad)
