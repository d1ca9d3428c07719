import math


def order(root, seen=set()):
    """The nodes that can be reached from the root, inputs before consumers."""
    seen = set() if seen is None else seen
    found = []
    stack = [root]
    while stack:
        node = stack[-1]
        if node in seen:
            stack.pop()
            continue
        unseen = [p for p in node._prev if p not in seen]
        if unseen:
            stack.extend(unseen)
        else:
            seen.add(node)
            found.append(node)
    return found


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    def backward(self):
        nodes = order(self)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(nodes):
            if node._backward:
                node._backward(node)

    def __add__(self, other):
        return Value(self.data + (other := cast(other)).data, (self, other), back_add)

    def __radd__(self, other):
        return cast(other) + self

    def __sub__(self, other):
        return Value(self.data - (other := cast(other)).data, (self, other), back_sub)

    def __rsub__(self, other):
        return cast(other) - self

    def __mul__(self, other):
        return Value(self.data * (other := cast(other)).data, (self, other), back_mul)

    def __rmul__(self, other):
        return cast(other) * self

    def __truediv__(self, other):
        return Value(self.data / (other := cast(other)).data, (self, other), back_div)

    def __rtruediv__(self, other):
        return cast(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), back_neg)

    def __pow__(self, n):
        out = Value(self.data**n, (self,), back_pow)
        out.n = n
        return out

    def tanh(self):
        return Value(math.tanh(self.data), (self,), back_tanh)

    def exp(self):
        return Value(math.exp(self.data), (self,), back_exp)

    def relu(self):
        return Value(max(self.data, 0.0), (self,), back_relu)


def cast(x):
    return x if isinstance(x, Value) else Value(x)


def back_add(out):
    a, b = out._prev
    a.grad += out.grad
    b.grad += out.grad


def back_sub(out):
    a, b = out._prev
    a.grad += out.grad
    b.grad -= out.grad


def back_mul(out):
    a, b = out._prev
    a.grad += b.data * out.grad
    b.grad += a.data * out.grad


def back_div(out):
    a, b = out._prev
    a.grad += out.grad / b.data
    b.grad -= out.grad * out.data / b.data


def back_neg(out):
    out._prev[0].grad -= out.grad


def back_pow(out):
    (a,) = out._prev
    if out.n != 0:
        a.grad += out.n * a.data ** (out.n - 1) * out.grad


def back_tanh(out):
    out._prev[0].grad += (1.0 - out.data**2) * out.grad


def back_exp(out):
    out._prev[0].grad += out.data * out.grad


def back_relu(out):
    if out.data > 0:
        out._prev[0].grad += out.grad


def build_topo(v, visited, topo):
    topo += order(v, visited)


def zero_grad(root):
    for node in order(root, set()):
        node.grad = 0.0
