import math

class Value:
	"""a number that remembers where it came from"""

	def __init__(self, data, children=(), label=''):
		self.data = data
		self.grad = 0.0
		self.label = label
		self._prev = set(children)
		self._backward = lambda: None

	def __add__(self, other):
		if not isinstance(other, Value):
			other = Value(float(other))
		out = Value(self.data + other.data, (self, other), '+')
		def _backward():
			for child in out._prev:
				child.grad += out.grad
		out._backward = _backward
		return out

	def __sub__(self, other):
		if not isinstance(other, Value):
			other = Value(float(other))
		out = Value(self.data - other.data, (self, other), '-')
		def _backward():
			self.grad += out.grad
			other.grad -= out.grad
		out._backward = _backward
		return out

	def __mul__(self, other):
		if not isinstance(other, Value):
			other = Value(float(other))
		out = Value(self.data * other.data, (self, other), '*')
		def _backward():
			self.grad += other.data * out.grad
			other.grad += self.data * out.grad
		out._backward = _backward
		return out

	def __truediv__(self, other):
		if not isinstance(other, Value):
			other = Value(float(other))
		out = Value(self.data / other.data, (self, other), '/')
		def _backward():
			self.grad += out.grad / other.data
			other.grad -= out.data * out.grad / other.data
		out._backward = _backward
		return out

	def __pow__(self, k):
		out = Value(self.data ** k, (self,), '**')
		def _backward():
			if k != 0:
				self.grad += k * (self.data ** (k - 1)) * out.grad
		out._backward = _backward
		return out

	def __neg__(self):
		return 0.0 - self

	def __radd__(self, other):
		return self + other

	def __rmul__(self, other):
		return self * other

	def __rsub__(self, other):
		return Value(float(other)) - self

	def __rtruediv__(self, other):
		return Value(float(other)) / self

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
		out = Value(self.data if self.data > 0 else 0.0, (self,), 'relu')
		def _backward():
			if self.data > 0:
				self.grad += out.grad
		out._backward = _backward
		return out

	def backward(self):
		topo = []
		build_topo(self, set(), topo)
		for node in topo:
			if len(node._prev) != 0:
				node.grad = 0.0
		self.grad += 1.0
		for node in topo[::-1]:
			node._backward()


def build_topo(v, visited, topo):
	stack = [(v, list(v._prev))]
	visited.add(v)
	while stack:
		node, rest = stack[-1]
		while rest and rest[-1] in visited:
			rest.pop()
		if rest:
			child = rest.pop()
			visited.add(child)
			stack.append((child, list(child._prev)))
		else:
			stack.pop()
			topo.append(node)


def zero_grad(root):
	topo = []
	build_topo(root, set(), topo)
	for node in topo:
		node.grad = 0.0
