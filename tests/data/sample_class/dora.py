# Dóra, exam. Written in Notepad.
import math

class Value:
	def __init__(self, data, _prev = (), _op = ""):
		self.data = data
		self.grad = 0.0
		self._prev = _prev
		self._op = _op
		self._backward = lambda: None

	def __add__(self, other):
		other = self.to_value(other)
		out = Value(self.data + other.data, (self, other), "+")
		def _backward():
			self.grad += out.grad
			other.grad += out.grad
		out._backward = _backward
		return out

	def __mul__(self, other):
		other = self.to_value(other)
		out = Value(self.data * other.data, (self, other), "*")
		def _backward():
			self.grad += out.grad * other.data
			other.grad += out.grad * self.data
		out._backward = _backward
		return out

	def __pow__(self, n):
		out = Value(self.data ** n, (self,), "**")
		def _backward():
			# 0 ** -1 would be an error
			if n != 0:
				self.grad += out.grad * n * self.data ** (n - 1)
		out._backward = _backward
		return out

	def tanh(self):
		out = Value(math.tanh(self.data), (self,), "tanh")
		def _backward():
			self.grad += out.grad * (1 - out.data ** 2)
		out._backward = _backward
		return out

	def exp(self):
		out = Value(math.exp(self.data), (self,), "exp")
		def _backward():
			self.grad += out.grad * out.data
		out._backward = _backward
		return out

	def relu(self):
		out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")
		def _backward():
			if self.data > 0:
				self.grad += out.grad
		out._backward = _backward
		return out

	def to_value(self, x):
		return x if isinstance(x, Value) else Value(x)

	def __neg__(self):
		return self * -1

	def __sub__(self, other):
		return self + (-self.to_value(other))

	def __truediv__(self, other):
		return self * self.to_value(other) ** -1

	def __radd__(self, other):
		return self.to_value(other) + self

	def __rmul__(self, other):
		return self.to_value(other) * self

	def __rsub__(self, other):
		return self.to_value(other) - self

	def __rtruediv__(self, other):
		return self.to_value(other) / self

	def backward(self):
		topo = []
		build_topo(self, set(), topo)
		for node in topo:
			if node._prev:
				node.grad = 0.0
		self.grad += 1.0
		for node in reversed(topo):
			node._backward()

def build_topo(v, visited, topo):
	stack = [(v, False)]
	while stack:
		node, ready = stack.pop()
		if ready:
			topo.append(node)
		elif node not in visited:
			visited.add(node)
			stack.append((node, True))
			for p in node._prev:
				stack.append((p, False))

def zero_grad(root):
	topo = []
	build_topo(root, set(), topo)
	for node in topo:
		node.grad = 0.0
