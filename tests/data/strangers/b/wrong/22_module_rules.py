import math

def back_add(out):
    a, b = out._prev
    a.grad += out.grad
    b.grad += out.grad

def back_mul(out):
    a, b = out._prev
    a.grad += b.data * out.grad
    b.grad += a.data * out.grad

def back_pow(out):
    (a,) = out._prev
    if out.extra:
        a.grad += out.extra * a.data ** (out.extra - 1) * out.grad

def back_tanh(out):
    (a,) = out._prev
    a.grad += (1 - out.data**2) * out.grad

def back_exp(out):
    (a,) = out._prev
    a.grad += out.data * out.grad

def back_relu(out):
    (a,) = out._prev
    if a.data > 0:
        a.grad += out.grad

def back_nothing(out):
    pass

class Value:
    def __init__(self, data, _prev=(), _backward=back_nothing, extra=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward
        self.extra = extra

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        return Value(self.data + other.data, (self, other), back_add)

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        return Value(self.data * other.data, (self, other), back_mul)

    def __pow__(self, n):
        return Value(self.data**n, (self,), back_pow, n)

    def tanh(self):
        return Value(math.tanh(self.data), (self,), back_tanh)

    def exp(self):
        return Value(math.exp(self.data), (self,), back_exp)

    def relu(self):
        return Value(self.data if self.data > 0 else 0.0, (self,), back_relu)

    def __neg__(self): return self * -1
    def __sub__(self, other): return self + other * -1
    def __rsub__(self, other): return other + (-self)
    def __truediv__(self, other): return self * other**-1
    def __rtruediv__(self, other): return other * self**-1
    __radd__, __rmul__ = __add__, __mul__

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        self.grad = self.grad + 1.0 if not self._prev else 1.0
        while topo:
            node = topo.pop()
            node._backward(node)

def build_topo(v, visited, topo):
    stack = [v]
    closing = set()
    while stack:
        node = stack[-1]
        if node in closing:
            stack.pop()
            if node not in visited:
                visited.add(node)
                topo.append(node)
        else:
            closing.add(node)
            stack += [p for p in node._prev if p not in closing]

def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
