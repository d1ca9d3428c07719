import math, operator

# Two makers, one for operations with one input and one for those with two.

class Value:
    def __init__(self, data, inputs=(), rule=None):
        self.data = data; self.grad = 0.0
        self._prev = [*inputs]; self._backward = rule or self.rest

    def rest(self): return None

    def backward(self):
        topo = []; build_topo(self, set(), topo)
        [setattr(n, "grad", 0.0) for n in topo if n._prev]
        self.grad += 1
        [n._backward() for n in topo[::-1]]

    def __neg__(self): return one(self, operator.neg, lambda x, y: -1)
    def __pow__(self, n): return one(self, lambda x: x ** n, lambda x, y: n and n * x ** (n - 1))
    def tanh(self): return one(self, math.tanh, lambda x, y: 1 - y * y)
    def exp(self): return one(self, math.exp, lambda x, y: y)
    def relu(self): return one(self, lambda x: x if x > 0 else 0.0, lambda x, y: x > 0)


def one(a, f, slope):
    y = f(a.data); s = slope(a.data, y)
    out = Value(y, [a])
    def rule(): a.grad += s * out.grad
    out._backward = rule
    return out


def two(f, left_slope, right_slope):
    def op(a, b):
        a = a if isinstance(a, Value) else Value(a)
        b = b if isinstance(b, Value) else Value(b)
        x, y = a.data, b.data
        out = Value(f(x, y), [a, b])
        def rule():
            g = out.grad
            a.grad += left_slope(x, y) * g
            b.grad += right_slope(x, y) * g
        out._backward = rule
        return out
    return op, lambda a, b: op(b, a)


Value.__add__, Value.__radd__ = two(operator.add, lambda x, y: 1, lambda x, y: 1)
Value.__sub__, Value.__rsub__ = two(operator.sub, lambda x, y: 1, lambda x, y: -1)
Value.__mul__, Value.__rmul__ = two(operator.mul, lambda x, y: y, lambda x, y: x)
Value.__truediv__, Value.__rtruediv__ = two(operator.truediv, lambda x, y: 1 / y, lambda x, y: -x / y / y)


def build_topo(v, visited, topo):
    # Count consumers, then release from the root; the list is that, turned round.
    reach = {v: 0}; todo = [v]
    for n in todo:
        for p in n._prev:
            if p not in reach: reach[p] = 0; todo.append(p)
            reach[p] += 1
    free = [v]
    for n in free:
        for p in n._prev:
            reach[p] -= 1
            if not reach[p]: free.append(p)
    topo[:] = free[::-1]


def zero_grad(root):
    seen, todo = set(), [root]
    while todo:
        n = todo.pop()
        if n in seen: continue
        seen.add(n); n.grad = 0.0; todo += n._prev
