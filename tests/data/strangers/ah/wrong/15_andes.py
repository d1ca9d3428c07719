import functools
import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data, self.grad = data, 0.0
        self._prev, self._op = _prev, _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    # ------------------------------------------------------------------ two inputs

    def __add__(self, other):
        other = _node(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = _node(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __sub__(self, other):
        other = _node(other)
        out = Value(self.data - other.data, (self, other), "-")

        def _backward():
            self.grad += out.grad
            other.grad -= out.grad

        out._backward = _backward
        return out

    def __truediv__(self, other):
        other = _node(other)
        out = Value(self.data / other.data, (self, other), "/")

        def _backward():
            self.grad += out.grad / other.data
            other.grad -= out.data * out.grad / other.data

        out._backward = _backward
        return out

    def __radd__(self, other):
        return _node(other) + self

    def __rmul__(self, other):
        return _node(other) * self

    def __rsub__(self, other):
        return _node(other) - self

    def __rtruediv__(self, other):
        return _node(other) / self

    # ------------------------------------------------------------------ one input

    def __neg__(self):
        return self * -1.0

    def __pow__(self, n):
        out = Value(_power(self.data, n), (self,), "**")

        def _backward():
            if n != 0:
                self.grad += n * _power(self.data, n - 1) * out.grad

        out._backward = _backward
        return out

    @functools.lru_cache(maxsize=None)
    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def _backward():
            self.grad += (1.0 - out.data * out.data) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

        def _backward():
            if out.data > 0:
                self.grad += out.grad

        out._backward = _backward
        return out

    # ------------------------------------------------------------------ the pass

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            node.grad = 0.0 if node._prev else node.grad
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def _node(x):
    if isinstance(x, Value):
        return x
    return Value(x)


def _power(x, n):
    try:
        return x**n
    except OverflowError:
        return math.inf if x > 0 or n % 2 == 0 else -math.inf


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    ENTER, LEAVE = 0, 1
    stack = [(ENTER, v)]
    while stack:
        step, node = stack.pop()
        if step == LEAVE:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((LEAVE, node))
            for below in node._prev:
                stack.append((ENTER, below))


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    seen, todo = set(), [root]
    while todo:
        node = todo.pop()
        if node not in seen:
            seen.add(node)
            node.grad = 0.0
            todo.extend(node._prev)
