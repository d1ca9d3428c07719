import math


def tanh_number(x):
    e = math.exp(-2.0 * x)
    return (1.0 - e) / (1.0 + e)


def relu_number(x):
    return x if x > 0 else 0.0


class Rule:
    """A local rule: called with the result, gives each input its share."""

    def __init__(self, *slopes):
        self.slopes = slopes

    def __call__(self, out):
        for node, slope in zip(out._prev, self.slopes):
            node.grad += slope * out.grad


class Value:
    def __init__(self, data, _prev=(), _backward=Rule()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    def __add__(self, other):
        other = convert(other)
        return Value(self.data + other.data, (self, other), Rule(1.0, 1.0))

    def __sub__(self, other):
        other = convert(other)
        return Value(self.data - other.data, (self, other), Rule(1.0, -1.0))

    def __mul__(self, other):
        other = convert(other)
        return Value(self.data * other.data, (self, other), Rule(other.data, self.data))

    def __truediv__(self, other):
        other = convert(other)
        rule = Rule(1.0 / other.data, -self.data / other.data**2)
        return Value(self.data / other.data, (self, other), rule)

    def __neg__(self):
        return Value(-self.data, (self,), Rule(-1.0))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, (self,), Rule(slope))

    def __radd__(self, other):
        return convert(other) + self

    def __rsub__(self, other):
        return convert(other) - self

    def __rmul__(self, other):
        return convert(other) * self

    def __rtruediv__(self, other):
        return convert(other) / self

    def tanh(self):
        t = tanh_number(self.data)
        return Value(t, (self,), Rule(1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), Rule(e))

    def relu(self):
        return Value(relu_number(self.data), (self,), Rule(1.0 if self.data > 0 else 0.0))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward(node)


def convert(x):
    if isinstance(x, (int, float)):
        return Value(float(x))
    return x


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if isinstance(node, tuple):
            topo.append(node[0])
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node,))
        stack.extend(node._prev)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0


if __name__ == "__main__":
    x, y = Value(2.0), Value(3.0)
    z = x * y + x
    z.backward()
    print(z.data, x.grad, y.grad)
