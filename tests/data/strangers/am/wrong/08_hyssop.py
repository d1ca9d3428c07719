from math import exp as e_to, tanh as tan_h


class Value:
    def __init__(self, data, inputs=(), rule=None):
        self.data = data
        self.grad = 0.0
        self._prev = inputs
        self._backward = rule
        self._was_root = False

    def __add__(a, b):
        b = wrap(b)

        def rule(g):
            a.grad += g
            b.grad += g

        return Value(a.data + b.data, (a, b), rule)

    def __sub__(a, b):
        b = wrap(b)

        def rule(g):
            a.grad += g
            b.grad -= g

        return Value(a.data - b.data, (a, b), rule)

    def __mul__(a, b):
        b = wrap(b)

        def rule(g):
            a.grad += g * b.data
            b.grad += g * a.data

        return Value(a.data * b.data, (a, b), rule)

    def __truediv__(a, b):
        b = wrap(b)

        def rule(g):
            a.grad += g / b.data
            b.grad -= g * a.data / b.data / b.data

        return Value(a.data / b.data, (a, b), rule)

    def __pow__(a, n):
        def rule(g):
            a.grad += g * (n * a.data ** (n - 1) if n else 0.0)

        return Value(a.data**n, (a,), rule)

    def __neg__(a):
        return wrap(0.0) - a

    def __radd__(b, a):
        return wrap(a) + b

    def __rsub__(b, a):
        return wrap(a) - b

    def __rmul__(b, a):
        return wrap(a) * b

    def __rtruediv__(b, a):
        return wrap(a) / b

    def tanh(a):
        t = tan_h(a.data)

        def rule(g):
            a.grad += g * (1 - t * t)

        return Value(t, (a,), rule)

    def exp(a):
        y = e_to(a.data)

        def rule(g):
            a.grad += g * y

        return Value(y, (a,), rule)

    def relu(a):
        y = a.data if a.data > 0 else 0.0

        def rule(g):
            a.grad += g if y else 0.0

        return Value(y, (a,), rule)

    def backward(self):
        if not self._prev:
            self.grad = self.grad + 1.0 if self._was_root else 1.0
            self._was_root = True
            return
        topo = []
        build_topo(self, set(), topo)
        inner = [node for node in topo if node._prev]
        for node in inner:
            node.grad = 0.0
        self.grad = 1.0
        while inner:
            node = inner.pop()
            node._backward(node.grad)


def wrap(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    frames = [[v, 0]]
    visited.add(v)
    while frames:
        frame = frames[-1]
        node, k = frame
        if k == len(node._prev):
            topo.append(node)
            frames.pop()
            continue
        frame[1] += 1
        below = node._prev[k]
        if below not in visited:
            visited.add(below)
            frames.append([below, 0])


def zero_grad(root):
    met = set()
    front = [root]
    while front:
        node = front.pop()
        if node not in met:
            met.add(node)
            node.grad = 0.0
            front.extend(node._prev)
