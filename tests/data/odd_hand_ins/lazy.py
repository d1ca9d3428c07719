# Lazy: nothing is computed until somebody asks for .data
import math
UNKNOWN = object()
class Value:
    def __init__(self, data=UNKNOWN, _prev=(), how=None, slopes=None):
        self._data = data
        self._prev = _prev
        self._how, self._slopes = how, slopes
        self.grad = 0.0
    @property
    def data(self):
        if self._data is UNKNOWN:
            todo = [self]
            while todo:
                n = todo[-1]
                missing = [p for p in n._prev if p._data is UNKNOWN]
                if missing: todo += missing
                else:
                    n._data = n._how(*(p._data for p in n._prev))
                    todo.pop()
        return self._data
    @data.setter
    def data(self, new): self._data = new
    def _backward(self):
        if not self._prev: return
        self.data
        for p, s in zip(self._prev, self._slopes(self._data, *(p.data for p in self._prev))):
            p.grad += s * self.grad
    def __add__(self, o): return Value(_prev=(self, v(o)), how=lambda x, y: x + y, slopes=lambda r, x, y: (1, 1))
    def __mul__(self, o): return Value(_prev=(self, v(o)), how=lambda x, y: x * y, slopes=lambda r, x, y: (y, x))
    def __sub__(self, o): return Value(_prev=(self, v(o)), how=lambda x, y: x - y, slopes=lambda r, x, y: (1, -1))
    def __truediv__(self, o): return Value(_prev=(self, v(o)), how=lambda x, y: x / y, slopes=lambda r, x, y: (1 / y, -r / y))
    def __neg__(self): return Value(_prev=(self,), how=lambda x: -x, slopes=lambda r, x: (-1,))
    def __pow__(self, n): return Value(_prev=(self,), how=lambda x: x ** n, slopes=lambda r, x: (n * x ** (n - 1) if n else 0,))
    def tanh(self): return Value(_prev=(self,), how=math.tanh, slopes=lambda r, x: (1 - r * r,))
    def exp(self): return Value(_prev=(self,), how=math.exp, slopes=lambda r, x: (r,))
    def relu(self): return Value(_prev=(self,), how=lambda x: max(x, 0.0), slopes=lambda r, x: (1.0 * (x > 0),))
    def __radd__(self, o): return v(o) + self
    def __rmul__(self, o): return v(o) * self
    def __rsub__(self, o): return v(o) - self
    def __rtruediv__(self, o): return v(o) / self
    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        for n in nodes:
            if n._prev: n.grad = 0.0
        self.grad += 1
        for n in reversed(nodes): n._backward()
def v(x): return x if isinstance(x, Value) else Value(x)
def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        n = stack.pop()
        if n is None:
            topo.append(stack.pop())
        elif n not in visited:
            visited.add(n)
            stack += [n, None]
            stack += [p for p in n._prev if p not in visited]
def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for n in nodes: n.grad = 0.0
