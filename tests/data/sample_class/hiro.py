import math


class Value:
    def __init__(self, data, _inputs=(), _op=''):
        self.data = data
        self.grad = 0.0
        self._prev = list(_inputs)
        self._op = _op
        self._backward = lambda: None

    def __add__(self, other):
        other = Value(other) if isinstance(other, (int, float)) else other
        result = Value(self.data + other.data, [self, other], '+')
        def chain():
            self.grad += result.grad
            other.grad += result.grad
        result._backward = chain
        return result

    def __mul__(self, other):
        other = Value(other) if isinstance(other, (int, float)) else other
        result = Value(self.data * other.data, [self, other], '*')
        def chain():
            self.grad += result.grad * other.data
            other.grad += result.grad * self.data
        result._backward = chain
        return result

    def __pow__(self, n):
        result = Value(self.data ** n, [self], '**')
        def chain():
            if n != 0:
                self.grad += result.grad * n * self.data ** (n - 1)
        result._backward = chain
        return result

    def tanh(self):
        result = Value(math.tanh(self.data), [self], 'tanh')
        def chain():
            self.grad += result.grad * (1 - result.data ** 2)
        result._backward = chain
        return result

    def exp(self):
        result = Value(math.exp(self.data), [self], 'exp')
        def chain():
            self.grad += result.grad * result.data
        result._backward = chain
        return result

    def relu(self):
        result = Value(self.data if self.data > 0 else 0.0, [self], 'relu')
        def chain():
            if result.data > 0:
                self.grad += result.grad
        result._backward = chain
        return result

    def __neg__(self): return self * -1
    def __sub__(self, other): return self + -1 * other
    def __truediv__(self, other): return self * other ** -1
    def __radd__(self, other): return self + other
    def __rmul__(self, other): return self * other
    def __rsub__(self, other): return -self + other
    def __rtruediv__(self, other): return self ** -1 * other

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._prev:
                v.grad = 0.0
        self.grad += 1.0
        for v in topo:          # in topological order
            v._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, expanded = stack.pop()
        if expanded:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((p, False) for p in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
