import math

class Value:
    """A node knows the name of its operation; `_back_<name>` is its rule."""

    def __init__(self, data, name="leaf", *inputs):
        self.data = data
        self.grad = 0.0
        self.name = name
        self._prev = inputs
        self._backward = getattr(self, "_back_" + name)

    @staticmethod
    def wrap(x):
        if isinstance(x, Value):
            return x
        return Value(float(x))

    def __add__(self, rhs):
        rhs = Value.wrap(rhs)
        return Value(self.data + rhs.data, "add", self, rhs)

    def __mul__(self, rhs):
        rhs = Value.wrap(rhs)
        return Value(self.data * rhs.data, "mul", self, rhs)

    def __pow__(self, n):
        out = Value(self.data**n, "pow", self)
        out.exponent = n
        return out

    def tanh(self):
        return Value(math.tanh(self.data), "tanh", self)

    def exp(self):
        return Value(math.exp(self.data), "exp", self)

    def relu(self):
        return Value(max(0.0, self.data), "relu", self)

    def __neg__(self): return self * -1.0
    def __sub__(self, rhs): return self + (-Value.wrap(rhs))
    def __truediv__(self, rhs): return self * Value.wrap(rhs) ** -1
    def __radd__(self, lhs): return Value.wrap(lhs) + self
    def __rsub__(self, lhs): return Value.wrap(lhs) - self
    def __rmul__(self, lhs): return Value.wrap(lhs) * self
    def __rtruediv__(self, lhs): return Value.wrap(lhs) / self

    def _back_leaf(self):
        pass

    def _back_add(self):
        for inp in self._prev:
            inp.grad += self.grad

    def _back_mul(self):
        left, right = self._prev
        left.grad += right.data * self.grad
        right.grad += left.data * self.grad

    def _back_pow(self):
        (x,) = self._prev
        n = self.exponent
        if n:
            x.grad += n * x.data ** (n - 1) * self.grad

    def _back_tanh(self):
        (x,) = self._prev
        x.grad += (1.0 - x.data**2) * self.grad

    def _back_exp(self):
        (x,) = self._prev
        x.grad += self.data * self.grad

    def _back_relu(self):
        (x,) = self._prev
        if x.data > 0:
            x.grad += self.grad

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node.name != "leaf":
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()

def build_topo(v, visited, topo):
    path = [v]
    while path:
        node = path[-1]
        if node in visited:
            path.pop()
            continue
        waiting = [p for p in node._prev if p not in visited]
        if waiting:
            path.extend(waiting)
        else:
            visited.add(node)
            topo.append(path.pop())

def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
