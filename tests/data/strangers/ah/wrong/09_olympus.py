import math


class Value:
    __slots__ = "data", "grad", "_prev", "_op", "_backward", "_ran"

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None
        self._ran = False  # has this node ever passed on what it got?

    @classmethod
    def _from(cls, obj):
        return obj if isinstance(obj, cls) else cls(obj)

    def _make(self, other, data, op, mine, theirs):
        """A binary node whose slopes are `mine` and `theirs`."""
        out = Value(data, (self, other), op)

        def rule():
            self.grad += mine * out.grad
            other.grad += theirs * out.grad

        out._backward = rule
        return out

    def _apply(self, data, op, slope):
        """A unary node."""
        out = Value(data, (self,), op)

        def rule():
            self.grad += slope * out.grad

        out._backward = rule
        return out

    def __add__(self, other):
        other = self._from(other)
        return self._make(other, self.data + other.data, "+", 1.0, 1.0)

    def __sub__(self, other):
        other = self._from(other)
        return self._make(other, self.data - other.data, "-", 1.0, -1.0)

    def __mul__(self, other):
        other = self._from(other)
        return self._make(other, self.data * other.data, "*", other.data, self.data)

    def __truediv__(self, other):
        other = self._from(other)
        q = self.data / other.data
        return self._make(other, q, "/", 1.0 / other.data, -q / other.data)

    def __radd__(self, other):
        return self._from(other) + self

    def __rsub__(self, other):
        return self._from(other) - self

    def __rmul__(self, other):
        return self._from(other) * self

    def __rtruediv__(self, other):
        return self._from(other) / self

    def __neg__(self):
        return self._apply(-self.data, "-", -1.0)

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self._raise(n - 1)
        return self._apply(self._raise(n), "**", slope)

    def _raise(self, n):
        try:
            return self.data**n
        except OverflowError:
            return -math.inf if self.data < 0 and n % 2 == 1 else math.inf

    def tanh(self):
        t = math.tanh(self.data)
        return self._apply(t, "tanh", (1.0 - t) * (1.0 + t))

    def exp(self):
        e = math.exp(self.data)
        return self._apply(e, "exp", e)

    def relu(self):
        if self.data > 0:
            return self._apply(self.data, "relu", 1.0)
        return self._apply(0.0, "relu", 0.0)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in filter(lambda n: n._prev, order):
            node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            if node._prev:
                node._backward()
                node._ran = True


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    listed = set()
    todo = [v]
    while todo:
        node = todo[-1]
        if node not in visited:
            visited.add(node)
            todo.extend(child for child in node._prev if child not in visited)
            continue
        todo.pop()
        if node not in listed:
            listed.add(node)
            topo.append(node)


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    seen = {root}
    todo = [root]
    while todo:
        node = todo.pop()
        if node._ran and node.grad == 0.0:
            continue  # it got nothing and passed on nothing
        node.grad = 0.0
        for child in node._prev:
            if child not in seen:
                seen.add(child)
                todo.append(child)
