import math


def _nothing():
    pass


def promote(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    notes = [v]
    opened = set()
    while notes:
        node = notes[-1]
        if node in visited:
            notes.pop()
        elif node in opened:
            notes.pop()
            visited.add(node)
            topo.append(node)
        else:
            opened.add(node)
            notes.extend(n for n in node._prev if n not in visited)


def zero_grad(root):
    seen = set()
    stack = [root]
    while stack:
        node = stack.pop()
        if node not in seen:
            seen.add(node)
            node.grad = 0.0
            stack.extend(node._prev)


class Arithmetic:
    def __sub__(self, other):
        return self + -(promote(other))

    def __rmul__(self, other):
        return self * other

    def __neg__(self):
        return self * -1

    def __rtruediv__(self, other):
        return Value(other) / self

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return Value(other) - self


class Value(Arithmetic):
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _nothing
        self._consumers = 0
        for n in _prev:
            n._consumers += 1

    def backward(self):
        found, known = [self], {self}
        for node in found:
            for n in node._prev:
                if n not in known:
                    known.add(n)
                    found.append(n)
        for node in found:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        waits = {node: node._consumers for node in found}
        ready, ran = [self], set()
        rest = iter(found)
        while ready:
            node = ready.pop()
            if node not in ran:
                ran.add(node)
                node._backward()
                for n in node._prev:
                    waits[n] -= 1
                    if waits[n] == 0:
                        ready.append(n)
            if not ready:
                ready.extend(n for n in [next((r for r in rest if r not in ran), None)] if n)

    def __mul__(self, other):
        other = promote(other)
        out = Value(self.data * other.data, (self, other), "*")

        def hand_down():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = hand_down
        return out

    def __truediv__(self, other):
        other = promote(other)
        out = Value(self.data / other.data, (self, other), "/")

        def hand_down():
            self.grad += out.grad / other.data
            other.grad -= out.grad * (out.data / other.data)

        out._backward = hand_down
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

        def hand_down():
            if out.data > 0:
                self.grad += out.grad

        out._backward = hand_down
        return out

    def __pow__(self, exponent):
        out = Value(self.data**exponent, (self,), "**")

        def hand_down():
            if exponent != 0:
                self.grad += exponent * self.data ** (exponent - 1) * out.grad

        out._backward = hand_down
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def hand_down():
            self.grad += (1 - out.data**2) * out.grad

        out._backward = hand_down
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def hand_down():
            self.grad += out.data * out.grad

        out._backward = hand_down
        return out

    def __add__(self, other):
        other = promote(other)
        out = Value(self.data + other.data, (self, other), "+")

        def hand_down():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = hand_down
        return out
