import math

NUMBER = (int, float)


class Value:
    """A number in a graph. Rules are bound methods with the name _grad_<op>."""

    def __init__(self, data, _prev=(), op=None, extra=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self.op = op
        self.extra = extra
        self._backward = getattr(self, "_grad_" + op) if op else None

    # building

    def __add__(self, other):
        if isinstance(other, NUMBER):
            other = Value(other)
        return Value(self.data + other.data, (self, other), "add")

    def __mul__(self, other):
        if isinstance(other, NUMBER):
            other = Value(other)
        return Value(self.data * other.data, (self, other), "mul")

    def __pow__(self, n):
        return Value(self.data**n, (self,), "pow", n)

    def __neg__(self):
        return Value(-self.data, (self,), "neg")

    def __sub__(self, other):
        return self + (-other)

    def __truediv__(self, other):
        if isinstance(other, NUMBER):
            return self * (1.0 / other)
        return self * other**-1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self**-1 * other

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp")

    def relu(self):
        return Value(max(self.data, 0.0), (self,), "relu")

    # rules

    def _grad_add(self):
        a, b = self._prev
        a.grad += self.grad
        b.grad += self.grad

    def _grad_mul(self):
        a, b = self._prev
        a.grad += self.grad * b.data
        b.grad += self.grad * a.data

    def _grad_pow(self):
        (a,) = self._prev
        n = self.extra
        if a.data == 0:
            return
        a.grad += self.grad * n * a.data ** (n - 1)

    def _grad_neg(self):
        self._prev[0].grad -= self.grad

    def _grad_tanh(self):
        self._prev[0].grad += self.grad * (1 - self.data**2)

    def _grad_exp(self):
        self._prev[0].grad += self.grad * self.data

    def _grad_relu(self):
        if self._prev[0].data > 0:
            self._prev[0].grad += self.grad

    # walking

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        inner = [v for v in topo if v.op]
        for v in inner:
            v.grad = 0.0
        self.grad += 1.0
        for v in reversed(inner):
            v._backward()


def build_topo(v, visited, topo):
    post = [v]
    opened = set()
    while post:
        top = post[-1]
        if top in visited:
            post.pop()
        elif top in opened:
            post.pop()
            visited.add(top)
            topo.append(top)
        else:
            opened.add(top)
            post.extend(p for p in top._prev if p not in visited)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
