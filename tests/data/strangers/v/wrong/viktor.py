import math


class Value:
    def __init__(self, data, _prev=(), _op=None, _n=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._n = _n

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp")

    def relu(self):
        return Value(max(0.0, self.data), (self,), "relu")

    def _backward(self):
        up = self.grad
        match self._op, *self._prev:
            case (None,):
                pass
            case "+", a, b:
                a.grad += up
                b.grad += up
            case "-", a, b:
                a.grad += up
                b.grad -= up
            case "*", a, b:
                a.grad += up * b.data
                b.grad += up * a.data
            case "/", a, b:
                a.grad += up / b.data
                b.grad += up * a.data / b.data**2
            case "neg", a:
                a.grad -= up
            case "**", a:
                n = self._n
                if n != 0:
                    a.grad += up * n * a.data ** (n - 1)
            case "tanh", a:
                a.grad += up * (1.0 - self.data * self.data)
            case "exp", a:
                a.grad += up * self.data
            case "relu", a:
                if self.data > 0:
                    a.grad += up
            case _:
                raise ValueError(f"no rule for {self._op}")

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

    def __neg__(self):
        return Value(-self.data, (self,), "neg")

    def __pow__(self, n):
        return Value(self.data**n, (self,), "**", n)

    def __radd__(self, other):
        return to_value(other) + self

    def __rsub__(self, other):
        return to_value(other) - self

    def __rmul__(self, other):
        return to_value(other) * self

    def __rtruediv__(self, other):
        return to_value(other) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            match node._prev:
                case ():
                    continue
                case _:
                    node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def to_value(x):
    match x:
        case Value():
            return x
        case _:
            return Value(x)


def build_topo(v, visited, topo):
    stack = [("open", v)]
    while stack:
        match stack.pop():
            case "close", node:
                topo.append(node)
            case "open", node if node not in visited:
                visited.add(node)
                stack.append(("close", node))
                for x in node._prev:
                    stack.append(("open", x))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0


if __name__ == "__main__":
    a, b, c = Value(2.0), Value(3.0), Value(1.0)
    L = (a * b + c) * (a + b)
    L.backward()
    print(a.grad, b.grad, c.grad)  # 22 17 5
