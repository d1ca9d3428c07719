"""Engine in free functions; the class is only a record and gets its methods at the end."""
import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data, self.grad = float(data), 0.0
        self._prev, self._op = _prev, _op
        self._backward = _leaf_rule


def _leaf_rule():
    return None


def const(x):
    if isinstance(x, Value):
        return x
    return Value(x)


def add(a, b):
    b = const(b)
    out = Value(a.data + b.data, (a, b), "add")

    def rule():
        a.grad += out.grad
        b.grad += out.grad

    out._backward = rule
    return out


def mul(a, b):
    b = const(b)
    out = Value(a.data * b.data, (a, b), "mul")

    def rule():
        a.grad += out.grad * b.data
        b.grad += out.grad * a.data

    out._backward = rule
    return out


def power(a, n):
    out = Value(a.data**n, (a,), "pow")

    def rule():
        if n == 0:
            return
        a.grad += out.grad * n * a.data ** (n - 1)

    out._backward = rule
    return out


def tanh(a):
    out = Value(math.tanh(a.data), (a,), "tanh")

    def rule():
        a.grad += out.grad * (1.0 - out.data * out.data)

    out._backward = rule
    return out


def exp(a):
    out = Value(math.exp(a.data), (a,), "exp")

    def rule():
        a.grad += out.grad * out.data

    out._backward = rule
    return out


def relu(a):
    out = Value(a.data if a.data > 0 else 0.0, (a,), "relu")

    def rule():
        if out.grad > 0:
            a.grad += out.grad

    out._backward = rule
    return out


def neg(a):
    return mul(a, -1.0)


def sub(a, b):
    return add(a, neg(const(b)))


def div(a, b):
    return mul(a, power(const(b), -1))


def flipped(operation):
    return lambda a, b: operation(const(b), a)


def backward(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        if node._prev:
            node.grad = 0.0
    root.grad += 1.0
    for node in reversed(topo):
        node._backward()


def build_topo(v, visited, topo):
    stack = [v]
    opened = set()
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
        elif node in opened:
            visited.add(node)
            topo.append(stack.pop())
        else:
            opened.add(node)
            stack += [child for child in node._prev if child not in visited]


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0


Value.__add__, Value.__radd__ = add, flipped(add)
Value.__sub__, Value.__rsub__ = sub, flipped(sub)
Value.__mul__, Value.__rmul__ = mul, flipped(mul)
Value.__truediv__, Value.__rtruediv__ = div, flipped(div)
Value.__neg__, Value.__pow__ = neg, power
Value.tanh, Value.exp, Value.relu = tanh, exp, relu
Value.backward = backward
