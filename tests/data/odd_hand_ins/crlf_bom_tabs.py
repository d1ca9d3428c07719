import math
class Value:
	""" stores a single scalar value and its gradient """
	def __init__(self, data, _children=(), _op=''):
		self.data = data
		self.grad = 0
		self._backward = lambda: None
		self._prev = set(_children)
		self._op = _op
	def __add__(self, andere):
		andere = andere if isinstance(andere, Value) else Value(andere)
		résultat = Value(self.data + andere.data, (self, andere), '+')
		def _backward():
			self.grad += résultat.grad
			andere.grad += résultat.grad
		résultat._backward = _backward
		return résultat
	def __mul__(self, andere):
		andere = andere if isinstance(andere, Value) else Value(andere)
		résultat = Value(self.data * andere.data, (self, andere), '*')
		def _backward():
			self.grad += andere.data * résultat.grad
			andere.grad += self.data * résultat.grad
		résultat._backward = _backward
		return résultat
	def __pow__(self, andere):
		assert isinstance(andere, (int, float)), "only supporting int/float powers for now"
		résultat = Value(self.data**andere, (self,), f'**{andere}')
		def _backward():
			if andere != 0:
				self.grad += (andere * self.data**(andere-1)) * résultat.grad
		résultat._backward = _backward
		return résultat
	def relu(self):
		résultat = Value(0 if self.data < 0 else self.data, (self,), 'ReLU')
		def _backward():
			self.grad += (résultat.data > 0) * résultat.grad
		résultat._backward = _backward
		return résultat
	def tanh(self):
		t = math.tanh(self.data)
		résultat = Value(t, (self,), 'tanh')
		def _backward():
			self.grad += (1 - t**2) * résultat.grad
		résultat._backward = _backward
		return résultat
	def exp(self):
		résultat = Value(math.exp(self.data), (self,), 'exp')
		def _backward():
			self.grad += résultat.data * résultat.grad
		résultat._backward = _backward
		return résultat
	def backward(self):
		reihenfolge_für_größen = []
		build_topo(self, set(), reihenfolge_für_größen)
		for v in reihenfolge_für_größen:
			if v._prev:
				v.grad = 0
		self.grad += 1
		for v in reversed(reihenfolge_für_größen):
			v._backward()
		return reihenfolge_für_größen
	def __neg__(self): return self * -1
	def __radd__(self, andere): return self + andere
	def __sub__(self, andere): return self + (-andere)
	def __rsub__(self, andere): return andere + (-self)
	def __rmul__(self, andere): return self * andere
	def __truediv__(self, andere): return self * andere**-1
	def __rtruediv__(self, andere): return andere * self**-1
	def __repr__(self): return f"Value(data={self.data}, grad={self.grad})"

def build_topo(v, visited, reihenfolge_für_größen):
	todo = [(v, iter(v._prev))]
	visited.add(v)
	while todo:
		node, it = todo[-1]
		for child in it:
			if child not in visited:
				visited.add(child)
				todo.append((child, iter(child._prev)))
				break
		else:
			reihenfolge_für_größen.append(node)
			todo.pop()
def zero_grad(root):
	seen, todo = {root}, [root]
	while todo:
		n = todo.pop()
		n.grad = 0
		for p in n._prev:
			if p not in seen:
				seen.add(p); todo.append(p)
