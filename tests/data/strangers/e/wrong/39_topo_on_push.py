import math


class Value:
    def __init__(self, data, _prev=(), _op=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = RULES[_op]

    def __add__(self, other):
        other = lift(other)
        return Value(self.data + other.data, (self, other), "+")

    def __mul__(self, other):
        other = lift(other)
        return Value(self.data * other.data, (self, other), "*")

    def __truediv__(self, other):
        other = lift(other)
        return Value(self.data / other.data, (self, other), "/")

    def __pow__(self, n):
        out = Value(self.data ** n, (self,), "**")
        out.exponent = n
        return out

    def __neg__(self): return self * -1
    def __sub__(self, other): return self + lift(other) * -1
    def __radd__(self, other): return lift(other) + self
    def __rsub__(self, other): return lift(other) - self
    def __rmul__(self, other): return lift(other) * self
    def __rtruediv__(self, other): return lift(other) / self
    def tanh(self): return Value(math.tanh(self.data), (self,), "tanh")
    def exp(self): return Value(math.exp(self.data), (self,), "exp")
    def relu(self): return Value(max(0.0, self.data), (self,), "relu")

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            if node._backward is not None:
                node._backward(node, *node._prev)


def lift(x):
    return x if isinstance(x, Value) else Value(x)


# ---- one function per operation: the node, then its inputs ----

def add_rule(out, a, b):
    a.grad += out.grad
    b.grad += out.grad


def mul_rule(out, a, b):
    a.grad += out.grad * b.data
    b.grad += out.grad * a.data


def div_rule(out, a, b):
    a.grad += out.grad / b.data
    b.grad -= out.grad * a.data / b.data ** 2


def pow_rule(out, a):
    n = out.exponent
    a.grad += out.grad * (n * a.data ** (n - 1) if n != 0 else 0.0)


def tanh_rule(out, a):
    a.grad += out.grad * (1 - out.data ** 2)


def exp_rule(out, a):
    a.grad += out.grad * out.data


def relu_rule(out, a):
    a.grad += out.grad * (1.0 if a.data > 0 else 0.0)


RULES = {None: None, "+": add_rule, "*": mul_rule, "/": div_rule, "**": pow_rule,
         "tanh": tanh_rule, "exp": exp_rule, "relu": relu_rule}


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, expanded = stack.pop()
        if expanded:
            topo.append(node)
            continue
        visited.add(node)
        stack.append((node, True))
        for p in node._prev:
            if p not in visited:
                stack.append((p, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
