import math


class Value:
    def __init__(self, data, inputs=(), slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(inputs)
        self._slopes = tuple(slopes)

    def _backward(self):
        for p, s in zip(self._prev, self._slopes):
            p.grad += s * self.grad

    @classmethod
    def _coerce(cls, thing):
        return thing if isinstance(thing, cls) else cls(float(thing))

    def __add__(self, other):
        other = self._coerce(other)
        return Value(self.data + other.data, [self, other], [1.0, 1.0])

    def __mul__(self, other):
        other = self._coerce(other)
        return Value(self.data * other.data, [self, other], [other.data, self.data])

    def __sub__(self, other):
        other = self._coerce(other)
        return Value(self.data - other.data, [self, other], [1.0, -1.0])

    def __truediv__(self, other):
        other = self._coerce(other)
        top, bottom = self.data, other.data
        return Value(top / bottom, [self, other], [1 / bottom, -top / bottom**2])

    def __pow__(self, k):
        return Value(self.data**k, [self], [k * self.data ** (k - 1) if k else 0.0])

    def __neg__(self): return 0.0 - self
    def __radd__(self, other): return self._coerce(other) + self
    def __rsub__(self, other): return self._coerce(other) - self
    def __rmul__(self, other): return self._coerce(other) * self
    def __rtruediv__(self, other): return self._coerce(other) / self

    def tanh(self):
        y = math.tanh(self.data)
        return Value(y, [self], [1 - y * y])

    def exp(self):
        y = math.exp(self.data)
        return Value(y, [self], [y])

    def relu(self):
        y = max(0.0, self.data)
        return Value(y, [self], [1.0 if y else 0.0])

    def backward(self):
        missing = {}
        for node in nodes_below(self):
            if node._prev:
                node.grad = 0.0
            for p in node._prev:
                missing[p] = missing.get(p, 0) + 1
        self.grad += 1.0
        ready = [self]
        while ready:
            node = ready.pop()
            node._backward()
            for p in set(node._prev):
                missing[p] -= 1
                if missing[p] == 0:
                    ready.append(p)


def nodes_below(root):
    found = {root: None}
    frontier = [root]
    while frontier:
        frontier = [p for node in frontier for p in node._prev if p not in found]
        frontier = list(dict.fromkeys(frontier))
        found.update(dict.fromkeys(frontier))
    return list(found)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, second = stack.pop()
        if second:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend([(p, False) for p in node._prev])


def zero_grad(root):
    for node in nodes_below(root):
        node.grad = 0.0
