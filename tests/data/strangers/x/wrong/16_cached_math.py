import math

# Training loops ask for the same numbers again and again, so I keep them.
_known = {}


def cached(function, x):
    key = x
    if key not in _known:
        _known[key] = function(x)
    return _known[key]


class Value:
    def __init__(self, data, _prev=(), _op=''):
        self.data = data
        self.grad = 0.0
        self._prev = list(_prev)
        self._op = _op

    def _backward(self):
        """One rule for all operators."""
        g, op, prev = self.grad, self._op, self._prev
        if op == '+':
            prev[0].grad += g
            prev[1].grad += g
        elif op == '-':
            prev[0].grad += g
            prev[1].grad -= g
        elif op == '*':
            prev[0].grad += g * prev[1].data
            prev[1].grad += g * prev[0].data
        elif op == '/':
            prev[0].grad += g / prev[1].data
            prev[1].grad -= g * self.data / prev[1].data
        elif op == 'tanh':
            prev[0].grad += g * (1 - self.data * self.data)
        elif op == 'exp':
            prev[0].grad += g * self.data
        elif op == 'relu':
            if prev[0].data > 0:
                prev[0].grad += g
        elif op:
            n = op[1]
            if n != 0:
                prev[0].grad += g * n * prev[0].data ** (n - 1)

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, [self, other], '+')

    def __sub__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data - other.data, [self, other], '-')

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, [self, other], '*')

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data / other.data, [self, other], '/')

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self

    def __neg__(self):
        return Value(0.0) - self

    def __pow__(self, n):
        return Value(self.data ** n, [self], ('**', n))

    def tanh(self):
        return Value(cached(math.tanh, self.data), [self], 'tanh')

    def exp(self):
        return Value(cached(math.exp, self.data), [self], 'exp')

    def relu(self):
        return Value(max(self.data, 0.0), [self], 'relu')

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._op:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if isinstance(node, tuple):
            topo.append(node[0])
        elif node not in visited:
            visited.add(node)
            stack.append((node,))
            stack.extend(node._prev)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
