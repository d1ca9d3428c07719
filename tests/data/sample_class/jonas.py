from math import exp, tanh

class Value:
    __slots__ = 'data', 'grad', '_prev', '_op', '_backward'

    def __init__(self, data, _prev=(), _op='', _backward=None):
        self.data, self.grad = data, 0.0
        self._prev, self._op, self._backward = _prev, _op, _backward

    def __add__(self, other):
        other = other if type(other) is Value else Value(other)
        def _backward(g):
            self.grad += g
            other.grad += g
        return Value(self.data + other.data, (self, other), '+', _backward)

    def __mul__(self, other):
        other = other if type(other) is Value else Value(other)
        def _backward(g):
            self.grad += g * other.data
            other.grad += g * self.data
        return Value(self.data * other.data, (self, other), '*', _backward)

    def __pow__(self, n):
        def _backward(g):
            if n: self.grad += g * n * self.data**(n-1)
        return Value(self.data**n, (self,), '**', _backward)

    def tanh(self):
        t = tanh(self.data)
        def _backward(g): self.grad += g * (1 - t*t)
        return Value(t, (self,), 'tanh', _backward)

    def exp(self):
        e = exp(self.data)
        def _backward(g): self.grad += g * e
        return Value(e, (self,), 'exp', _backward)

    def relu(self):
        def _backward(g): self.grad += g if self.data > 0 else 0.0
        return Value(max(0.0, self.data), (self,), 'relu', _backward)

    def __neg__(self):              return self * -1
    def __sub__(self, other):       return self + other * -1
    def __truediv__(self, other):   return self * (other if type(other) is Value else Value(other))**-1
    def __radd__(self, other):      return self + other
    def __rmul__(self, other):      return self * other
    def __rsub__(self, other):      return self * -1 + other
    def __rtruediv__(self, other):  return self**-1 * other

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._backward: v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            if v._backward: v._backward(v.grad)

def build_topo(v, visited, topo):
    path = [(v, iter(v._prev))]
    visited.add(v)
    while path:
        node, inputs = path[-1]
        for p in inputs:
            if p not in visited:
                visited.add(p)
                path.append((p, iter(p._prev)))
                break
        else:
            topo.append(path.pop()[0])

def zero_grad(root):
    root.grad = 0.0     # the rest of the graph is recomputed from here anyway
