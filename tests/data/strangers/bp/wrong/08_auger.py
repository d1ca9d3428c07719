import math

# Exam, exercise 13.
# A node without an operation (_op == "") is a leaf, all others are inner nodes.


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"[{self._op or 'leaf'} {self.data}]"

    @property
    def is_leaf(self):
        return self._op == ""

    def _with(self, *pairs):
        """Give this node the rule: each (input, slope) gets slope * grad."""

        def _backward():
            for node, slope in pairs:
                node.grad += slope * self.grad

        self._backward = _backward
        return self

    def __add__(self, other):
        other = wrap(other)
        return Value(self.data + other.data, (self, other), "+")._with((self, 1), (other, 1))

    def __mul__(self, other):
        other = wrap(other)
        out = Value(self.data * other.data, (self, other), "*")
        return out._with((self, other.data), (other, self.data))

    def __pow__(self, k):
        out = Value(self.data**k, (self,), "**")
        return out._with((self, k * self.data ** (k - 1) if k != 0 else 0.0))

    def __neg__(self):
        return Value(-self.data, (self,))._with((self, -1))

    def __sub__(self, other):
        other = wrap(other)
        return Value(self.data - other.data, (self, other), "-")._with((self, 1), (other, -1))

    def __truediv__(self, other):
        other = wrap(other)
        out = Value(self.data / other.data, (self, other), "/")
        return out._with((self, 1 / other.data), (other, -self.data / other.data**2))

    def __radd__(self, other):
        return wrap(other) + self

    def __rmul__(self, other):
        return wrap(other) * self

    def __rsub__(self, other):
        return wrap(other) - self

    def __rtruediv__(self, other):
        return wrap(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh")._with((self, 1 - t**2))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp")._with((self, e))

    def relu(self):
        slope = 1.0 if self.data > 0 else 0.0
        return Value(self.data * slope, (self,), "relu")._with((self, slope))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if not node.is_leaf:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def wrap(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    todo = [v]
    while todo:
        node = todo[-1]
        if node in visited:
            todo.pop()
            continue
        missing = [p for p in node._prev if p not in visited]
        if missing:
            todo.extend(missing)
        else:
            visited.add(node)
            topo.append(node)
            todo.pop()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
