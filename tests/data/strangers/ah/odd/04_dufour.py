import math


def power(x, n):
    try:
        return x**n
    except OverflowError:
        return math.inf if x > 0 or n % 2 == 0 else -math.inf


class Algebra(type):
    """Makes operators of a class out of pairs `name = value, slopes` in its body.

    A name that begins with "on_" is an operation on nodes. "__add__" and "__radd__" both come
    from "on_add", and so on.
    """

    def __new__(meta, name, bases, body):
        for key in [key for key in body if key.startswith("on_")]:
            value, slopes = body.pop(key)
            word = key[3:]
            if value.__code__.co_argcount == 2:
                body[f"__{word}__"] = meta.binary(value, slopes, False)
                body[f"__r{word}__"] = meta.binary(value, slopes, True)
            else:
                body[word] = meta.unary(value, slopes)
        return super().__new__(meta, name, bases, body)

    @staticmethod
    def binary(value, slopes, reflected):
        def operator(self, other):
            cls = type(self)
            if not isinstance(other, cls):
                other = cls(other)
            left, right = (other, self) if reflected else (self, other)
            z = value(left.data, right.data)
            return cls(z, (left, right), slopes(left.data, right.data, z))

        return operator

    @staticmethod
    def unary(value, slope):
        def function(self):
            z = value(self.data)
            return type(self)(z, (self,), (slope(self.data, z),))

        return function

    def __call__(cls, data, inputs=(), slopes=()):
        node = cls.__new__(cls)
        node.data, node.grad = data, 0.0
        node._prev, node._slopes = inputs, slopes
        return node


class Value(metaclass=Algebra):
    __slots__ = ("data", "grad", "_prev", "_slopes")

    on_add = (lambda x, y: x + y), (lambda x, y, z: (1.0, 1.0))
    on_sub = (lambda x, y: x - y), (lambda x, y, z: (1.0, -1.0))
    on_mul = (lambda x, y: x * y), (lambda x, y, z: (y, x))
    on_truediv = (lambda x, y: x / y), (lambda x, y, z: (1.0 / y, -z / y))
    on_tanh = (lambda x: math.tanh(x)), (lambda x, z: 1.0 - z * z)
    on_exp = (lambda x: math.exp(x)), (lambda x, z: z)
    on_relu = (lambda x: x if x > 0 else 0.0), (lambda x, z: 1.0 if x > 0 else 0.0)
    on___neg__ = (lambda x: -x), (lambda x, z: -1.0)

    def __pow__(self, n):
        slope = n * power(self.data, n - 1) if n else 0.0
        return Value(power(self.data, n), (self,), (slope,))

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * self.grad

    def zero_grad(self):
        for node in self.nodes():
            node.grad = 0.0

    def nodes(self):
        """Every node below and this one; consumers first."""
        waits, todo = {self: 0}, [self]
        for node in todo:
            for child in node._prev:
                if child not in waits:
                    waits[child] = 0
                    todo.append(child)
                waits[child] += 1
        ready = [self]
        while ready:
            node = ready.pop()
            yield node
            for child in node._prev:
                waits[child] -= 1
                if not waits[child]:
                    ready.append(child)

    def backward(self):
        order = [*self.nodes()]
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    topo.extend(reversed([*v.nodes()]))
    visited.update(topo)


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    root.zero_grad()
