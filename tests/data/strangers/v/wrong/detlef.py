import math
from collections import defaultdict, deque


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def back():
            self.grad += out.grad * (1 - out.data**2)

        out._backward = back
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def back():
            self.grad += out.grad * out.data

        out._backward = back
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,), "relu")

        def back():
            self.grad += out.grad if self.data > 0 else 0.0

        out._backward = back
        return out

    def inverse(self):
        out = Value(1.0 / self.data, (self,), "inv")

        def back():
            self.grad -= out.grad * out.data**2

        out._backward = back
        return out

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def back():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = back
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def back():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = back
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")

        def back():
            self.grad += out.grad * (0.0 if n == 0 else n * self.data ** (n - 1))

        out._backward = back
        return out

    def __neg__(self):
        out = Value(-self.data, (self,), "neg")

        def back():
            self.grad -= out.grad

        out._backward = back
        return out

    def __sub__(self, other):
        return self + (-other)

    def __truediv__(self, other):
        if isinstance(other, Value):
            return self * other.inverse()
        return self * (1.0 / other)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return (-self) + other

    def __rtruediv__(self, other):
        return self.inverse() * other

    def backward(self):
        order = consumers_first(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def count_consumers(root):
    open_ = defaultdict(int)
    seen = {id(root)}
    todo = deque([root])
    while todo:
        for x in todo.popleft()._prev:
            if id(x) not in seen:
                open_[id(x)] += 1
                seen.add(id(x))
                todo.append(x)
    return open_


def consumers_first(root):
    open_ = count_consumers(root)
    order = []
    ready = deque([root])
    while ready:
        node = ready.popleft()
        order.append(node)
        for x in node._prev:
            open_[id(x)] -= 1
            if open_[id(x)] == 0:
                ready.append(x)
    return order


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    topo.extend(reversed(consumers_first(v)))


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    todo = deque([root])
    seen = set()
    while todo:
        node = todo.popleft()
        if id(node) in seen:
            continue
        seen.add(id(node))
        node.grad = 0.0
        todo.extend(node._prev)


if __name__ == "__main__":
    a, b, c = Value(2.0), Value(3.0), Value(1.0)
    L = (a * b + c) * (a + b)
    L.backward()
    print(a.grad, b.grad, c.grad)  # 22 17 5
