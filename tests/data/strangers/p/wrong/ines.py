import math


class Pass:
    """One call of backward(): its own table of gradients."""

    def __init__(self, root):
        self.order = consumers_first(root)
        self.total = dict.fromkeys(self.order, 0.0)
        self.total[root] = 1.0

    def run(self):
        for node in self.order:
            node._backward(self.total)

    def store(self):
        for node, g in self.total.items():
            if node._prev:
                node.grad = g
            else:
                node.grad = g


class Value:
    def __init__(self, data, _prev=(), slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._slopes = slopes

    def _backward(self, total):
        g = total[self]
        for node, slope in zip(self._prev, self._slopes):
            total[node] += slope * g

    def backward(self):
        this_call = Pass(self)
        this_call.run()
        this_call.store()

    def __add__(self, other):
        other = value(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = value(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = value(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = value(other)
        slopes = (1.0 / other.data, -self.data / other.data**2)
        return Value(self.data / other.data, (self, other), slopes)

    def __radd__(self, other):
        return value(other) + self

    def __rsub__(self, other):
        return value(other) - self

    def __rmul__(self, other):
        return value(other) * self

    def __rtruediv__(self, other):
        return value(other) / self

    def __neg__(self):
        return self * -1.0

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, (self,), (slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), ((1.0 - t) * (1.0 + t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        return Value(max(0.0, self.data), (self,), (1.0 if self.data > 0 else 0.0,))


def value(x):
    return x if isinstance(x, Value) else Value(x)


def consumers_first(root):
    order = []
    build_topo(root, set(), order)
    order.reverse()
    return order


def build_topo(v, visited, topo):
    stack = [(False, v)]
    while stack:
        inputs_done, node = stack.pop()
        if inputs_done:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((True, node))
        stack.extend((False, p) for p in node._prev)


def zero_grad(root):
    for node in consumers_first(root):
        node.grad = 0.0


if __name__ == "__main__":
    x, y = Value(2.0), Value(3.0)
    z = x * y + x
    z.backward()
    print(z.data, x.grad, y.grad)
