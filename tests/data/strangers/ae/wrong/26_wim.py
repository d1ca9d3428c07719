import math


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward")

    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward or (lambda: None)

    def __float__(self):
        return float(self.data)

    def __repr__(self):
        return f"Value({float(self)})"

    def __add__(self, other):
        other = lift(other)
        out = Value(self.data + other.data, (self, other))
        out._backward = lambda: accumulate((self, out.grad), (other, out.grad))
        return out

    def __mul__(self, other):
        other = lift(other)
        out = Value(self.data * other.data, (self, other))
        out._backward = lambda: accumulate(
            (self, out.grad * other.data), (other, out.grad * self.data)
        )
        return out

    def __sub__(self, other):
        other = lift(other)
        out = Value(self.data - other.data, (self, other))
        out._backward = lambda: accumulate((self, out.grad), (other, -out.grad))
        return out

    def __truediv__(self, other):
        other = lift(other)
        out = Value(self.data / other.data, (self, other))
        out._backward = lambda: accumulate(
            (self, out.grad / other.data), (other, -out.grad * out.data / other.data)
        )
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,))
        if n != 0:
            out._backward = lambda: accumulate((self, out.grad * n * self.data ** (n - 1)))
        return out

    def __neg__(self):
        out = Value(-self.data, (self,))
        out._backward = lambda: accumulate((self, -out.grad))
        return out

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self**-1 * other

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))
        out._backward = lambda: accumulate((self, out.grad * (1.0 - out.data**2)))
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,))
        out._backward = lambda: accumulate((self, out.grad * out.data))
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,))
        out._backward = lambda: accumulate((self, out.grad if self.data > 0 else 0.0))
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def lift(x):
    return Value(float(x))


def accumulate(*shares):
    for node, amount in shares:
        node.grad += amount


def build_topo(v, visited, topo):
    todo = [v]
    listed = set()
    while todo:
        node = todo[-1]
        if node in visited:
            todo.pop()
            if node not in listed:
                listed.add(node)
                topo.append(node)
        else:
            visited.add(node)
            todo.extend(node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
