import math

# op -> function of (inputs' numbers, result) that gives the slopes
SLOPES = {
    "+": lambda d, out: (1.0, 1.0),
    "-": lambda d, out: (1.0, 1.0),
    "*": lambda d, out: (d[1], d[0]),
    "/": lambda d, out: (1.0 / d[1], -out / d[1]),
    "neg": lambda d, out: (-1.0,),
    "tanh": lambda d, out: (1.0 - out * out,),
    "exp": lambda d, out: (out,),
    "relu": lambda d, out: (1.0 if d[0] > 0 else 0.0,),
}


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._n = None

    def _backward(self):
        if not self._prev:
            return
        numbers_in = [p.data for p in self._prev]
        if self._op == "pow":
            x, n = numbers_in[0], self._n
            slopes = (n * x ** (n - 1) if n != 0 else 0.0,)
        else:
            slopes = SLOPES[self._op](numbers_in, self.data)
        for parent, slope in zip(self._prev, slopes):
            parent.grad += slope * self.grad

    def __add__(self, other):
        other = to_value(other)
        return Value(self.data + other.data, (self, other), "+")

    def __sub__(self, other):
        other = to_value(other)
        return Value(self.data - other.data, (self, other), "-")

    def __mul__(self, other):
        other = to_value(other)
        return Value(self.data * other.data, (self, other), "*")

    def __truediv__(self, other):
        other = to_value(other)
        return Value(self.data / other.data, (self, other), "/")

    def __radd__(self, other):
        return to_value(other) + self

    def __rsub__(self, other):
        return to_value(other) - self

    def __rmul__(self, other):
        return to_value(other) * self

    def __rtruediv__(self, other):
        return to_value(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), "neg")

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "pow")
        out._n = n
        return out

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp")

    def relu(self):
        return Value(max(0.0, self.data), (self,), "relu")

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        if self._prev:
            self.grad = 1.0
        else:
            self.grad += 1.0
        for node in order[::-1]:
            node._backward()


def to_value(x):
    if isinstance(x, Value):
        return x
    return Value(float(x))


def build_topo(v, visited, topo):
    frames = [[v, 0]]
    visited.add(v)
    while frames:
        frame = frames[-1]
        node, i = frame
        if i == len(node._prev):
            topo.append(node)
            frames.pop()
            continue
        frame[1] += 1
        child = node._prev[i]
        if child not in visited:
            visited.add(child)
            frames.append([child, 0])


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
