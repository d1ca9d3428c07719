import math


def tour(root):
    """Walk around the graph below `root`; yields ("enter", node) and ("leave", node)."""
    seen = {root}
    path = [(root, iter(root._prev))]
    yield "enter", root
    while path:
        node, doors = path[-1]
        for nxt in doors:
            if nxt not in seen:
                seen.add(nxt)
                yield "enter", nxt
                path.append((nxt, iter(nxt._prev)))
                break
        else:
            path.pop()
            yield "leave", node


def build_topo(v, visited, topo):
    for kind, node in tour(v):
        if kind == "leave":
            topo.append(node)


def zero_grad(root):
    for _, node in tour(root):
        node.grad = 0.0


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev

    def _backward(self):
        pass

    @staticmethod
    def ensure(x):
        return x if isinstance(x, Value) else Value(float(x))

    def __add__(self, other):
        other = Value.ensure(other)
        out = Value(self.data + other.data, (self, other))

        def spread():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = spread
        return out

    def __sub__(self, other):
        other = Value.ensure(other)
        out = Value(self.data - other.data, (self, other))

        def spread():
            self.grad += out.grad
            other.grad -= out.grad

        out._backward = spread
        return out

    def __mul__(self, other):
        other = Value.ensure(other)
        out = Value(self.data * other.data, (self, other))

        def spread():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = spread
        return out

    def __truediv__(self, other):
        other = Value.ensure(other)
        out = Value(self.data / other.data, (self, other))

        def spread():
            self.grad += out.grad / other.data
            other.grad -= out.grad * out.data / other.data

        out._backward = spread
        return out

    def __pow__(self, n):
        out = Value(self.data ** n, (self,))

        def spread():
            self.grad += out.grad * (n * self.data ** (n - 1) if n else 0.0)

        out._backward = spread
        return out

    def __neg__(self):
        out = Value(-self.data, (self,))

        def spread():
            self.grad -= out.grad

        out._backward = spread
        return out

    def _curve(self, y, slope):
        out = Value(y, (self,))

        def spread():
            self.grad += slope * out.grad

        out._backward = spread
        return out

    def tanh(self):
        t = math.tanh(self.data)
        return self._curve(t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._curve(e, e)

    def relu(self):
        return self._curve(max(self.data, 0.0), 1.0 if self.data > 0 else 0.0)

    def __radd__(self, other):
        return Value.ensure(other) + self

    def __rsub__(self, other):
        return Value.ensure(other) - self

    def __rmul__(self, other):
        return Value.ensure(other) * self

    def __rtruediv__(self, other):
        return Value.ensure(other) / self

    def backward(self):
        order = [node for kind, node in tour(self) if kind == "enter"]
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()
