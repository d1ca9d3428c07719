"""Functions first: the operators are module functions, hung into the class at the end."""
import math


class Value:
    def __init__(self, data):
        self.data = data if isinstance(data, float) else float(data)
        self.grad = 0.0
        self._prev = ()
        self._backward = None


def val(x):
    return x if isinstance(x, Value) else Value(x)


def node(data, *inputs):
    n = Value(data)
    n._prev = inputs
    return n


def add(a, b):
    a, b = val(a), val(b)
    out = node(a.data + b.data, a, b)

    def pull():
        a.grad += out.grad
        b.grad += out.grad

    out._backward = pull
    return out


def sub(a, b):
    a, b = val(a), val(b)
    out = node(a.data - b.data, a, b)

    def pull():
        a.grad += out.grad
        b.grad -= out.grad

    out._backward = pull
    return out


def mul(a, b):
    a, b = val(a), val(b)
    out = node(a.data * b.data, a, b)

    def pull():
        a.grad += b.data * out.grad
        b.grad += a.data * out.grad

    out._backward = pull
    return out


def div(a, b):
    a, b = val(a), val(b)
    out = node(a.data / b.data, a, b)

    def pull():
        a.grad += out.grad / b.data
        b.grad -= a.data * out.grad / b.data**2

    out._backward = pull
    return out


def neg(a):
    return sub(0.0, a)


def power(a, n):
    out = node(a.data**n, a)

    def pull():
        if n != 0:
            a.grad += n * a.data ** (n - 1) * out.grad

    out._backward = pull
    return out


def tanh(a):
    out = node(math.tanh(a.data), a)

    def pull():
        a.grad += (1 - a.data**2) * out.grad

    out._backward = pull
    return out


def exp(a):
    out = node(math.exp(a.data), a)

    def pull():
        a.grad += out.data * out.grad

    out._backward = pull
    return out


def relu(a):
    out = node(a.data if a.data > 0 else 0.0, a)

    def pull():
        if a.data > 0:
            a.grad += out.grad

    out._backward = pull
    return out


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        n, k = stack.pop()
        while k < len(n._prev) and n._prev[k] in visited:
            k += 1
        if k < len(n._prev):
            stack.append((n, k + 1))
            visited.add(n._prev[k])
            stack.append((n._prev[k], 0))
        else:
            topo.append(n)


def order(root):
    topo = []
    build_topo(root, set(), topo)
    return topo


def zero_grad(root):
    for n in order(root):
        n.grad = 0.0


def backward(root):
    nodes = order(root)
    for n in nodes:
        if n._backward:
            n.grad = 0.0
    root.grad += 1.0
    for n in reversed(nodes):
        if n._backward:
            n._backward()


for _name, _function in {
    "__add__": add,
    "__radd__": lambda a, b: add(b, a),
    "__sub__": sub,
    "__rsub__": lambda a, b: sub(b, a),
    "__mul__": mul,
    "__rmul__": lambda a, b: mul(b, a),
    "__truediv__": div,
    "__rtruediv__": lambda a, b: div(b, a),
    "__neg__": neg,
    "__pow__": power,
    "tanh": tanh,
    "exp": exp,
    "relu": relu,
    "backward": backward,
}.items():
    setattr(Value, _name, _function)
