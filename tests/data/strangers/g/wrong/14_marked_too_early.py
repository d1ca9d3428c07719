import math


def lift(x):
    return x if isinstance(x, Value) else Value(x)


class Value:
    def __init__(self, data, _prev=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = lambda: None

    def gets(self, amount):
        self.grad += amount

    def __add__(self, other):
        other = lift(other)
        out = Value(self.data + other.data, (self, other))
        out._backward = lambda: (self.gets(out.grad), other.gets(out.grad))
        return out

    def __mul__(self, other):
        other = lift(other)
        out = Value(self.data * other.data, (self, other))
        out._backward = lambda: (
            self.gets(other.data * out.grad),
            other.gets(self.data * out.grad),
        )
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,))
        if n != 0:
            out._backward = lambda: self.gets(n * self.data ** (n - 1) * out.grad)
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))
        out._backward = lambda: self.gets((1 - out.data**2) * out.grad)
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,))
        out._backward = lambda: self.gets(out.data * out.grad)
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,))
        out._backward = lambda: self.gets(out.grad if self.data > 0 else 0.0)
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + lift(other) * -1

    def __truediv__(self, other):
        return self * lift(other) ** -1

    def __rsub__(self, other):
        return lift(other) - self

    def __rtruediv__(self, other):
        return lift(other) / self

    __radd__, __rmul__ = __add__, __mul__

    def backward(self):
        order = inputs_first(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.gets(1.0)
        for node in reversed(order):
            node._backward()


def inputs_first(root):
    seen, order = {root}, {}
    stack = [(root, False)]
    while stack:
        node, leaving = stack.pop()
        if leaving:
            order[node] = True
            continue
        stack.append((node, True))
        for p in node._prev:
            if p not in seen:
                seen.add(p)
                stack.append((p, False))
    return list(order)


def build_topo(v, visited, topo):
    while_open = [(v, iter(v._prev))]
    visited.add(v)
    while while_open:
        node, rest = while_open[-1]
        for p in rest:
            if p not in visited:
                visited.add(p)
                while_open.append((p, iter(p._prev)))
                break
        else:
            topo.append(while_open.pop()[0])


def zero_grad(root):
    for node in inputs_first(root):
        node.grad = 0.0
