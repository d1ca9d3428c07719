import math as m

num = (int, float)

class Value:
  def __init__(self, data, _prev=(), _backward=lambda g: ()):
    self.data, self.grad = data, 0.0
    self._prev, self._backward = _prev, _backward

  # every rule is a lambda: gradient of the result -> one gradient for each input
  def __add__(a, b):
    if isinstance(b, num): return Value(a.data + b, (a,), lambda g: (g,))
    return Value(a.data + b.data, (a, b), lambda g: (g, g))

  def __sub__(a, b):
    if isinstance(b, num): return Value(a.data - b, (a,), lambda g: (g,))
    return Value(a.data - b.data, (a, b), lambda g: (g, -g))

  def __rsub__(a, k):
    return Value(k - a.data, (a,), lambda g: (-g,))

  def __mul__(a, b):
    if isinstance(b, num): return Value(a.data * b, (a,), lambda g: (g * b,))
    return Value(a.data * b.data, (a, b), lambda g: (g * b.data, g * a.data))

  def __truediv__(a, b):
    if isinstance(b, num): return Value(a.data / b, (a,), lambda g: (g / b,))
    q = a.data / b.data
    return Value(q, (a, b), lambda g: (g / b.data, -g * q / b.data))

  def __rtruediv__(a, k):
    q = k / a.data
    return Value(q, (a,), lambda g: (-g * q / a.data,))

  def __pow__(a, n):
    return Value(a.data ** n, (a,), lambda g: (g * n * a.data ** (n - 1) if n != 0 else 0.0,))

  def __neg__(a):
    return Value(-a.data, (a,), lambda g: (-g,))

  __radd__ = __add__
  __rmul__ = __mul__

  def tanh(a):
    t = m.tanh(a.data)
    return Value(t, (a,), lambda g: (g * (1 - t) * (1 + t),))

  def exp(a):
    e = m.exp(a.data)
    return Value(e, (a,), lambda g: (g * e,))

  def relu(a):
    return Value(max(0.0, a.data), (a,), lambda g: (g if a.data >= 0 else 0.0,))

  def backward(self):
    line = []
    build_topo(self, set(), line)
    for v in line:
      if v._prev: v.grad = 0.0
    self.grad += 1.0
    for v in line[::-1]:
      for p, share in zip(v._prev, v._backward(v.grad)):
        p.grad += share

def build_topo(v, visited, topo):
  todo = [(v, 0)]
  visited.add(v)
  while todo:
    u, i = todo.pop()
    if i == len(u._prev):
      topo.append(u)
      continue
    todo.append((u, i + 1))
    p = u._prev[i]
    if p not in visited:
      visited.add(p)
      todo.append((p, 0))

def zero_grad(root):
  line = []
  build_topo(root, set(), line)
  for v in line: v.grad = 0.0
