import math

class Value:
  """two spaces are enough"""

  def __init__(self, data, _prev=(), _op=''):
    self.data = data
    self.grad = 0.0
    self._prev = _prev
    self._op = _op
    self._backward = lambda: None

  def __add__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data + other.data, (self, other), '+')
    def _backward():
      self.grad += out.grad
      other.grad += out.grad
    out._backward = _backward
    return out

  def __mul__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data * other.data, (self, other), '*')
    def _backward():
      self.grad += other.data * out.grad
      other.grad += self.data * out.grad
    out._backward = _backward
    return out

  def __pow__(self, n):
    out = Value(self.data ** n, (self,), '**')
    def _backward():
      self.grad += n * out.data * out.grad    # bring the exponent down
    out._backward = _backward
    return out

  def tanh(self):
    out = Value(math.tanh(self.data), (self,), 'tanh')
    def _backward():
      self.grad += (1 - out.data ** 2) * out.grad
    out._backward = _backward
    return out

  def exp(self):
    out = Value(math.exp(self.data), (self,), 'exp')
    def _backward():
      self.grad += out.data * out.grad
    out._backward = _backward
    return out

  def relu(self):
    out = Value(max(0.0, self.data), (self,), 'relu')
    def _backward():
      self.grad += (1.0 if out.data > 0 else 0.0) * out.grad
    out._backward = _backward
    return out

  def __neg__(self): return self * -1
  def __sub__(self, other): return self + (-other)
  def __rsub__(self, other): return (-self) + other
  def __radd__(self, other): return self + other
  def __rmul__(self, other): return self * other
  def __truediv__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    return self * other ** -1
  def __rtruediv__(self, other): return (self ** -1) * other

  def backward(self):
    topo = []
    build_topo(self, set(), topo)
    for v in topo:
      if v._prev: v.grad = 0.0
    self.grad += 1.0
    for v in reversed(topo): v._backward()

def build_topo(v, visited, topo):
  stack = [(v, False)]
  while stack:
    v, done = stack.pop()
    if done:
      topo.append(v)
    elif v not in visited:
      visited.add(v)
      stack.append((v, True))
      stack.extend((p, False) for p in v._prev)

def zero_grad(root):
  topo = []
  build_topo(root, set(), topo)
  for v in topo: v.grad = 0.0
