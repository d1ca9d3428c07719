import math


class Value:
    made = 0

    def __init__(self, data, _prev=(), _op=""):
        self.data, self.grad = data, 0.0
        self._prev, self._op = _prev, _op
        Value.made += 1
        self._serial = Value.made

    def _backward(self):
        if self._prev:
            getattr(self, "_" + self._op)(*self._prev)

    # the rules
    def _add(self, a, b):
        a.grad += self.grad
        b.grad += self.grad

    def _mul(self, a, b):
        a.grad += b.data * self.grad
        b.grad += a.data * self.grad

    def _div(self, a, b):
        a.grad += self.grad / b.data
        b.grad -= self.grad / b.data * self.data

    def _pow(self, a):
        a.grad += self._slope * self.grad

    _exp = _tanh = _relu = _pow

    # the operators
    def __add__(self, other):
        other = val(other)
        return Value(self.data + other.data, (self, other), "add")

    def __mul__(self, other):
        other = val(other)
        return Value(self.data * other.data, (self, other), "mul")

    def __truediv__(self, other):
        other = val(other)
        return Value(self.data / other.data, (self, other), "div")

    def _one(self, number, op, slope):
        out = Value(number, (self,), op)
        out._slope = slope
        return out

    def __pow__(self, n):
        return self._one(self.data**n, "pow", n * self.data ** (n - 1) if n != 0 else 0)

    def tanh(self):
        t = math.tanh(self.data)
        return self._one(t, "tanh", 1 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._one(e, "exp", e)

    def relu(self):
        return self._one(max(self.data, 0.0), "relu", float(self.data > 0))

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + val(other) * -1

    def __radd__(self, other):
        return val(other) + self

    def __rmul__(self, other):
        return val(other) * self

    def __rsub__(self, other):
        return val(other) - self

    def __rtruediv__(self, other):
        return val(other) / self

    def backward(self):
        nodes = reach(self)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1
        for node in sorted(nodes, key=lambda n: n._serial, reverse=True):
            node._backward()
        Value.made = 0


def val(x):
    return x if isinstance(x, Value) else Value(x)


def reach(root):
    nodes = {root: True}
    line = [root]
    for node in line:
        for below in node._prev:
            if below not in nodes:
                nodes[below] = True
                line.append(below)
    return line


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    while stack:
        node, way = stack.pop()
        if way:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, 1))
            stack.extend((n, 0) for n in node._prev)


def zero_grad(root):
    for node in reach(root):
        node.grad = 0.0
